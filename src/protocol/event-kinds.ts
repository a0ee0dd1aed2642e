import * as z from "zod";
import type { JsonObject } from "../base/json.ts";

/**
 * What the journal owes an event: `sync` is on disk before work goes on, `append` is written in order and may be lost
 * with the machine (never with the process), `none` is shown and forgotten.
 */
export type Durability = "sync" | "append" | "none";

/** The version that every event carries. A reader refuses others. */
export const SCHEMA_VERSION = 1;

/** What every event carries beside its own fields; written by `createStamp` alone. */
export const STAMPED = {
  v: z.literal(SCHEMA_VERSION),
  /** Counts up by one within a session, journaled or not. */
  seq: z.int().nonnegative(),
  /** Wall time in ms. */
  at: z.number(),
};

/** Any JSON object, taken as it is. */
export const JSON_OBJECT = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected a JSON object",
);

/** One kind of event: its name, the schema of a whole event, and its durability. */
export interface EventKind<Kind extends string, Shape extends z.ZodRawShape> {
  readonly kind: Kind;
  readonly durability: Durability;
  readonly schema: z.ZodObject<typeof STAMPED & { kind: z.ZodLiteral<Kind> } & Shape, z.core.$strict>;
}

/** A record of the table of events. `kind` is a past participle with its subject: `call-settled`. */
export function defineEvent<const Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  durability: Durability,
  shape: Shape,
): EventKind<Kind, Shape> {
  const schema = z.strictObject({ ...STAMPED, kind: z.literal(kind), ...shape });
  return { kind, durability, schema };
}
