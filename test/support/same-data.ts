import type { Value } from "../../src/dialect/values.ts";
import {
  Big,
  Flo,
  Pair,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  Str,
  Sym,
  Vec,
} from "../../src/dialect/values.ts";

const READER_SYMBOLS: readonly Value[] = [READER_QUOTE, READER_BACKQUOTE, READER_COMMA, READER_COMMA_AT];

function sameSymbol(left: Sym, right: Sym): boolean {
  const special = READER_SYMBOLS.includes(left) || READER_SYMBOLS.includes(right);
  return special ? left === right : left.name === right.name;
}

function sameFloat(left: Flo, right: Flo): boolean {
  return Object.is(left.value, right.value) && left.negativeNan === right.negativeNan;
}

function sameAtom(left: Value, right: Value): boolean {
  if (left instanceof Sym && right instanceof Sym) return sameSymbol(left, right);
  if (left instanceof Str && right instanceof Str) return left.text === right.text && left.chars === right.chars;
  if (left instanceof Big && right instanceof Big) return left.value === right.value;
  return left instanceof Flo && right instanceof Flo ? sameFloat(left, right) : left === right;
}

/** Whether two values from different symbol tables are the same data, written or not: symbols count by name. No recursion. */
export function sameData(left: Value, right: Value): boolean {
  const pending: [Value, Value][] = [[left, right]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [a, b] = next;
    if (a instanceof Pair && b instanceof Pair) pending.push([a.cdr, b.cdr], [a.car, b.car]);
    else if (a instanceof Vec && b instanceof Vec && a.items.length === b.items.length) {
      a.items.forEach((item, index) => pending.push([item, b.items[index] as Value]));
    } else if (!sameAtom(a, b)) return false;
  }
  return true;
}
