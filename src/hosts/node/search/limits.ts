/** Columns of a line that are shown; the rest is left out with a note (2.9). */
export const MAX_COLUMNS = 2_000;

/** Matching lines of one file that are shown (2.9). */
export const MAX_MATCHES_PER_FILE = 1_000;

/** Folders of version control, which are never searched (2.9). */
export const VCS_FOLDERS: readonly string[] = [".git", ".svn", ".hg", ".bzr", ".jj", ".sl"];

/** Whether a name is that of a version-control folder, in any case: to some file systems that is the same. */
export function isVcsFolder(name: string): boolean {
  return name.startsWith(".") && VCS_FOLDERS.includes(name.toLowerCase());
}

/** What stands behind a line that was cut, as ripgrep writes it. */
export const CUT_NOTE = " [... omitted end of long line]";

/** Bytes of an answer that have no end of line yet; a longer one is given up. */
export const MAX_PENDING_BYTES = 16 * 1024 * 1024;

/** Bytes of an engine's complaints that are kept. */
export const MAX_COMPLAINT_BYTES = 8 * 1024;
