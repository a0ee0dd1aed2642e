import type { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import { argumentSchema } from "./argument-schema.ts";
import type { Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import { invalidText } from "./invalid-text.ts";
import type { Received } from "./receive.ts";
import { callProperties } from "./receive.ts";
import type { Repaired } from "./repair.ts";
import { repair, unwrapLinks } from "./repair.ts";
import type { Staged } from "./stage.ts";
import { stopWith } from "./stage.ts";
import type { CallSource, Tool } from "./tool.ts";

declare const VALIDATED: unique symbol;

/** A call whose arguments its tool takes. Made here alone. */
export interface Validated extends ValidInput {
  readonly [VALIDATED]: true;
  readonly received: Received;
}

/** Arguments as JSON, for hooks and prompts, and as the tool's schema gives them, for the tool. */
export interface ValidInput {
  readonly json: JsonObject;
  readonly input: unknown;
}

/** Arguments that a tool takes, or what is wrong with them. */
export type InputCheck =
  | { readonly ok: true; readonly valid: ValidInput }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Checks arguments against a tool's schema. Pure. */
export function checkInput(tool: Tool, json: JsonObject): InputCheck {
  const parsed = tool.input.safeParse(json);
  return parsed.success
    ? { ok: true, valid: { json, input: parsed.data } }
    : { ok: false, issues: parsed.error.issues };
}

/** Checks a call's arguments; those that a model wrote get one pass of repair first, others are taken as they are (2.11). */
export function validate(context: PipelineContext, { received }: Staged): Validated | Stop {
  const { tool, input, source } = received.call;
  const asWritten = source === "model" || source === "agent" ? unwrapLinks(input) : { input, changes: [] };
  const first = checkInput(tool, asWritten.input);
  if (first.ok) {
    tellRepair(context, received, asWritten.changes);
    return meaningful(received, first.valid);
  }
  const mended = repaired(received, asWritten, first.issues);
  if (mended === undefined) return invalid(tool, input, first.issues, source);
  tellRepair(context, received, mended.changes);
  return meaningful(received, mended.valid);
}

/** Checks the arguments that a person gave a call: like any, and never repaired. */
export function checkEdited(received: Received, json: JsonObject): Validated | Stop {
  const { tool, source } = received.call;
  const checked = checkInput(tool, json);
  return checked.ok ? meaningful(received, checked.valid) : invalid(tool, json, checked.issues, source);
}

function meaningful(received: Received, valid: ValidInput): Validated | Stop {
  return refusal(received.call.tool, valid) ?? validated(received, valid);
}

/** The early end of arguments that fit the schema but mean nothing: a patch that cannot be read, say. */
export function refusal(tool: Tool, { input }: ValidInput): Stop | undefined {
  const why = tool.refuse?.(input);
  return why === undefined ? undefined : stopWith("invalid", "invalid-arguments", "error", why);
}

/** Arguments that are valid after one pass of repair. */
function repaired(
  { call }: Received,
  { input, changes }: Repaired,
  issues: readonly z.core.$ZodIssue[],
): { readonly valid: ValidInput; readonly changes: readonly string[] } | undefined {
  if (call.source !== "model" && call.source !== "agent") return undefined;
  const mended = repair(input, issues, argumentSchema(call.tool));
  if (mended === undefined) return undefined;
  const checked = checkInput(call.tool, mended.input);
  return checked.ok ? { valid: checked.valid, changes: [...changes, ...mended.changes] } : undefined;
}

function validated(received: Received, valid: ValidInput): Validated {
  return { received, ...valid } as Validated;
}

function tellRepair(context: PipelineContext, { call, notes }: Received, changes: readonly string[]): void {
  if (changes.length === 0) return;
  notes.repair = `The input of ${call.tool.name} was repaired before it ran: ${changes.join("; ")}. Send it in that form next time.`;
  void context.emit({ kind: "input-repaired", id: call.id, changes: [...changes] });
  context.telemetry("input-repaired", { ...callProperties(call), repairs: changes.length });
}

/** An early end because of arguments that the tool does not take. */
export function invalid(tool: Tool, json: JsonObject, issues: readonly z.core.$ZodIssue[], source: CallSource): Stop {
  return stopWith("invalid", "invalid-arguments", "error", invalidText(tool, json, issues, source));
}
