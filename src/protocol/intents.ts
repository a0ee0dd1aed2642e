import { z } from "zod";
import { MODE } from "./session-events.ts";

/** Something a person wants done: imperatives, from a front end to a session. The union is closed. */
export const INTENT = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run-script"), expression: z.string() }),
  /** Cancels one call or envelope, or all that runs. */
  z.strictObject({ kind: z.literal("cancel"), id: z.exactOptional(z.string()), reason: z.exactOptional(z.string()) }),
  z.strictObject({
    kind: z.literal("answer-permission"),
    id: z.string(),
    answer: z.enum(["allow", "deny"]),
    scope: z.enum(["once", "script", "session", "workspace", "user"]),
    rule: z.exactOptional(z.string()),
    feedback: z.exactOptional(z.string()),
  }),
  z.strictObject({ kind: z.literal("set-mode"), mode: MODE }),
  /** Undoes or redoes the file changes of a call, an envelope or a turn; the last one without an id. */
  z.strictObject({ kind: z.literal("undo"), id: z.exactOptional(z.string()) }),
  z.strictObject({ kind: z.literal("redo"), id: z.exactOptional(z.string()) }),
  /** Wants part of a stored output, in UTF-16 units. */
  z.strictObject({ kind: z.literal("show-artifact"), address: z.string(), start: z.int().nonnegative(), end: z.int() }),
]);

/** Something a person wants done. */
export type Intent = z.infer<typeof INTENT>;
