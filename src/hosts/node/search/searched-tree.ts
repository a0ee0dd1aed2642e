import type { MayMatch, SearchedText } from "./read-text.ts";
import { readText } from "./read-text.ts";
import type { FoundFile, WalkOptions } from "./walk-files.ts";
import { walkFiles } from "./walk-files.ts";

/** Files as the search in JavaScript sees them. */
export interface SearchedTree {
  /** Files below a folder, as `walkFiles` chooses them. */
  readonly walk: (options: WalkOptions) => AsyncIterable<FoundFile>;
  /** The text of a file; undefined when it cannot be read or is too large, and perhaps when `mayMatch` says no to its bytes. */
  readonly read: (file: FoundFile, mayMatch: MayMatch) => Promise<SearchedText | undefined>;
}

/** What is on disk. */
export const DISK: SearchedTree = { walk: walkFiles, read: ({ bytes }, mayMatch) => readText(bytes, mayMatch) };
