import { createCancelSource } from "../base/cancel.ts";
import type { Diagnostic } from "../dialect/index.ts";
import { createMachine, describe, preflight, print, read } from "../dialect/index.ts";
import type { Value } from "../dialect/values.ts";
import { Str } from "../dialect/values.ts";
import type { CallStatus } from "../pipeline/call.ts";
import { previewOf } from "../protocol/bounds.ts";
import { answerCalls, stopSiblings } from "./answer-calls.ts";
import type { Child } from "./audit.ts";
import { accountOf, recordOf } from "./audit.ts";
import { deliveryOf, notesOf } from "./delivery.ts";
import type { DriveEnd } from "./drive.ts";
import { drive } from "./drive.ts";
import type { Envelope, EnvelopeOutcome, EnvelopeResult, ScriptHalt, ScriptOptions } from "./envelope.ts";
import { budgetOf } from "./facts.ts";
import { recogniseDirect } from "./recognise-direct.ts";
import { createScriptClock } from "./script-clock.ts";
import { settleScript } from "./settle-script.ts";
import { toText } from "./text.ts";

/**
 * Runs a script: reads and checks it, makes its calls through the pipeline, and answers what it came to (R011–R018,
 * R197–R229). Never rejects for anything a script, a tool or the person does. Settles only after every call that began
 * has ended (R216). A script that cannot be put on disk before its first call makes none (R248).
 */
export async function runScript(options: ScriptOptions): Promise<EnvelopeResult> {
  const began = options.clock.elapsed();
  const before = new Set(options.processes());
  options.telemetry("script-started", { callId: options.envelopeId, source: options.origin });
  const end = await runToEnd(options);
  const elapsedMs = options.clock.elapsed() - began;
  const result = resultOf(options, end, {
    elapsedMs,
    stillRunning: options.processes().filter((id) => !before.has(id)),
  });
  options.telemetry("script-finished", {
    callId: options.envelopeId,
    outcome: result.outcome === "completed" ? "final-value" : result.outcome,
    nestedCalls: result.children.length,
    durationMs: elapsedMs,
    ...budgetOf(result),
  });
  return settleScript(options, end.envelope, result);
}

function resultOf(
  { envelopeId, prompt }: ScriptOptions,
  end: ScriptEnd,
  facts: Pick<EnvelopeResult, "elapsedMs" | "stillRunning">,
): EnvelopeResult {
  const { envelope, outcome, status, text, value, diagnostics, steps, answered } = end;
  const { children, direct, warnings } = envelope === undefined ? NOTHING_RAN : { ...envelope, ...envelope.checked };
  const records = children.map(recordOf);
  const notes = [...(prompt?.contexts ?? []), ...notesOf(children)];
  return {
    id: envelopeId,
    outcome,
    status,
    direct,
    text,
    delivery: deliveryOf(text, facts.stillRunning, notes),
    value,
    diagnostics,
    warnings,
    errorKind: errorKindOf(diagnostics),
    children: records,
    notes,
    media: answered?.settled?.media ?? [],
    trusted: records.every(({ trusted }) => trusted),
    stop: children.find(({ settled }) => settled?.stop !== undefined)?.settled?.stop,
    steps,
    savings: undefined,
    ...facts,
  };
}

const NOTHING_RAN: Pick<Envelope, "children" | "direct"> & Pick<EnvelopeResult, "warnings"> = {
  children: [],
  direct: undefined,
  warnings: [],
};

/** How a script ended, before it is told to anybody. */
interface ScriptEnd {
  readonly envelope: Envelope | undefined;
  readonly outcome: EnvelopeOutcome;
  readonly status: CallStatus;
  readonly text: string;
  readonly steps: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly value: Value | undefined;
  /** The call that a direct script is, once it was made. */
  readonly answered: Child | undefined;
}

async function runToEnd(options: ScriptOptions): Promise<ScriptEnd> {
  const { source, limits, tools, route, prompt } = options;
  if (prompt?.refused !== undefined) return refused(prompt.refused);
  const verdict = preflight(read(source, limits), tools.roster, { limits });
  if (!verdict.ok) return failed(undefined, options, { diagnostics: verdict.diagnostics, steps: 0 });
  const { checked } = verdict;
  const envelope: Envelope = {
    options,
    checked,
    direct: recogniseDirect(checked)?.tool,
    children: [],
    scriptClock: createScriptClock(options.clock),
    stopCalls: createCancelSource(options.cancel),
    halt: undefined,
    refused: false,
    opened: false,
    batches: 0,
    slots: undefined,
  };
  const machine = createMachine(checked, { limits, ...(route !== undefined && { route }) });
  const end = await watched(envelope, () =>
    drive(machine, {
      limits,
      clock: options.clock,
      scriptClock: envelope.scriptClock,
      cancel: options.cancel,
      answer: (calls, joined) => answerCalls(envelope, calls, joined),
    }),
  );
  return ended(envelope, end);
}

/**
 * Drives while two things are watched: waits for the person stop the script's clock, and when its time is up the calls
 * that run are stopped. A direct call has its tool's own timeout: there is no script left to bound.
 */
