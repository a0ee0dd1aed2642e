/** A problem of the store, as a value. */
export interface StoreProblem {
  readonly problem: "full" | "denied" | "locked" | "missing" | "io";
  readonly detail: string;
}

/** The address of stored content: `artifact://` and the first 32 hex digits of its SHA-256. */
export type ArtifactAddress = `artifact://${string}`;

/** What a journal holds: complete lines, and whether a torn last line was dropped. */
export interface JournalText {
  readonly lines: readonly string[];
  readonly torn: boolean;
}

/** One session in the store. */
export interface SessionEntry {
  readonly id: string;
  readonly bytes: number;
  /** Wall time in ms. */
  readonly modified: number;
}

/** Durable state of sessions: append-only journals and content-addressed artifacts with a quota. */
export interface Store {
  /** Where journals are files, if they are: in `folder/SESSION/name`. */
  readonly journalFiles?: { readonly folder: string; readonly name: string };
  /** Appends lines to a session's journal; with `sync` it is on disk when this settles. Appends are ordered. A second writer is refused (`locked`). */
  readonly append: (session: string, lines: readonly string[], sync: boolean) => Promise<StoreProblem | undefined>;
  readonly journal: (session: string) => Promise<JournalText | StoreProblem>;
  readonly sessions: () => Promise<readonly SessionEntry[]>;
  readonly putArtifact: (bytes: Uint8Array) => Promise<ArtifactAddress | StoreProblem>;
  readonly getArtifact: (address: ArtifactAddress) => Promise<Uint8Array | StoreProblem>;
  /** Lets other writers have the session. */
  readonly close: (session: string) => Promise<void>;
}
