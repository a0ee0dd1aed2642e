import type { Approval } from "./approval.ts";
import type { Clock } from "./clock.ts";
import type { Commands } from "./commands.ts";
import type { Files } from "./files.ts";
import type { Processes } from "./processes.ts";
import type { Search } from "./search.ts";
import type { Store } from "./store.ts";

/** Where a session works. */
export interface Workspace {
  /** Absolute folders; the first is where commands run and relative paths begin. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly temp: string;
  /** Whether the person trusts this workspace's own configuration. */
  readonly trusted: boolean;
  /** `/` or `\`. */
  readonly separator: "/" | "\\";
  /** Whether names differing only in case are the same file. */
  readonly ignoresCase: boolean;
  /** The encoding of text files that are not Unicode, as configured; windows-1252 when absent. */
  readonly legacyEncoding?: string;
  /** How new files end their lines, as configured; as their content was given when absent. */
  readonly newFileEol?: "\n" | "\r\n";
  /** What the person calls the roots, in their order, where they have names. */
  readonly rootNames?: readonly string[];
}

/** An implementation of the ports: a plain record made by a function. */
export interface Host {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly files: Files;
  readonly search: Search;
  readonly processes: Processes;
  readonly commands: Commands;
  readonly approval: Approval;
  readonly store: Store;
}
