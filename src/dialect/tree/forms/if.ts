import type { Pair, Value } from "../../values.ts";
import { NIL } from "../../values.ts";
import type { Binding } from "../environment.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { evaluateBody } from "../body.ts";
import { NO_VALUES } from "../run.ts";

/** `(if CONDITION THEN ELSE...)`: both branches are tails (R043). */
export const IF: TreeForm = {
  begin(run, form, env) {
    const condition = form.cdr as Pair;
    const value = valueNow(run, condition, env, 0);
    if (value === undefined) {
      const frame: Frame<undefined> = {
        kind: BRANCH,
        form,
        env,
        rest: condition.cdr,
        values: NO_VALUES,
        index: 0,
        data: undefined,
      };
      run.push(frame);
      evaluateDeferred(run);
    } else choose(run, condition.cdr as Pair, { value, env });
  },
};

const BRANCH: FrameKind<undefined> = {
  tag: "if",
  boundary: false,
  resume(run, frame, value) {
    choose(run, frame.rest as Pair, { value, env: frame.env });
  },
};

function choose(run: Run, branches: Pair, tested: { readonly value: Value; readonly env: Binding }): void {
  if (tested.value !== NIL) run.evaluate(branches, tested.env);
  else evaluateBody(run, branches.cdr, tested.env);
}
