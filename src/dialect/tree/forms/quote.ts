import type { Pair } from "../../values.ts";
import type { TreeForm } from "../form.ts";
import { checkWidth } from "../run.ts";

/** `(quote DATUM)` answers DATUM itself. */
export const QUOTE: TreeForm = {
  begin(run, form) {
    const cell = form.cdr as Pair;
    if (run.wideLiterals) checkWidth(run, cell);
    run.answer(cell.car);
  },
};
