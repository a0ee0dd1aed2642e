import * as z from "zod";
import { MEDIA_REFERENCE } from "./call-events.ts";
import { defineEvent } from "./event-kinds.ts";

/** How much is allowed without asking (2.12). */
export const MODE = z.enum(["ask", "edits", "plan", "full-auto"]);

/** The name of a permission mode. */
export type PermissionModeName = z.infer<typeof MODE>;

/** Characters of a session's name. */
export const TITLE_CHARS = 200;

/** How an envelope ended (2.8). */
export const ENVELOPE_OUTCOME = z.enum(["completed", "script-error", "denied", "interrupted"]);

/** A session began or was taken up again. */
export const SESSION_OPENED = defineEvent("session-opened", "append", {
  session: z.string(),
  roots: z.array(z.string()),
  mode: MODE,
  resumed: z.boolean(),
});

/** A person gave the session a name. */
export const SESSION_RENAMED = defineEvent("session-renamed", "append", { title: z.string().min(1).max(TITLE_CHARS) });

/** A request began. */
export const TURN_STARTED = defineEvent("turn-started", "append", {
  turn: z.string(),
  /** Bounded. */
  text: z.exactOptional(z.string()),
});

/** A request was answered, or will not be. */
export const TURN_ENDED = defineEvent("turn-ended", "append", {
  turn: z.string(),
  outcome: z.enum(["completed", "failed", "interrupted"]),
});

/** A script began its first call, or ended without any; on disk before any effect (R248, R251, A45). */
export const ENVELOPE_OPENED = defineEvent("envelope-opened", "sync", {
  id: z.string(),
  /** At most `EXPRESSION_CHARS`. */
  expression: z.string(),
  source: z.enum(["model", "user", "agent"]),
  /** The tool that the whole script is one call of: drawn as that tool (R200). */
  direct: z.exactOptional(z.string()),
  requester: z.exactOptional(z.string()),
});

/** A script ended, after its last child has (R216, R248). */
export const ENVELOPE_SETTLED = defineEvent("envelope-settled", "sync", {
  id: z.string(),
  outcome: ENVELOPE_OUTCOME,
  elapsedMs: z.number(),
  /** Children that were made, and those among them that did not succeed. */
  calls: z.int(),
  failed: z.int(),
  /** Preview of the value, or of the text of the failure. */
  preview: z.string(),
  chars: z.int(),
  bytes: z.int(),
  lines: z.int(),
  artifact: z.exactOptional(z.string()),
  media: z.exactOptional(z.array(MEDIA_REFERENCE)),
  /** Steps of the evaluator. */
  steps: z.exactOptional(z.int()),
  /** The budget that ended the script. */
  budget: z.exactOptional(z.string()),
  /** Whether no text from files, commands or the web can be in the result: no child's was (A15). */
  trusted: z.exactOptional(z.boolean()),
  /** Bytes and model turns that a composed script kept out of the conversation; negative where direct calls were cheaper. */
  savedBytes: z.exactOptional(z.int()),
  savedRoundTrips: z.exactOptional(z.int()),
  /** A row that was made by recovery (2.13). */
  recovered: z.exactOptional(z.boolean()),
});

/** What became of a file: `unchanged` is one that was that way already, `left` one that was not touched. */
const UNDONE_HOW = z.enum(["restored", "removed", "merged", "unchanged", "left"]);

/** A file was put back to what it was before a call. */
export const FILE_UNDONE = defineEvent("file-undone", "sync", {
  path: z.string(),
  /** The call, envelope or turn whose change it was. */
  of: z.string(),
  how: UNDONE_HOW,
  note: z.exactOptional(z.string()),
});

/** An undone change was made again. */
export const FILE_REDONE = defineEvent("file-redone", "sync", {
  path: z.string(),
  of: z.string(),
  how: UNDONE_HOW,
  note: z.exactOptional(z.string()),
});

/** The permission mode was changed. */
export const MODE_CHANGED = defineEvent("mode-changed", "append", { from: MODE, to: MODE });

/** A permission rule was stored. */
export const RULE_STORED = defineEvent("rule-stored", "append", {
  rule: z.string(),
  action: z.enum(["allow", "ask", "deny"]),
  bucket: z.enum(["invocation", "request", "session", "workspace", "user"]),
});
