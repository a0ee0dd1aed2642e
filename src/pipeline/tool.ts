import type { z } from "zod";
import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { Host } from "../ports/host.ts";

/** What a call can do: decides permission, snapshots and where plan mode stops. */
export type Effect = "read" | "write" | "run" | "ask" | "other";

/** Something a call touches, decided from its arguments before it runs: what permission is asked for (2.12). */
export type Resource =
  | { readonly kind: "path"; readonly path: string; readonly access: "read" | "write" }
  | { readonly kind: "command"; readonly command: string; readonly cwd: string }
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "name"; readonly name: string };

/** Media of a direct call (R199). */
export interface Media {
  readonly mime: string;
  readonly kind: "image" | "document";
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a handler answers. A failure is a value with the text the model reads (R213). */
export type ToolOutcome = {
  readonly text: string;
  readonly renderData?: JsonObject;
  /** Why the turn should end with this call: what a call within it asked for. */
  readonly stop?: string;
} & ({ readonly status: "success"; readonly media?: readonly Media[] } | { readonly status: "error" });

/** Where a call comes from (R206, R207). */
export type CallSource = "model" | "script" | "user" | "agent";

/** What a handler gets beside its arguments. */
export interface ToolContext {
  readonly host: Host;
  readonly callId: string;
  readonly source: CallSource;
  readonly cancel: CancelToken;
  /** Shows progress while the call runs; bounded and dropped under load. */
  readonly progress: (text: string) => void;
  /** Facts shared by the calls of one session, such as which files were read with which fingerprint. */
  readonly session: SessionFacts;
  /** Real paths that permission was given to write, when known: a handler writes nowhere else, whatever links say by now. */
  readonly permitted?: readonly string[];
  /** Whether no rule forbids reading a file that a search met on its way; what is forbidden is left out of answers (report 54). */
  readonly mayRead?: (path: string) => boolean;
}

/** What tools remember within a session. */
export interface SessionFacts {
  /** Fingerprint of each file when the session last read or wrote it, by real path. Bounded by `MAX_FACTS`, oldest out. */
  readonly seen: Map<string, string>;
  /** Reads of the conversation itself, for duplicate suppression: never touched by script children (R212). */
  readonly conversationReads: Map<string, string>;
}

/**
 * A tool: everything about it in one record, one file each in `src/tools`. What it does are methods, so that a tool of
 * a particular schema is a tool.
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** `core` for built-in tools, else the server or extension: the first part of `category/name`. */
  readonly category: string;
  /** Outcome-oriented, searchable, one sentence (R268); empty: the first sentence of the description. */
  readonly summary: string;
  /** Further words that a search finds it by, such as the name of its server (2.10). */
  readonly groups?: readonly string[];
  readonly description: string;
  readonly effect: Effect;
  /** Must be the entire expression (R202). */
  readonly standalone: boolean;
  /** Whether what it answers is the product's own text; without it, text may come from files, commands or the web (A15). */
  readonly trusted?: boolean;
  /** Whether what it answers is JSON, which agent programs get as data (R291). Only for trusted tools: no envelope fits data (A14). */
  readonly structured?: boolean;
  /** Arguments; every property has a description. */
  readonly input: Schema;
  /** Most characters of a result before it is stored and replaced by a preview; undefined: only the global cap (2.9). */
  readonly resultLimit?: number;
  /** What the call touches, from validated arguments. Paths may be relative or unresolved: the pipeline resolves them. */
  resources(input: z.output<Schema>, host: Host): readonly Resource[];
  /** Why arguments that fit the schema still mean nothing, before anybody is asked to permit them; undefined when they do. */
  refuse?(input: z.output<Schema>): string | undefined;
  /** Paths to snapshot before the handler runs; defaults to none. */
  snapshots?(input: z.output<Schema>, host: Host): readonly string[];
  /** The text argument that a person may change before they allow a call: a command, the new text of a file (report 38). */
  readonly editable?: string;
  /** A unified diff of what the call would change, for the prompt; asked for only when a prompt will be shown. */
  preview?(input: z.output<Schema>, host: Host): Promise<string | undefined>;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolOutcome>;
}

/** Types a tool's record; the table in `src/tools/tools.ts` lists them all. */
export function defineTool<Schema extends z.ZodType>(tool: Tool<Schema>): Tool<Schema> {
  return tool;
}
