import type { Diagnostic } from "./diagnostics.ts";
import type { Pair, Sym, SymbolTable, Value } from "./values.ts";

/** A script as read: always made, even from broken text (R023–R032). `diagnostics` holds what is wrong with it. */
export interface Program {
  readonly source: string;
  readonly symbols: SymbolTable;
  /** The top-level forms, in order, as one list of cells; runs as an implicit progn. */
  readonly forms: Value;
  /** For each list cell that came from the text: where the element in its car begins (UTF-16 offset). */
  readonly places: ReadonlyMap<Pair, number>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The tools a script may call in one request (R056, R262). */
export interface Roster {
  readonly names: ReadonlySet<string>;
  /** Names that must be the entire expression (R202). */
  readonly standalone: ReadonlySet<string>;
}

/** A top-level definition (R141). */
export interface Definition {
  readonly kind: "function" | "macro";
  readonly name: Sym;
  /** The parameter list as written; nil when there is none. */
  readonly params: Value;
  readonly body: Value;
  /** The definition form itself, for its place in the source. */
  readonly form: Pair;
}

declare const checkedBrand: unique symbol;

/** A program that passed preflight; only `preflight` makes one. */
export interface Checked {
  readonly [checkedBrand]: true;
  readonly program: Program;
  readonly roster: Roster;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The body: the top-level forms without the definitions. */
  readonly body: Value;
  readonly warnings: readonly Diagnostic[];
}
