import { Fault } from "../fault.ts";
import { callInArgument } from "../joins.ts";
import type { CallRequest } from "../machine.ts";
import { overBudget } from "../meter.ts";
import { admitResult } from "../results.ts";
import type { Value } from "../values.ts";
import { holdsClosure, list, nodesOf } from "../values.ts";
import type { Frame, OpenCalls, Run } from "./run.ts";

/** A call with evaluated arguments, and where it stands (-1 for a computed one). */
interface ToolCall {
  readonly name: string;
  readonly args: readonly Value[];
  readonly place: number;
}

/** Asks the host for one tool call (R185), made by `frame`: from here the machine waits. */
export function requestCall(run: Run, call: ToolCall, frame: Frame): void {
  const request = makeRequest(run, call);
  if (run.joining !== undefined) {
    throw callInArgument(run.joining, call.name);
  }
  openCalls(run, { requests: [request], joined: false, frame });
}

/** A request whose arguments are within the value budget (R233). */
export function makeRequest(run: Run, call: ToolCall): CallRequest {
  run.meter.operands(call.args);
  return { name: call.name, args: list(call.args), place: call.place };
}

/** Opens calls: counts them all (budget `max-tool-calls`), and refuses lambdas in their arguments (R036, R195). */
export function openCalls(run: Run, calls: OpenCalls): void {
  const allowed = run.limits["max-tool-calls"];
  const wanted = run.toolCalls + calls.requests.length;
  if (wanted > allowed) throw overBudget("max-tool-calls", allowed, wanted);
  run.toolCalls = wanted;
  for (const request of calls.requests) {
    run.meter.work += nodesOf(request.args);
    if (holdsClosure(request.args)) throw new Fault("E370", "value", { where: `an argument of ${request.name}` });
  }
  run.calls = calls;
}

/** Hands on what the host delivered: one value, or the list of a join's (R223). */
export function acceptResults(run: Run, values: readonly Value[], joined: boolean): void {
  const kept = values.map((value) => admitResult(value, run.meter, run.checked.program.symbols));
  run.answer(joined ? run.meter.list(kept) : (kept[0] as Value));
}
