import type { CancelToken } from "../base/cancel.ts";

/** A text search, in ripgrep's terms (2.9). */
export interface TextQuery {
  readonly pattern: string;
  /** A file or folder, absolute. */
  readonly path: string;
  readonly mode: "files_with_matches" | "content" | "count";
  readonly globs: readonly string[];
  /** A ripgrep file type such as `ts`. */
  readonly type?: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly lineNumbers: boolean;
  readonly before: number;
  readonly after: number;
  /** Search what ignore files exclude, too: the path or a glob names it. */
  readonly includeIgnored: boolean;
  readonly timeoutMs: number;
}

/** A search for file names. */
export interface FileQuery {
  /** A glob relative to `path`, matched without case; one without a slash is matched against names at any depth. */
  readonly pattern: string;
  readonly path: string;
  readonly timeoutMs: number;
}

/** How a search ended. `engine` says which engine answered. */
export type SearchEnd =
  | { readonly end: "complete" | "stopped" | "timed-out" | "cancelled"; readonly engine: string }
  | {
      readonly end: "failed";
      readonly engine: string;
      readonly exitCode: number | undefined;
      readonly message: string;
    };

/**
 * Search in files. Lines arrive in the formats of 2.9 (absolute paths; content in heading style), one at a time;
 * a sink that answers false stops the search. A line break in a name is written `\n` in lines; paths of a file search are as
 * they are. Files come in no particular order. Links are not followed; version-control folders are never searched.
 */
export interface Search {
  readonly text: (query: TextQuery, sink: (line: string) => boolean, cancel: CancelToken) => Promise<SearchEnd>;
  readonly files: (query: FileQuery, sink: (path: string) => boolean, cancel: CancelToken) => Promise<SearchEnd>;
}
