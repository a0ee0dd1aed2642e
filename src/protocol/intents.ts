import * as z from "zod";
import { MODE } from "./session-events.ts";

/** Characters of a message or script that a front end may send. */
export const MESSAGE_CHARS = 1_000_000;
/** Characters of an id, a path, a name or an address. */
const NAME_CHARS = 4_096;

const ID = z.string().min(1).max(NAME_CHARS);
const TEXT = z.string().max(MESSAGE_CHARS);
/** Names the question that an answer belongs to. */
const REQUEST = z.int().nonnegative();

/** Something a person wants done: imperatives, from a front end to a session. The union is closed. */
export const INTENT = z.discriminatedUnion("kind", [
  /** The front end is there and wants everything. */
  z.strictObject({ kind: z.literal("ready") }),
  /** Sends a message; one that begins with `(` is a script. While something runs it is queued. */
  z.strictObject({ kind: z.literal("send"), text: TEXT }),
  z.strictObject({ kind: z.literal("run-script"), expression: TEXT }),
  z.strictObject({ kind: z.literal("change-queued"), id: ID, text: TEXT }),
  z.strictObject({ kind: z.literal("drop-queued"), id: ID }),
  /** Cancels one call or envelope, or all that runs. */
  z.strictObject({ kind: z.literal("cancel"), id: z.exactOptional(ID), reason: z.exactOptional(TEXT) }),
  z.strictObject({
    kind: z.literal("answer-permission"),
    id: ID,
    answer: z.enum(["allow", "deny"]),
    scope: z.enum(["once", "script", "session", "workspace", "user"]),
    rule: z.exactOptional(TEXT),
    feedback: z.exactOptional(TEXT),
    /** The argument as the person changed it. */
    edited: z.exactOptional(z.strictObject({ name: ID, text: TEXT })),
    /** The same answer for the other questions of the join. */
    rest: z.exactOptional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal("set-mode"), mode: MODE }),
  /** Undoes or redoes the file changes of a call, an envelope or a turn; the last one without an id. */
  z.strictObject({ kind: z.literal("undo"), id: z.exactOptional(ID) }),
  z.strictObject({ kind: z.literal("redo"), id: z.exactOptional(ID) }),
  /** Wants part of a stored output, in UTF-16 units. */
  z.strictObject({
    kind: z.literal("show-artifact"),
    request: REQUEST,
    address: ID,
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
  }),
  /** Wants the entries before the oldest that is there. */
  z.strictObject({ kind: z.literal("more-entries") }),
  /** Opens a file that a row names, at a line from 1. */
  z.strictObject({ kind: z.literal("open-file"), path: ID, line: z.exactOptional(z.int().positive()) }),
  /** Opens the script of an envelope as `.tcl`. */
  z.strictObject({ kind: z.literal("open-script"), id: ID }),
  /** Opens the whole result of a call or envelope in an editor. */
  z.strictObject({ kind: z.literal("open-output"), id: ID }),
  /** Opens the native diff of what a call changed, or would change while it waits. */
  z.strictObject({ kind: z.literal("open-diff"), id: ID }),
  /** Opens an address that stands in a text; the person is asked where that is VS Code's habit. */
  z.strictObject({ kind: z.literal("open-link"), href: ID }),
  z.strictObject({ kind: z.literal("copy"), text: TEXT }),
  /** Copies the whole input or output of a call or envelope. */
  z.strictObject({ kind: z.literal("copy-of"), id: ID, what: z.enum(["input", "output"]) }),
  /** Runs the call or the script of a row again. */
  z.strictObject({ kind: z.literal("run-again"), id: ID }),
  /** Says how the permission of a call would be decided now, and why. */
  z.strictObject({ kind: z.literal("explain-permission"), id: ID }),
  /** Wants what `@` or `/` may stand for. */
  z.strictObject({
    kind: z.literal("find"),
    request: REQUEST,
    sign: z.enum(["@", "/"]),
    query: z.string().max(NAME_CHARS),
  }),
  z.strictObject({ kind: z.literal("list-sessions"), query: z.string().max(NAME_CHARS) }),
  z.strictObject({ kind: z.literal("open-session"), id: ID }),
  z.strictObject({ kind: z.literal("new-session") }),
  z.strictObject({ kind: z.literal("rename-session"), id: ID, title: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal("delete-session"), id: ID }),
  z.strictObject({ kind: z.literal("export-session"), id: ID }),
  z.strictObject({ kind: z.literal("import-session") }),
  /** Opens the panel beside the files as well. */
  z.strictObject({ kind: z.literal("open-in-editor") }),
  z.strictObject({ kind: z.literal("open-settings") }),
  /** How rows of a tool begin, from now on; `*` for all others. */
  z.strictObject({
    kind: z.literal("set-display"),
    tool: ID,
    display: z.enum(["collapsed", "preview", "expanded"]),
  }),
  /** Something in the front end went wrong; it goes to the log. */
  z.strictObject({ kind: z.literal("report-problem"), text: z.string().max(NAME_CHARS) }),
]);

/** Something a person wants done. */
export type Intent = z.infer<typeof INTENT>;
