import type { Pair } from "../../values.ts";
import type { TreeForm } from "../form.ts";
import { checkWidth } from "../now.ts";

/** `(quote DATUM)` answers DATUM itself. */
export const QUOTE = {
  begin(run, form) {
    run.answer(QUOTE.now(run, form));
  },
  now(run, form) {
    const cell = form.cdr as Pair;
    if (run.wideLiterals) checkWidth(run, cell);
    return cell.car;
  },
} satisfies TreeForm;
