/** Lines that a search answers when it names no limit (2.9). */
export const DEFAULT_HEAD_LIMIT = 250;

/** Bytes that the answer of a text search has at most, its notices not counted. */
export const MAX_GREP_BYTES = 200 * 1_024;

/** Characters of a text search's result before it is stored and replaced by a preview. */
export const GREP_RESULT_LIMIT = 20_000;

/** Lines of output that are looked at; a search that finds more is stopped. */
export const MAX_SEEN_LINES = 200_000;

/** Matching lines of one file that a search answers. */
export const MAX_MATCHES_PER_FILE = 1_000;

/** The furthest line that an answer can begin at. */
export const MAX_OFFSET = 100_000;

/** Lines of context on either side of a match. */
export const MAX_CONTEXT = 1_000;

/** Ms that a search may take. */
export const SEARCH_TIMEOUT_MS = 20_000;

/** Paths that a search for names answers. */
export const MAX_GLOB_PATHS = 100;

/** Bytes of paths that a search for names answers. */
export const MAX_GLOB_BYTES = 30 * 1_024;

/** Folders that hold a repository's own data: never searched. */
export const VCS_FOLDERS: ReadonlySet<string> = new Set([".git", ".svn", ".hg", ".bzr", ".jj", ".sl"]);

/** Characters of the result of a search for names before it is stored and replaced by a preview. */
export const GLOB_RESULT_LIMIT = 30_000;
