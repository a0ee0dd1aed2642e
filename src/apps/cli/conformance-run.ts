import type { CallRequest, Checked, Diagnostic, Route, Value } from "../../dialect/index.ts";
import { createMachine, messageOf, preflight, print, read } from "../../dialect/index.ts";
import { bytesOf, nodesOf } from "../../dialect/values.ts";
import { failureValue } from "../../script/from-outcome.ts";
import { recogniseDirect } from "../../script/recognise-direct.ts";
import { refusalText } from "../../script/refusal.ts";
import { toInput } from "../../script/to-input.ts";
import { cannedAnswers } from "./canned-answers.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import type { Settled } from "./drive.ts";
import { drive, driveNow } from "./drive.ts";

/** A call as it happened; `json` is there when the case has schemas for the tool and the arguments fit them. */
export interface ObservedCall {
  readonly name: string;
  readonly args: string;
  readonly batch?: number;
  readonly json?: string;
}

/** What running a case showed. */
export interface Observed {
  readonly ok: boolean;
  readonly value?: string;
  readonly kind?: string;
  /** Everything a person would be told about the failure. */
  readonly message?: string;
  readonly calls: readonly ObservedCall[];
  readonly direct?: string;
  readonly steps: number;
}

/** What a guest gets for a result that is over the value budget (2.8). */
const REJECTED = "Nested tool result rejected";

/** Runs one case on one route. */
export function runCase(test: ConformanceCase, route: Route, now: () => number): Observed {
  const program = read(test.script, test.limits);
  const verdict = preflight(program, test.roster, { limits: test.limits });
  if (!verdict.ok) return failure(verdict.diagnostics, [], 0);
  const direct = recogniseDirect(verdict.checked)?.tool;
  const calls: ObservedCall[] = [];
  const settled = settle(test, verdict.checked, { route, now, calls, direct: direct !== undefined });
  const named = direct === undefined ? {} : { direct };
  if (settled.state === "failed") return { ...failure([settled.diagnostic], calls, settled.steps), ...named };
  return { ok: true, value: print(settled.value), calls, steps: settled.steps, ...named };
}

interface Setting {
  readonly route: Route;
  readonly now: () => number;
  /** Filled while the case runs. */
  readonly calls: ObservedCall[];
  /** Whether the script is one direct call, whose refusals are worded shorter. */
  readonly direct: boolean;
}

function settle(test: ConformanceCase, checked: Checked, { route, now, calls, direct }: Setting): Settled {
  const machine = createMachine(checked, { limits: test.limits, route });
  const canned = cannedAnswers(test.answers, checked.program.symbols);
  let joins = 0;
  const answer = (requests: readonly CallRequest[], joined: boolean): readonly Value[] => {
    const batch = joined ? { batch: ++joins } : {};
    return requests.map((request) => {
      const schemas = test.schemas[request.name];
      const converted = toInput(request.name, request.args, schemas);
      const json = converted.ok && schemas !== undefined ? { json: JSON.stringify(converted.input) } : {};
      calls.push({ name: request.name, args: print(request.args), ...batch, ...json });
      if (!converted.ok) return failureValue(refusalText(converted, direct), checked.program.symbols);
      return withinBudget(canned(request), test, checked);
    });
  };
  return driveNow(drive(machine, { limits: test.limits, now, sliceSteps: test.sliceSteps, answer }));
}

/** The result itself, or what stands for one that is over the value budget (2.8). */
function withinBudget(result: Value, test: ConformanceCase, checked: Checked): Value {
  const { "max-value-bytes": bytes, "max-value-nodes": nodes } = test.limits;
  if (bytesOf(result) <= bytes && nodesOf(result) <= nodes) return result;
  return failureValue(REJECTED, checked.program.symbols);
}

function failure(diagnostics: readonly Diagnostic[], calls: readonly ObservedCall[], steps: number): Observed {
  const errors = diagnostics.filter((diagnostic) => diagnostic.kind !== "warning");
  const kind = errors[0]?.kind;
  const message = errors.flatMap((diagnostic) => [messageOf(diagnostic), ...(diagnostic.notes ?? [])]).join("\n");
  return { ok: false, ...(kind !== undefined && { kind }), message, calls, steps };
}
