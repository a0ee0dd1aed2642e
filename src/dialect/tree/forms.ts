import type { FormName } from "../forms.ts";
import type { TreeForm } from "./form.ts";
import { AND, OR } from "./forms/and-or.ts";
import { COND } from "./forms/cond.ts";
import { APPLY, FUNCALL } from "./forms/funcall.ts";
import { IF } from "./forms/if.ts";
import { LAMBDA } from "./forms/lambda.ts";
import { LET, LET_STAR } from "./forms/let.ts";
import { MAPCAR } from "./forms/mapcar.ts";
import { PARALLEL, PARALLEL_MAP } from "./forms/parallel.ts";
import { PROGN } from "./forms/progn.ts";
import { QUOTE } from "./forms/quote.ts";
import { SETQ } from "./forms/setq.ts";
import { WHILE } from "./forms/while.ts";

/** The 16 special forms as the tree machine runs them (R042). */
export const TREE_FORMS = {
  quote: QUOTE,
  if: IF,
  progn: PROGN,
  cond: COND,
  and: AND,
  or: OR,
  let: LET,
  "let*": LET_STAR,
  setq: SETQ,
  while: WHILE,
  lambda: LAMBDA,
  funcall: FUNCALL,
  apply: APPLY,
  mapcar: MAPCAR,
  parallel: PARALLEL,
  "parallel-map": PARALLEL_MAP,
} satisfies Record<FormName, TreeForm>;
