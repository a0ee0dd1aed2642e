/** What was in a file before a request first changed it (2.11). */
export interface Snapshot {
  readonly path: string;
  /** Artifact address of the content, `missing`, or why it could not be kept. */
  readonly before: { readonly content: string } | "missing" | { readonly gap: string };
}

/** Keeps the content of files before their first change in a request; once per real path. Never fails a tool. */
export interface Snapshots {
  readonly capture: (callId: string, paths: readonly string[]) => Promise<readonly Snapshot[]>;
  /** Marks that a call may have changed files unseen. */
  readonly untracked: (callId: string) => void;
}
