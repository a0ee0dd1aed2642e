import type { Convenience } from "./conveniences.ts";
import type { Expansion, Move } from "./expansion.ts";
import { Fault } from "./fault.ts";
import type { SymbolTable, Value } from "./values.ts";
import { list, NIL, Pair, pair, READER_QUOTE, Sym, Vec } from "./values.ts";

/** Why a template cannot be expanded, in words for E140; `cell` holds the part to blame. */
export interface TemplateProblem {
  readonly problem: string;
  readonly cell?: Pair;
}

const PROBLEMS = {
  splice: ",@ is only possible as an element of a list inside a backquote",
  nested: "a backquote inside a backquote is not supported",
  dotted: "a comma after a dot, as in (a . ,b), is not supported",
  parts: "a comma takes exactly one form",
  vector: "a vector in a template is constant data and cannot hold a comma",
  improper: "a template must be a proper list",
  template: "a backquote takes one template",
} as const;

/** What an expansion is made with. */
interface Workshop {
  readonly list: Sym;
  readonly append: Sym;
  readonly moved: Move[];
  /** Set before a refusal is thrown. */
  refused: TemplateProblem | undefined;
}

/** A refusal to throw: it leaves this file only as the answer of `expandTemplate`. */
function refusal(shop: Workshop, problem: string, cell: Pair | undefined): Fault {
  shop.refused = cell === undefined ? { problem } : { problem, cell };
  return new Fault("E140", "script", { problem });
}

/**
 * Expands the template of a one-level backquote (R160–R163): a part without commas becomes `(quote PART)`, runs
 * of elements become `(list ELEMENT...)`, splices are joined with `append`; `` `,x `` is x and `` `(,@x) `` is x.
 * Nested backquotes, `,@` outside a list, `(a . ,b)` and commas inside vectors (A19) are refused. It may recurse:
 * templates come from the reader or from an admitted expansion, so `max-depth` bounds their nesting.
 */
export function expandTemplate(template: Value, symbols: SymbolTable): Expansion | TemplateProblem {
  const shop: Workshop = {
    list: symbols.intern("list"),
    append: symbols.intern("append"),
    moved: [],
    refused: undefined,
  };
  try {
    const form = expandPart(shop, template, undefined) ?? quoted(template);
    return { form, moved: shop.moved };
  } catch (error) {
    if (shop.refused !== undefined) return shop.refused;
    throw error;
  }
}

/** The template constructs, by the name of the symbol in head position: both spellings count (see `READER_COMMA`). */
function constructOf(value: Value): "," | ",@" | "`" | undefined {
  const name = value instanceof Sym ? value.name : undefined;
  return name === "," || name === ",@" || name === "`" ? name : undefined;
}

function quoted(value: Value): Value {
  return list([READER_QUOTE, value]);
}

/** The form that makes `part`, or undefined when the part is constant. `cell` is where the part stands. */
function expandPart(shop: Workshop, part: Value, cell: Pair | undefined): Value | undefined {
  if (part instanceof Vec) {
    if (holdsConstruct(part)) throw refusal(shop, PROBLEMS.vector, cell);
    return undefined;
  }
  if (part instanceof Sym && constructOf(part) !== undefined) throw refusal(shop, PROBLEMS.parts, cell);
  if (!(part instanceof Pair)) return undefined;
  const construct = constructOf(part.car);
  if (construct === ",") return unquoted(shop, part).car;
  if (construct === ",@") throw refusal(shop, PROBLEMS.splice, part);
  if (construct === "`") throw refusal(shop, PROBLEMS.nested, part);
  return expandList(shop, part);
}

/** The cell that holds the form of `(, FORM)` or `(,@ FORM)`. */
function unquoted(shop: Workshop, part: Pair): Pair {
  const cell = part.cdr;
  if (!(cell instanceof Pair) || cell.cdr !== NIL) throw refusal(shop, PROBLEMS.parts, part);
  return cell;
}

/** One argument of the `list` calls: its form, and the cell it came from. */
interface Element {
  readonly form: Value;
  readonly from: Pair;
}

/** One argument of `append`: a run of elements or a spliced form. */
type Segment = Element[] | Element;

function expandList(shop: Workshop, part: Pair): Value | undefined {
  const segments: Segment[] = [];
  let constant = true;
  let rest: Value = part;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const element = rest.car;
    if (constructOf(element) !== undefined) throw refusal(shop, PROBLEMS.dotted, rest);
    if (element instanceof Pair && constructOf(element.car) === ",@") {
      const cell = unquoted(shop, element);
      segments.push({ form: cell.car, from: cell });
      constant = false;
      continue;
    }
    const form = expandPart(shop, element, rest);
    if (form !== undefined) constant = false;
    addElement(
      segments,
      form === undefined ? { form: quoted(element), from: rest } : { form, from: innerCell(element, rest) },
    );
  }
  if (rest !== NIL) throw refusal(shop, PROBLEMS.improper, part);
  return constant ? undefined : joinSegments(shop, segments, part);
}

/** Where an unquoted form stands: in the cell after its comma; anything else stands in its own cell. */
function innerCell(element: Value, cell: Pair): Pair {
  const isUnquote = element instanceof Pair && constructOf(element.car) === ",";
  return isUnquote && element.cdr instanceof Pair ? element.cdr : cell;
}

function addElement(segments: Segment[], element: Element): void {
  const last = segments.at(-1);
  if (Array.isArray(last)) last.push(element);
  else segments.push([element]);
}

function joinSegments(shop: Workshop, segments: readonly Segment[], part: Pair): Value {
  const forms = segments.map((segment): Element => {
    return Array.isArray(segment) ? { form: call(shop, shop.list, segment, part), from: part } : segment;
  });
  const [only] = forms;
  return forms.length === 1 && only !== undefined ? only.form : call(shop, shop.append, forms, part);
}

/** A call of `operator`; its cells stand for the cells the elements came from. */
function call(shop: Workshop, operator: Sym, elements: readonly Element[], part: Pair): Pair {
  let args: Value = NIL;
  for (const element of elements.toReversed()) {
    const cell = pair(element.form, args);
    shop.moved.push({ to: cell, from: element.from });
    args = cell;
  }
  const form = pair(operator, args);
  shop.moved.push({ to: form, from: part });
  return form;
}

/** Whether a vector holds a comma or backquote at any depth. */
function holdsConstruct(vector: Vec): boolean {
  const pending: Value[] = [...vector.items];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof Pair) {
      if (constructOf(next.car) !== undefined) return true;
      pending.push(next.car, next.cdr);
    } else if (next instanceof Vec) for (const item of next.items) pending.push(item);
  }
  return false;
}

/** The backquote as an operator (R160): it expands like a convenience. */
export const BACKQUOTE: Convenience = {
  name: "`",
  shape: "`TEMPLATE",
  doc: "Makes a list after a template: ,FORM stands for a value, ,@FORM for the elements of a list, everything else for itself.",
  examples: [["(let ((x 1) (more '(2 3))) `(a ,x ,@more))", "(a 1 2 3)"]],
  problem(form) {
    return form.cdr instanceof Pair && form.cdr.cdr === NIL ? undefined : PROBLEMS.template;
  },
  expand(form, symbols) {
    const cell = form.cdr as Pair;
    return expandTemplate(cell.car, symbols);
  },
};
