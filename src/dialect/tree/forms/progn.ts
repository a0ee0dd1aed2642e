import type { TreeForm } from "../form.ts";
import { evaluateBody } from "../body.ts";

/** `(progn FORM...)`. */
export const PROGN: TreeForm = {
  begin(run, form, env) {
    evaluateBody(run, form.cdr, env);
  },
};
