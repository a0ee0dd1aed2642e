import { admitExpansion } from "../expansion.ts";
import type { Definition } from "../program.ts";
import { listItems, NIL, pair, type Pair } from "../values.ts";
import { placeOf } from "./blame.ts";
import { bind, deepen, definedFunction, pushActivation, type Code } from "./call.ts";
import { markSite, type Binding } from "./environment.ts";
import type { Frame, FrameKind, Run } from "./run.ts";
import { evaluateBody } from "./body.ts";
import { NO_VALUES } from "./run.ts";

/** Runs a macro's body on the argument forms of a call (R153, R154); the expansion follows when it answers. */
export function beginMacroCall(
  run: Run,
  call: { readonly definition: Definition; readonly form: Pair; readonly env: Binding },
): void {
  const { definition, form, env } = call;
  const closure = definedFunction(run, definition);
  const inner = bind(run, closure.code as Code, listItems(form.cdr) ?? []);
  deepen(run);
  const frame: Frame<Definition> = { kind: MACRO, form, env, rest: NIL, values: NO_VALUES, index: 0, data: definition };
  run.push(frame);
  evaluateBody(run, closure.body, inner);
}

/** Waits for what a macro's body answers, and evaluates that where the call stands (R155–R157). */
const MACRO: FrameKind<Definition> = {
  tag: "macro",
  boundary: true,
  resume(run, frame, value) {
    run.depth--;
    admitExpansion(value, run.meter, frame.data.name.name);
    pushActivation(run);
    run.evaluate(pair(value, NIL), markSite(frame.env, placeOf(run, frame.form, frame.env)));
  },
};
