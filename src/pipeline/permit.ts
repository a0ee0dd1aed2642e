import { headOf } from "../protocol/bounds.ts";
import { refusedByHook, takeNotes } from "./before-hooks.ts";
import type { Hooked } from "./before-hooks.ts";
import type { Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import { editCall } from "./edit-call.ts";
import type { Redecided } from "./edit-call.ts";
import { hookPayload } from "./hook-payload.ts";
import { resolveResources, samePlaces } from "./resources.ts";
import type { PermissionCheck, PermissionDecision, PersonEdit, ResolvedResource } from "./permissions.ts";
import type { Received } from "./receive.ts";
import { callProperties } from "./receive.ts";
import { isStop, stopWith } from "./stage.ts";
import type { ValidInput } from "./validate.ts";

declare const PERMITTED: unique symbol;

/** A call that may be made, with the real places it was permitted for. Made in this module alone: see `isPermitted`. */
export interface Permitted extends ValidInput {
  readonly [PERMITTED]: true;
  readonly received: Received;
  readonly resources: readonly ResolvedResource[];
}

/** Characters of a call's arguments that a prompt shows. */
export const DETAILS_CHARS = 20_000;
/** How often a call is decided anew because its paths led elsewhere when the answer came. */
const MAX_DECISIONS = 3;
/** How often a person may change a call before it is decided. */
const MAX_EDITS = 10;
/** Why a turn ends after two denials of one aim. */
const DENIED_TWICE =
  "This was denied twice in this turn, so the turn ends here. The person can say how to go on, or allow it and ask again.";

const PERMITTED_CALLS = new WeakSet<object>();

/** Whether this very record was made by `permit`: holds against type assertions, too. */
export function isPermitted(value: Permitted): boolean {
  return PERMITTED_CALLS.has(value);
}

/**
 * Decides whether a call may be made. What a person changed when they were asked is another call: it is checked, goes
 * through the hooks and is decided like any (report 38).
 */
export async function permit(context: PipelineContext, hooked: Hooked): Promise<Permitted | Stop> {
  let redecided: Redecided = { hooked };
  for (let round = 0; round < MAX_EDITS; round++) {
    const decided = await decidePlaces(context, redecided);
    if (isStop(decided) || !("answer" in decided)) return decided;
    const next = await editCall(context, redecided.hooked, decided);
    if (isStop(next)) return next;
    redecided = next;
  }
  const message = `Permission denied: the person changed the call ${MAX_EDITS} times and it still could not be made`;
  return stopWith("denied", "permission-denied", "denied", message);
}

/**
 * Decides on what it really touches at this moment, not on what was shown before (2.12,
 * reports 45, 50). When paths lead elsewhere by the time a person has answered, the call is decided anew.
 */
async function decidePlaces(context: PipelineContext, call: Redecided): Promise<Permitted | PersonEdit | Stop> {
  const { hooked } = call;
  const { received, json, input } = hooked;
  const { tool } = received.call;
  const touched = tool.resources(input, context.host);
  let resources = await resolveResources(touched, context.host);
  for (let round = 0; round < MAX_DECISIONS; round++) {
    if (isStop(resources)) return resources;
    const decision = await decide(context, call, resources);
    if (isStop(decision)) return decision;
    if (decision.edit !== undefined) return decision.edit;
    if (decision.outcome !== "allow") return refused(context, hooked, decision);
    const resuming = received.call.resume?.();
    if (resuming !== undefined) await resuming;
    const hasWaited = decision.via === "prompt" || resuming !== undefined;
    const now = hasWaited ? await resolveResources(touched, context.host) : resources;
    if (!isStop(now) && samePlaces(resources, now)) return permitted({ received, json, input, resources });
    resources = now;
  }
  const message = "Permission denied: the paths of the call kept leading elsewhere while it was being decided";
  return stopWith("denied", "permission-denied", "denied", message);
}

function permitted(fields: Omit<Permitted, typeof PERMITTED>): Permitted {
  const made = fields as Permitted;
  PERMITTED_CALLS.add(made);
  return made;
}

async function decide(
  context: PipelineContext,
  redecided: Redecided,
  resources: readonly ResolvedResource[],
): Promise<PermissionDecision | Stop> {
  const { hooked } = redecided;
  const check = checkOf(redecided, resources);
  const { call } = hooked.received;
  const asked = await beforePrompt(context, hooked, check);
  if (isStop(asked)) return asked;
  const decision = await context.permissions.decide(asked, call.cancel);
  if (decision.outcome !== "edited") log(context, hooked.received, decision);
  return decision;
}

function checkOf(
  { hooked: { received, json, hook }, edit, problem }: Redecided,
  resources: readonly ResolvedResource[],
): PermissionCheck {
  const { id, tool, source, requester, parent, batch } = received.call;
  const text = tool.editable === undefined ? undefined : json[tool.editable];
  return {
    callId: id,
    tool: tool.name,
    category: tool.category,
    effect: tool.effect,
    source,
    resources,
    ...(requester !== undefined && { requester }),
    ...(hook !== undefined && { hook }),
    ...(parent !== undefined && batch !== undefined && { group: `${parent}#${batch}` }),
    ...(tool.editable !== undefined && typeof text === "string" && { editable: { name: tool.editable, text } }),
    ...(edit !== undefined && { edit }),
    ...(problem !== undefined && { problem }),
    // Made only when a prompt is: large arguments are large.
    get details() {
      return headOf(JSON.stringify(json, undefined, 2), DETAILS_CHARS);
    },
  };
}

/** Before a person is asked: the diff is made and hooks may refuse. A hook that would allow changes nothing: it cannot loosen. */
async function beforePrompt(
  context: PipelineContext,
  hooked: Hooked,
  check: PermissionCheck,
): Promise<PermissionCheck | Stop> {
  const { received, input } = hooked;
  const { tool, cancel } = received.call;
  const handled = context.hooks.handles("PermissionRequest", tool.name);
  if (!handled && tool.preview === undefined) return check;
  const explained = await context.permissions.explain(check);
  if (explained.outcome !== "ask") return check;
  if (handled) {
    const payload = {
      ...hookPayload(context, "PermissionRequest", hooked),
      ...specifier(check),
      permission_reason: explained.why,
      permission_provenance: explained.via,
    };
    const verdict = await context.hooks.run("PermissionRequest", payload, cancel);
    takeNotes(received, "PermissionRequest", verdict);
    if (verdict.decision === "deny") {
      log(context, received, { outcome: "deny", via: "permission-request-hook" });
      return refusedByHook("PermissionRequest", verdict);
    }
  }
  const diff = await tool.preview?.(input, context.host);
  // A spread would read the details.
  return diff === undefined
    ? check
    : Object.defineProperty(Object.create(check) as PermissionCheck, "diff", { value: diff });
}

/** What the call is about, as rules name it (2.11). */
function specifier({ resources }: PermissionCheck): Record<string, string> {
  const [first] = resources;
  if (first === undefined) return {};
  switch (first.kind) {
    case "path":
      return { specifier_key: "path", specifier_value: first.real };
    case "command":
      return { specifier_key: "pattern", specifier_value: first.command };
    case "domain":
      return { specifier_key: "domain", specifier_value: first.domain };
    case "name":
      return { specifier_key: "name", specifier_value: first.name };
  }
}

/** The early end for a call that may not be made; hooks hear of a denial. */
async function refused(context: PipelineContext, hooked: Hooked, decision: PermissionDecision): Promise<Stop> {
  const { received } = hooked;
  const { tool, cancel } = received.call;
  if (decision.endsTurn === true) received.notes.stop ??= DENIED_TWICE;
  if (decision.outcome === "withdrawn") {
    if (cancel.cancelled) return stopWith("cancelled", "cancelled", "cancelled", cancelledText(cancel.reason));
    return stopWith(
      "cancelled",
      "withdrawn",
      "interrupted",
      "aborted: the permission prompt was withdrawn before anybody answered it",
    );
  }
  if (context.hooks.handles("PermissionDenied", tool.name)) {
    const payload = {
      ...hookPayload(context, "PermissionDenied", hooked),
      permission_reason: decision.message,
      permission_provenance: decision.via,
    };
    takeNotes(received, "PermissionDenied", await context.hooks.run("PermissionDenied", payload, cancel));
  }
  return stopWith("denied", "permission-denied", "denied", decision.message);
}

function cancelledText(reason: string | undefined): string {
  return `Cancelled while it waited for permission${reason === undefined ? "" : `: ${reason}`}`;
}

type Logged = Pick<PermissionDecision, "outcome" | "via" | "bucket" | "protected">;

function log(context: PipelineContext, { call }: Received, decision: Logged): void {
  const { outcome, via, bucket } = decision;
  context.telemetry("permission-decided", {
    outcome,
    via,
    mode: context.permissions.mode(),
    ...(bucket !== undefined && { bucket }),
    ...(decision.protected !== undefined && { protected: decision.protected }),
    ...callProperties(call),
  });
}
