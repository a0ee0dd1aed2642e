import type { Pair } from "../../values.ts";
import type { TreeForm } from "../form.ts";

/** `(quote DATUM)` answers DATUM itself. */
export const QUOTE = {
  begin(run, form) {
    run.answer(QUOTE.now(run, form));
  },
  now(_run, form) {
    return (form.cdr as Pair).car;
  },
} satisfies TreeForm;
