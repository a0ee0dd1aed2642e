/** The matches of one regexp in one text. Offsets are UTF-16 units. */
export interface Matches {
  /** Where the first match at or after `from` begins, or -1. Searches go forward: `from` is never below an earlier one. */
  find(from: number): number;
  /** Where the match that `find` answered last ends. */
  readonly end: number;
}
