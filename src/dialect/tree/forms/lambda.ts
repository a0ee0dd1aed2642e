import { Fault } from "../../fault.ts";
import { CELL_BYTES } from "../../meter.ts";
import { parseParameters } from "../../parameters.ts";
import { Closure, type Pair } from "../../values.ts";
import { codeFor } from "../call.ts";
import { isBare } from "../environment.ts";
import type { TreeForm } from "../form.ts";

/** `(lambda (PARAMETER...) BODY...)` makes a closure over the environment (R047); its parameters are checked only here. */
export const LAMBDA: TreeForm = {
  begin(run, form, env) {
    const clause = form.cdr as Pair;
    const parameters = parseParameters(clause.car);
    if ("problem" in parameters) throw run.blame(clause, new Fault("E133", "script", { problem: parameters.problem }));
    run.meter.retain(CELL_BYTES);
    run.answer(new Closure(clause.car, clause.cdr, isBare(env, run.root), codeFor(parameters, env, undefined)));
  },
};
