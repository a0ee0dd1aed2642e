import * as z from "zod";
import type { Json } from "../base/json.ts";
import { MEDIA_REFERENCE } from "./call-events.ts";
import { defineEvent } from "./event-kinds.ts";

/** Characters of a problem's words. */
export const PROBLEM_CHARS = 2_000;

/** A text of the conversation: whole, or its head and where all of it is. */
const TEXT = {
  /** At most `MESSAGE_CHARS`. */
  text: z.string(),
  artifact: z.exactOptional(z.string()),
};

/** Media that went with a message: the bytes are the artifact's. */
const KEPT_MEDIA = z.strictObject({ ...MEDIA_REFERENCE.shape, artifact: z.string() });

const JSON_VALUE = z.custom<Json>((value) => value !== undefined);

/** One part of an answer as it goes back to the model. */
const ANSWER_PART = z.discriminatedUnion("part", [
  z.strictObject({ part: z.literal("text"), text: z.string() }),
  z.strictObject({
    part: z.literal("thinking"),
    text: z.string(),
    model: z.string(),
    replay: z.exactOptional(JSON_VALUE),
  }),
  z.strictObject({ part: z.literal("call"), id: z.string(), name: z.string(), argumentsText: z.string() }),
]);

/** The parts of an answer that are kept apart from their event. */
export const ANSWER_PARTS = z.array(ANSWER_PART);

/** Tokens of one round as the provider counted them. */
const USAGE = z.strictObject({
  inputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  outputTokens: z.number(),
});

/**
 * Something was said to the model: by the person, by a hook, or by the product itself (a section such as the tool listing, a
 * reminder). What a person said is shown.
 */
export const MESSAGE_SENT = defineEvent("message-sent", "append", {
  id: z.string(),
  from: z.enum(["person", "hook", "product"]),
  /** The named section that this is the whole of; it is told again when it has changed (2.10). */
  section: z.exactOptional(z.string()),
  /** Hooks refused it: the person sees it, the model never does. */
  withheld: z.exactOptional(z.boolean()),
  media: z.exactOptional(z.array(KEPT_MEDIA)),
  ...TEXT,
});

/** A model was asked for an answer. */
export const MESSAGE_STARTED = defineEvent("message-started", "none", { id: z.string(), model: z.string() });

/** More of an answer came. */
export const MESSAGE_PROGRESSED = defineEvent("message-progressed", "none", {
  id: z.string(),
  /** What came since the last time. */
  text: z.string(),
  /** Likewise, of its thinking. */
  thinking: z.exactOptional(z.string()),
});

/** A provider could not answer just now; what came until then counts for nothing, and the round is tried again. */
export const MESSAGE_DELAYED = defineEvent("message-delayed", "none", {
  id: z.string(),
  problem: z.string(),
  waitMs: z.number(),
  attempt: z.int(),
});

/** A model's answer ended. Calls in it begin only after this was written. */
export const MESSAGE_ANSWERED = defineEvent("message-answered", "append", {
  id: z.string(),
  /** The model's id, and the name that the provider gave. */
  model: z.string(),
  name: z.exactOptional(z.string()),
  /** Everything that it said, for the model, or where that is kept as JSON. */
  parts: z.exactOptional(ANSWER_PARTS),
  partsArtifact: z.exactOptional(z.string()),
  /** What it said, for a person, where that does not stand in `parts`: at most `MESSAGE_CHARS`, and where all of it is. */
  text: z.exactOptional(z.string()),
  artifact: z.exactOptional(z.string()),
  /** The calls that it asks for: every one of them is answered. */
  calls: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  /** `stopped`: the person, or an end of the connection, cut it. */
  stop: z.enum(["done", "length", "filtered", "stopped"]),
  usage: z.exactOptional(USAGE),
  /** Tokens that the model can read. */
  contextTokens: z.exactOptional(z.int()),
});

/** What the model is told of a call that it asked for: with this the call is answered, once. */
export const RESULT_DELIVERED = defineEvent("result-delivered", "append", {
  /** The call. */
  id: z.string(),
  failed: z.boolean(),
  media: z.exactOptional(z.array(KEPT_MEDIA)),
  ...TEXT,
});

/** Work on a request ended for a reason that the person should know. */
export const MESSAGE_FAILED = defineEvent("message-failed", "append", {
  id: z.string(),
  /** A kind of problem with a model, the name of a limit, or a word for what else it was. */
  problem: z.string(),
  /** What it is and what to do, at most `PROBLEM_CHARS`. */
  text: z.string(),
});

/** What was said before was replaced by a summary, for the model alone: the rows stay (2.10). */
export const HISTORY_COMPACTED = defineEvent("history-compacted", "append", {
  id: z.string(),
  trigger: z.enum(["automatic", "person"]),
  /** The first message that the model still gets as it was; none: everything was replaced. */
  kept: z.exactOptional(z.string()),
  /** Tokens before and after, as estimated. */
  before: z.int(),
  after: z.int(),
  /** What the model is told instead. */
  ...TEXT,
});
