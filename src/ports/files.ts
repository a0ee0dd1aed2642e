/** What a path is. Links are followed; `link` is only said of one whose target is missing. */
export type FileKind = "file" | "directory" | "link" | "other";

/** Facts of a path. `fingerprint` changes when the content may have changed. */
export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Wall time in ms. */
  readonly modified: number;
  readonly fingerprint: string;
  /** Permission bits of a file, at most 0o777; absent where the system has none. */
  readonly mode?: number;
  /** The content is in an editor and not on disk yet: commands do not see it. */
  readonly unsaved?: true;
  /** Said by a write: an editor changed what was written, by what it does on saving, so that it is not what was asked for. */
  readonly altered?: true;
  /** The encoding that a person has chosen for this file, where that is not Unicode. */
  readonly encoding?: string;
}

/** Why a file operation could not be done; a value, never an exception. */
export interface FileProblem {
  readonly problem:
    "missing" | "denied" | "not-file" | "not-directory" | "exists" | "changed" | "full" | "invalid-path" | "io";
  readonly path: string;
  /** The host's own words. */
  readonly detail: string;
}

/** A directory entry. Names are as the file system has them; bytes that are no text are shown as U+FFFD and flagged. */
export interface FileEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly unreadableName?: boolean;
}

/** Where a path really is. */
export interface ResolvedPath {
  /** The path with every link resolved; for what does not exist, its nearest existing ancestor's real path plus the rest. A dangling link resolves to its target. */
  readonly real: string;
  readonly exists: boolean;
}

/** What a write demands of the file before it: a fingerprint, that it be missing, or nothing. */
export type Expected = { readonly fingerprint: string } | "missing" | "anything";

/**
 * The file system. Paths are absolute in the host's own spelling. Operations are ordered per path; a write is
 * all or nothing (temporary file, then rename) and keeps the mode bits of the file it replaces.
 */
export interface Files {
  readonly stat: (path: string) => Promise<FileStat | FileProblem>;
  /**
   * At most `end - start` bytes from `start`; the whole file without a range. Bytes may be put into `into`, of which the
   * answer is then a part: who pages through a file needs memory for one page.
   */
  readonly read: (
    path: string,
    range?: { readonly start: number; readonly end: number; readonly into?: Uint8Array },
  ) => Promise<Uint8Array | FileProblem>;
  /**
   * Makes missing parent folders. Through a link, the file that it leads to is written. When the expectation does not hold:
   * `exists` where the file should be missing, else `changed`. A file that is made gets the permission bits of `mode`,
   * where the system has some; without it, and where a file is replaced, nothing is said about them.
   */
  readonly write: (
    path: string,
    bytes: Uint8Array,
    expected: Expected,
    mode?: number,
  ) => Promise<FileStat | FileProblem>;
  /**
   * Removes a file; of a link, the link alone. Expectations as with `write`. Then those of `folders` go that the path lay
   * in and that hold nothing any more, from the innermost up to the first that stays.
   */
  readonly remove: (
    path: string,
    expected: Expected,
    folders?: ReadonlySet<string>,
  ) => Promise<FileProblem | undefined>;
  /** Entries in no particular order. */
  readonly list: (path: string) => Promise<readonly FileEntry[] | FileProblem>;
  readonly resolve: (path: string) => Promise<ResolvedPath | FileProblem>;
}

/** Whether an answer is a problem. */
export function isProblem(answer: unknown): answer is FileProblem {
  return typeof answer === "object" && answer !== null && "problem" in answer;
}
