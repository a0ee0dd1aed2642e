import * as z from "zod";
import { defineEvent, JSON_OBJECT } from "./event-kinds.ts";

/** How a call ended (2.13). */
export const CALL_STATUS = z.enum(["success", "error", "denied", "cancelled", "interrupted"]);

/** A file that a direct call brought along, without its bytes (R245). */
export const MEDIA_REFERENCE = z.strictObject({
  mime: z.string(),
  kind: z.enum(["image", "document"]),
  path: z.string(),
});

/** Which calls an event's subject belongs to. */
const PLACE = {
  id: z.string(),
  tool: z.string(),
  source: z.enum(["model", "script", "user", "agent"]),
  /** The envelope of a script's child. */
  parent: z.exactOptional(z.string()),
  /** Number shared by the calls of one real join (2.13). */
  batch: z.exactOptional(z.int()),
  /** An agent's path, when not the main session. */
  requester: z.exactOptional(z.string()),
  /** Bounded; left out when too large. */
  args: z.exactOptional(JSON_OBJECT),
  /** Whether the tool's text is the product's own (A15). */
  trusted: z.exactOptional(z.boolean()),
};

/** A call of a join was made known before its turn to start (2.8). */
export const CALL_QUEUED = defineEvent("call-queued", "append", PLACE);

/** A call entered the stages. */
export const CALL_RECEIVED = defineEvent("call-received", "append", PLACE);

/** A call's arguments were mended before they were validated again (2.11). */
export const INPUT_REPAIRED = defineEvent("input-repaired", "append", { id: z.string(), changes: z.array(z.string()) });

/** A hook, or the person who allowed it, gave a call other arguments: these are what runs (2.11, report 38). */
export const INPUT_REWRITTEN = defineEvent("input-rewritten", "append", {
  id: z.string(),
  /** A hook unless said otherwise. */
  by: z.exactOptional(z.enum(["hook", "person"])),
  /** Bounded; left out when too large. */
  args: z.exactOptional(JSON_OBJECT),
});

/** A person is asked about a call, at once or when those who asked before have been answered. */
export const PERMISSION_ASKED = defineEvent("permission-asked", "append", {
  id: z.string(),
  tool: z.string(),
  subject: z.string(),
  access: z.enum(["read", "write", "run", "other"]),
  reason: z.string(),
  suggestedRule: z.exactOptional(z.string()),
  /** Shared by the questions of one parallel join. */
  group: z.exactOptional(z.string()),
  /** The argument that the person may change before allowing. */
  editable: z.exactOptional(z.string()),
});

/** The person answered. */
export const PERMISSION_ANSWERED = defineEvent("permission-answered", "append", {
  id: z.string(),
  answer: z.enum(["allow", "deny"]),
  scope: z.enum(["once", "script", "session", "workspace", "user"]),
  rule: z.exactOptional(z.string()),
  feedback: z.exactOptional(z.string()),
  /** The call whose answer was for the rest of its group, this one among them. */
  along: z.exactOptional(z.string()),
  /** The person changed the call before allowing it; what runs is told with `input-rewritten`. */
  edited: z.exactOptional(z.boolean()),
});

/** The question was taken back: nobody answered and nobody will (A49), or rules that were made meanwhile decide. */
export const PERMISSION_WITHDRAWN = defineEvent("permission-withdrawn", "append", {
  id: z.string(),
  by: z.exactOptional(z.enum(["rules"])),
});

/** A call's handler began. */
export const CALL_STARTED = defineEvent("call-started", "append", { id: z.string() });

/** A running call said how far it is. */
export const CALL_PROGRESSED = defineEvent("call-progressed", "none", { id: z.string(), text: z.string() });

/** A call ended. The whole result is with the artifact, if it is longer than the preview. */
export const CALL_SETTLED = defineEvent("call-settled", "append", {
  id: z.string(),
  status: CALL_STATUS,
  reason: z.exactOptional(z.string()),
  /** UTF-16 units, UTF-8 bytes and lines of the result. */
  chars: z.int(),
  bytes: z.int(),
  lines: z.int(),
  preview: z.string(),
  artifact: z.exactOptional(z.string()),
  renderData: z.exactOptional(JSON_OBJECT),
  media: z.exactOptional(z.array(MEDIA_REFERENCE)),
  handlerMs: z.number(),
  /** The corrective note of a repaired input. */
  repair: z.exactOptional(z.string()),
  /** How many texts hooks added. */
  contexts: z.int(),
  /** Its handler ended its work after it had been told to stop. */
  late: z.exactOptional(z.boolean()),
});

/** What a path held: the artifact address of its content with its permission bits, that it was missing, or why it could not be kept. */
const KEPT_CONTENT = z.union([
  z.strictObject({ content: z.string(), mode: z.exactOptional(z.int()) }),
  z.literal("missing"),
  z.strictObject({ gap: z.string() }),
]);

/** What was in a file before a request first changed it was kept; on disk before the change is made (2.11). */
export const SNAPSHOT_TAKEN = defineEvent("snapshot-taken", "sync", {
  id: z.string(),
  path: z.string(),
  before: KEPT_CONTENT,
});

/** A call changed a file whose content was kept. */
export const FILE_CHANGED = defineEvent("file-changed", "append", {
  id: z.string(),
  path: z.string(),
  before: KEPT_CONTENT,
  after: KEPT_CONTENT,
  /** Folders that came with a file that was made, innermost first. */
  folders: z.exactOptional(z.array(z.string())),
});

/** A call may have changed files unseen (2.11). */
export const EFFECT_UNTRACKED = defineEvent("effect-untracked", "append", { id: z.string(), tool: z.string() });
