/** What a path held at a moment: the artifact address of its content with its permission bits, `missing`, or why it could not be kept. */
export type KeptContent = { readonly content: string; readonly mode?: number } | "missing" | { readonly gap: string };

/** What was in a file before a request first changed it (2.11). */
export interface Snapshot {
  /** Real path: links are resolved. */
  readonly path: string;
  readonly before: KeptContent;
}

/** What a call made of one file. A call's changes are what undo and redo work from. */
export interface FileChange extends Snapshot {
  readonly callId: string;
  readonly after: KeptContent;
  /** Folders that came with a file that was made, innermost first. */
  readonly folders?: readonly string[];
}

/** Keeps the content of files before their first change in a request; once per real path. Never fails a tool. */
export interface Snapshots {
  readonly capture: (callId: string, paths: readonly string[]) => Promise<readonly Snapshot[]>;
  /**
   * Keeps what the captured files of a call hold now that its handler has ended, whatever its outcome, and answers those
   * that changed. Once per call; a call without captured files has none.
   */
  readonly settle: (callId: string) => Promise<readonly FileChange[]>;
  /** Marks that a call may have changed files unseen. */
  readonly untracked: (callId: string) => void;
}
