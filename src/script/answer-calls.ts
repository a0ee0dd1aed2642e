import { createCancelSource } from "../base/cancel.ts";
import { invariant } from "../base/invariant.ts";
import type { CallRequest, Value } from "../dialect/index.ts";
import type { Settled } from "../pipeline/call.ts";
import type { Child } from "./audit.ts";
import { childValue } from "./child-value.ts";
import type { Envelope, ScriptHalt } from "./envelope.ts";
import { openedFact, receivedFact, settledFact } from "./facts.ts";
import { failureValue } from "./from-outcome.ts";
import { refusalText } from "./refusal.ts";
import { createSlots } from "./slots.ts";
import type { Slots } from "./slots.ts";
import { toInput } from "./to-input.ts";

/**
 * Makes the calls of one outcome and answers their values in source order (R206–R229), or why the script ends. Settles
 * only after every call that began has really ended (R216). All calls of a join are recorded before the first begins;
 * at most `parallelism` of them run at once, those not counted that wait for the person.
 */
export async function answerCalls(
  envelope: Envelope,
  calls: readonly CallRequest[],
  joined: boolean,
): Promise<readonly Value[] | ScriptHalt> {
  const unrecorded = await openEnvelope(envelope);
  if (unrecorded !== undefined) return unrecorded;
  const batch = joined && calls.length > 1 ? ++envelope.batches : undefined;
  const children = calls.map((call) => addChild(envelope, call, batch));
  const [only] = children;
  const values =
    children.length === 1 && only !== undefined ? [await makeCall(envelope, only)] : await makeJoin(envelope, children);
  return envelope.halt ?? values;
}

/** Puts the envelope on disk before the first call of the script; one that cannot be put there makes no call (R248, R251). */
async function openEnvelope(envelope: Envelope): Promise<ScriptHalt | undefined> {
  if (envelope.opened) return undefined;
  const problem = await envelope.options.emit(openedFact(envelope.options, envelope.direct));
  if (problem !== undefined) return { halt: "unrecorded", problem };
  envelope.opened = true;
  return undefined;
}

function addChild(envelope: Envelope, call: CallRequest, batch: number | undefined): Child {
  const found = envelope.options.tools.find(call.name);
  invariant(found !== undefined, `the roster has no tool ${call.name}, the machine resolved it`);
  const child: Child = {
    id: `${envelope.options.envelopeId}/${envelope.children.length + 1}`,
    call,
    tool: found.tool,
    input: toInput(call.name, call.args, found.schemas),
    batch,
    stop: createCancelSource(envelope.stopCalls.token),
    status: "queued",
    started: false,
    settled: undefined,
  };
  envelope.children.push(child);
  return child;
}

async function makeJoin(envelope: Envelope, children: readonly Child[]): Promise<readonly Value[]> {
  for (const child of children) {
    void envelope.options.emit({ ...receivedFact(envelope.options.envelopeId, child), kind: "call-queued" });
  }
  const slots = createSlots(envelope.options.parallelism);
  envelope.slots = slots;
  const ends = await Promise.allSettled(
    children.map((child) => slots.run(child.id, () => makeCall(envelope, child, slots))),
  );
  envelope.slots = undefined;
  return ends.map((end) => {
    // A bug of ours, not a failure of a call: those are values. It waits until the siblings have ended.
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

/** Makes one call and says what the script gets of it. */
async function makeCall(envelope: Envelope, child: Child, slots?: Slots): Promise<Value> {
  if (hasStopped(envelope)) return neverMade(envelope, child);
  if (!child.input.ok) return refusedCall(envelope, child, refusalText(child.input, envelope.direct !== undefined));
  const { options } = envelope;
  child.status = "running";
  child.started = true;
  const settled = await options.pipeline.runCall({
    id: child.id,
    tool: child.tool,
    input: child.input.input,
    source: "script",
    parent: options.envelopeId,
    cancel: child.stop.token,
    ...(child.batch !== undefined && { batch: child.batch }),
    ...(slots !== undefined && { resume: () => slots.resume(child.id) }),
    ...(options.requester !== undefined && { requester: options.requester }),
  });
  return received(envelope, child, settled);
}

function hasStopped(envelope: Envelope): boolean {
  return envelope.halt !== undefined || envelope.refused || envelope.stopCalls.token.cancelled;
}

/**
 * Stops the siblings of a call as soon as the person has refused it: none of them is asked about any more, although the
 * refused call itself has yet to settle (R215, R229).
 */
export function stopSiblings(envelope: Envelope, refused: string): void {
  envelope.refused = true;
  for (const { id, stop } of envelope.children) if (id !== refused) stop.cancel(SIBLING_DENIED);
}

const SIBLING_DENIED = "a call of the same script was denied";

/** Takes over what a call came to, and decides whether the script may go on. */
function received(envelope: Envelope, child: Child, settled: Settled): Value {
  child.settled = settled;
  child.status = settled.status;
  const { checked, options } = envelope;
  if (settled.status === "denied") halt(envelope, { halt: "denied", child });
  else if (settled.status === "interrupted" || settled.stop !== undefined) halt(envelope, { halt: "interrupted" });
  else if (envelope.direct !== undefined) halt(envelope, { halt: "answered", child });
  if (envelope.halt !== undefined) return failureValue("", checked.program.symbols);
  const { value, rejected } = childValue(settled, options.limits, checked.program.symbols);
  if (rejected === undefined) return value;
  child.status = "error";
  child.settled = { ...settled, status: "error", reason: `rejected: ${rejected}`, text: rejected };
  void options.emit(settledFact(child));
  return value;
}

/** Ends the script for the first reason there is; siblings that run are told to stop (R215, R229). */
function halt(envelope: Envelope, why: ScriptHalt): void {
  if (envelope.halt !== undefined) return;
  envelope.halt = why;
  if (why.halt === "answered") return;
  envelope.stopCalls.cancel(why.halt === "denied" ? SIBLING_DENIED : "a call of the same script was interrupted");
}

/** A call whose arguments cannot become JSON: an error child, and an error value for the script (R193–R195, 2.8). */
function refusedCall(envelope: Envelope, child: Child, text: string): Value {
  child.started = true;
  child.status = "error";
  child.settled = endedEarly(child, "error", { reason: `invalid-arguments: ${text}`, text });
  void envelope.options.emit(receivedFact(envelope.options.envelopeId, child));
  void envelope.options.emit(settledFact(child));
  if (envelope.direct !== undefined) halt(envelope, { halt: "answered", child });
  return failureValue(text, envelope.checked.program.symbols);
}

/** A call whose script ended before its turn came: after a denial or the person's stop `cancelled`, else `interrupted` (2.8). */
function neverMade(envelope: Envelope, child: Child): Value {
  const failed = envelope.halt === undefined && !envelope.refused && !envelope.options.cancel.cancelled;
  child.status = failed ? "interrupted" : "cancelled";
  void envelope.options.emit(settledFact(child));
  return failureValue("", envelope.checked.program.symbols);
}

function endedEarly(child: Child, status: Settled["status"], words: { reason: string; text: string }): Settled {
  const { id, call } = child;
  return { id, tool: call.name, status, ...words, rawText: words.text, media: [], contexts: [], handlerMs: 0 };
}