async function watched<T>(envelope: Envelope, run: () => Promise<T>): Promise<T> {
  const { options, scriptClock, stopCalls, direct } = envelope;
  const over = createCancelSource();
  const unwatch = options.waits.watch(options.envelopeId, (change, callId) => {
    if (change === "waits") {
      scriptClock.waitBegan();
      envelope.slots?.leave(callId);
    } else if (change === "goes-on") scriptClock.waitEnded();
    else stopSiblings(envelope, callId);
  });
  const expiry =
    direct === undefined
      ? scriptClock.expires(options.limits["max-seconds"] * 1_000, over.token).then((expired) => {
          if (expired) stopCalls.cancel("the script's time is up");
        })
      : undefined;
  try {
    return await run();
  } finally {
    unwatch();
    over.cancel("the script has ended");
    await expiry;
  }
}

function ended(envelope: Envelope, end: DriveEnd<ScriptHalt>): ScriptEnd {
  const { options } = envelope;
  const nothing = { envelope, steps: 0, diagnostics: [], value: undefined, answered: undefined };
  switch (end.state) {
    case "done": {
      const { steps, value } = end;
      return { ...nothing, outcome: "completed", status: "success", text: finalText(value), steps, value };
    }
    case "failed":
      return failed(envelope, options, { diagnostics: [end.diagnostic], steps: end.steps });
    case "cancelled":
      return interrupted(envelope, end.steps);
    case "halted":
      return halted(envelope, end.halt, end.steps);
  }
}

function halted(envelope: Envelope, halt: ScriptHalt, steps: number): ScriptEnd {
  const base = { envelope, steps, diagnostics: [], value: undefined };
  switch (halt.halt) {
    case "unrecorded": {
      const text = `Error: the script was not started, because its record could not be written: ${halt.problem}`;
      return { ...base, outcome: "script-error", status: "error", text, answered: undefined };
    }
    case "interrupted":
      return interrupted(envelope, steps);
    case "answered":
      return answeredDirectly(envelope, halt.child, steps);
    case "denied":
      if (envelope.direct !== undefined) return answeredDirectly(envelope, halt.child, steps);
      return {
        ...base,
        outcome: "denied",
        status: "denied",
        text: deniedText(envelope, halt.child),
        answered: undefined,
      };
  }
}

/** What a direct call came to is what the script came to: the tool's own text, status and media (R199, A39, A40). */
function answeredDirectly(envelope: Envelope, child: Child, steps: number): ScriptEnd {
  const status = child.settled?.status ?? "interrupted";
  const outcome =
    status === "denied" ? "denied" : status === "interrupted" || status === "cancelled" ? "interrupted" : "completed";
  const text = child.settled?.text ?? "";
  return { envelope, steps, diagnostics: [], value: undefined, outcome, status, text, answered: child };
}

/** The account of a script that a denial ended (2.8): which call, why, and what became of every other one. */
function deniedText({ children }: Envelope, denied: Child): string {
  const what = denied.batch === undefined ? "script" : "batch";
  const reason = denialReason(denied.settled?.text ?? "");
  return `Error: ${what} aborted because nested ${denied.call.name} was denied: ${reason}${accountOf(children)}`;
}

/** What stands after `Permission denied: `, bounded; the whole text when there is no more to say. */
function denialReason(text: string): string {
  return previewOf(/^(?:Error: )?Permission denied: (.+)$/su.exec(text)?.[1] ?? text);
}

function interrupted(envelope: Envelope, steps: number): ScriptEnd {
  const [only] = envelope.children;
  if (envelope.direct !== undefined && only?.settled !== undefined) return answeredDirectly(envelope, only, steps);
  const text = `Error: script interrupted${accountOf(envelope.children)}`;
  const base = { envelope, steps, diagnostics: [], value: undefined, answered: undefined };
  return { ...base, outcome: "interrupted", status: "interrupted", text };
}

function failed(
  envelope: Envelope | undefined,
  { source }: ScriptOptions,
  { diagnostics, steps }: { diagnostics: readonly Diagnostic[]; steps: number },
): ScriptEnd {
  const errors = diagnostics.filter(({ kind }) => kind !== "warning");
  const text = `Error: ${errors.map((diagnostic) => describe(diagnostic, source)).join("\n")}`;
  return {
    envelope,
    outcome: "script-error",
    status: "error",
    text,
    steps,
    diagnostics: errors,
    value: undefined,
    answered: undefined,
  };
}

/** A script that hooks let nothing be done of, not even read. */
function refused(reason: string): ScriptEnd {
  return {
    envelope: undefined,
    outcome: "denied",
    status: "denied",
    text: `Error: ${reason}`,
    steps: 0,
    diagnostics: [],
    value: undefined,
    answered: undefined,
  };
}

/** The kind of the problem that decided; warnings decide nothing. */
function errorKindOf([first]: readonly Diagnostic[]): EnvelopeResult["errorKind"] {
  return first === undefined || first.kind === "warning" ? undefined : first.kind;
}

/** A final value as text (2.1): a string verbatim, everything else readable. */
export function finalText(value: Value): string {
  return toText(value instanceof Str ? value.text : print(value));
}
