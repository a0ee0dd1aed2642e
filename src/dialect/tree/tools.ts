import { Fault } from "../fault.ts";
import type { CallRequest } from "../machine.ts";
import { overBudget } from "../meter.ts";
import { admitResult } from "../results.ts";
import type { Value } from "../values.ts";
import { holdsClosure, list, nodesOf } from "../values.ts";
import { placeOf } from "./blame.ts";
import type { Run } from "./run.ts";

/** What a join's shape is, by the name of the parallel form. */
export const JOIN_SHAPES: Readonly<Record<string, string>> = {
  parallel: "(parallel (TOOL :KEY VALUE...)...)",
  "parallel-map": "(parallel-map (lambda (NAME) (TOOL :KEY VALUE...)) LIST)",
};

/** Asks the host for one tool call (R185): from here the machine waits. */
export function requestCall(run: Run, name: string, args: readonly Value[]): void {
  const place = run.operandsInForm ? (placeOf(run, run.form) ?? -1) : -1;
  run.operandsInForm = false;
  const request = makeRequest(run, { name, args, place });
  if (run.joining !== undefined) {
    throw new Fault("E350", "script", {
      name: run.joining,
      problem: `an argument calls the tool ${name}`,
      shape: JOIN_SHAPES[run.joining] ?? "",
    });
  }
  openCalls(run, [request], false);
}

/** A request whose arguments are within the value budget (R233). */
export function makeRequest(
  run: Run,
  call: { readonly name: string; readonly args: readonly Value[]; readonly place: number },
): CallRequest {
  run.meter.operands(call.args);
  return { name: call.name, args: list(call.args), place: call.place };
}

/** Opens calls: counts them all (budget `max-tool-calls`), and refuses lambdas in their arguments (R036, R195). */
export function openCalls(run: Run, requests: readonly CallRequest[], joined: boolean): void {
  const allowed = run.limits["max-tool-calls"];
  const wanted = run.toolCalls + requests.length;
  if (wanted > allowed) throw overBudget("max-tool-calls", allowed, wanted);
  run.toolCalls = wanted;
  for (const request of requests) {
    run.meter.work += nodesOf(request.args);
    if (holdsClosure(request.args)) throw new Fault("E370", "value", { where: `an argument of ${request.name}` });
  }
  run.calls = { requests, joined };
}

/** Hands on what the host delivered: one value, or the list of a join's (R223). */
export function acceptResults(run: Run, values: readonly Value[], joined: boolean): void {
  const kept = values.map((value) => admitResult(value, run.meter, run.checked.program.symbols));
  run.answer(joined ? run.meter.list(kept) : (kept[0] as Value));
}
