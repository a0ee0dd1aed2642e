import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { CallRequest, Diagnostic, Limits } from "../dialect/index.ts";
import { createMachine, preflight, print, read } from "../dialect/index.ts";
import type { Clock } from "../ports/clock.ts";
import { drive } from "../script/drive.ts";
import type { CallableTools } from "../script/roster.ts";
import { createScriptClock } from "../script/script-clock.ts";
import { toInput } from "../script/to-input.ts";

/** A call that a script would make, with exactly these arguments, or why it could not be made. */
export interface FirstCall {
  readonly tool: string;
  /** Where it stands, in UTF-16 units; -1 when its name was computed. */
  readonly offset: number;
  readonly input: JsonObject | undefined;
  readonly problem: string | undefined;
}

/** How far a script comes without any tool. */
export type FirstCalls =
  /** It wants these: one, or all of a parallel form. */
  | { readonly end: "calls"; readonly calls: readonly FirstCall[] }
  /** It needs none: its value as it is printed. */
  | { readonly end: "value"; readonly text: string }
  /** It has mistakes, or fails before its first call. */
  | { readonly end: "failed"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly end: "cancelled" };

/** What a dry run needs. */
export interface DryRun {
  readonly tools: CallableTools;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly cancel: CancelToken;
}

/**
 * A dry run: runs what needs no tool, within the script's budgets, and stops before its first call or calls. Nothing is
 * asked, recorded or touched.
 */
export async function firstCalls(text: string, { tools, limits, clock, cancel }: DryRun): Promise<FirstCalls> {
  const verdict = preflight(read(text, limits), tools.roster, { limits });
  if (!verdict.ok) return { end: "failed", diagnostics: verdict.diagnostics };
  const end = await drive(createMachine(verdict.checked, { limits }), {
    limits,
    clock,
    cancel,
    scriptClock: createScriptClock(clock),
    answer: (calls) => Promise.resolve({ halt: "dry run", calls: calls.map((call) => firstCall(call, tools)) }),
  });
  switch (end.state) {
    case "halted":
      return { end: "calls", calls: end.halt.calls };
    case "done":
      return { end: "value", text: print(end.value) };
    case "failed":
      return { end: "failed", diagnostics: [end.diagnostic] };
    case "cancelled":
      return { end: "cancelled" };
  }
}

function firstCall({ name, args, place }: CallRequest, tools: CallableTools): FirstCall {
  const at = { tool: name, offset: place };
  const found = tools.find(name);
  if (found === undefined) return { ...at, input: undefined, problem: `there is no tool ${name}` };
  const converted = toInput(name, args, found.schemas);
  return converted.ok
    ? { ...at, input: converted.input, problem: undefined }
    : { ...at, input: undefined, problem: converted.message };
}
