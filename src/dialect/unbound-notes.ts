import type { Checked } from "./program.ts";
import { COMMANDS } from "./reader/foreign.ts";
import type { Value } from "./values.ts";
import { NIL, Pair, Sym } from "./values.ts";

/** What the JSON words are in the dialect (R037). */
const LITERALS: Readonly<Record<string, string>> = {
  true: "true is an ordinary name here, not a constant; write t, or :true in an argument",
  false: "false is an ordinary name here, not a constant; write :json-false, or nil for a boolean argument",
  null: "null is an ordinary name here, not a constant; write :null",
};

/**
 * What an unbound use of the variable `name` at `place` (UTF-16 offset, undefined when unknown) probably meant:
 * a JSON word's literal (R037), the command that the whole script is the name of (report 18), or a sibling binding of the same `let`, which `let*` would let it see (R039, R040).
 */
export function unboundNotes(checked: Checked, name: string, place: number | undefined): readonly string[] {
  const literal = Object.hasOwn(LITERALS, name) ? LITERALS[name] : undefined;
  if (literal !== undefined) return [literal];
  if (COMMANDS.has(name) && isAlone(checked, name)) {
    return [`${name} is no variable here; if you mean the shell command, write (Bash :command "${name}")`];
  }
  if (place === undefined || !siblingBinds(checked, name, place)) return [];
  return [
    `${name} is bound by the same let, whose values cannot use each other's names; let* lets a value use the names before it`,
  ];
}

/** Whether the whole script is this one name. */
function isAlone({ program }: Checked, name: string): boolean {
  const { forms } = program;
  return forms instanceof Pair && forms.cdr === NIL && forms.car instanceof Sym && forms.car.name === name;
}

/** Whether the variable at `place` stands in a value of a `let` that also binds `name`. Linear; no host recursion. */
function siblingBinds(checked: Checked, name: string, place: number): boolean {
  const { program } = checked;
  const letSymbol = program.symbols.intern("let");
  const pending: Value[] = [program.forms];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!(next instanceof Pair)) continue;
    if (
      next.car === letSymbol &&
      next.cdr instanceof Pair &&
      binds(next.cdr.car, name) &&
      holdsPlace(checked, next.cdr.car, place)
    ) {
      return true;
    }
    pending.push(next.cdr, next.car);
  }
  return false;
}

function binds(bindings: Value, name: string): boolean {
  for (let cell = bindings; cell instanceof Pair; cell = cell.cdr) {
    const bound = cell.car instanceof Pair ? cell.car.car : cell.car;
    if (bound instanceof Sym && bound.name === name) return true;
  }
  return false;
}

/** Whether the element that begins at `place` stands in a value of these bindings. */
function holdsPlace(checked: Checked, bindings: Value, place: number): boolean {
  const pending: Value[] = [];
  for (let cell = bindings; cell instanceof Pair; cell = cell.cdr) {
    if (cell.car instanceof Pair) pending.push(cell.car.cdr);
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!(next instanceof Pair)) continue;
    if (checked.program.places.get(next) === place) return true;
    pending.push(next.cdr, next.car);
  }
  return false;
}
