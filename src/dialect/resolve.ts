import { type ConvenienceName, CONVENIENCES } from "./conveniences.ts";
import type { FormName } from "./forms.ts";
import { FORMS } from "./forms.ts";
import type { Primitive } from "./primitive.ts";
import { PRIMITIVES } from "./primitives.ts";
import type { Checked, Definition, Roster } from "./program.ts";
import type { Sym, SymbolTable } from "./values.ts";
import { READER_BACKQUOTE, READER_QUOTE } from "./values.ts";

/** What a name in operator position is (R262). */
export type Resolution =
  | { readonly kind: "form"; readonly name: FormName }
  | { readonly kind: "convenience"; readonly name: ConvenienceName }
  | { readonly kind: "backquote" }
  | { readonly kind: "primitive"; readonly primitive: Primitive }
  | { readonly kind: "function"; readonly definition: Definition }
  | { readonly kind: "macro"; readonly definition: Definition }
  | { readonly kind: "tool"; readonly name: string; readonly standalone: boolean }
  | { readonly kind: "definer"; readonly name: "defun" | "defmacro" }
  | { readonly kind: "unknown"; readonly name: string };

/** What a resolver looks names up in. */
export interface Names {
  readonly symbols: SymbolTable;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly roster: Roster;
  /** What was resolved before, where a caller resolves again and again. Holds only names of the tables, the script and the roster. */
  readonly known?: Map<Sym, Resolution>;
}

/** What a program's names are looked up in. */
export function namesOf({ program, definitions, roster }: Pick<Checked, "program" | "definitions" | "roster">): Names {
  return { symbols: program.symbols, definitions, roster };
}

const QUOTE: Resolution = { kind: "form", name: "quote" };
const BACKQUOTE: Resolution = { kind: "backquote" };
const DEFUN: Resolution = { kind: "definer", name: "defun" };
const DEFMACRO: Resolution = { kind: "definer", name: "defmacro" };

/** Fixed resolutions, the same in every script. */
const BUILT_IN: ReadonlyMap<string, Resolution> = new Map<string, Resolution>([
  ...(Object.keys(FORMS) as FormName[]).map((name): [string, Resolution] => [name, { kind: "form", name }]),
  ...(Object.keys(CONVENIENCES) as ConvenienceName[]).map((name): [string, Resolution] => [
    name,
    { kind: "convenience", name },
  ]),
  ["`", BACKQUOTE],
  ["defun", DEFUN],
  ["defmacro", DEFMACRO],
  ...[...PRIMITIVES].map(([name, primitive]): [string, Resolution] => [name, { kind: "primitive", primitive }]),
]);

/** What the dialect itself means by `name`, whatever the script and its request (R056). */
export function resolveBuiltIn(name: string): Resolution | undefined {
  return BUILT_IN.get(name);
}

/**
 * The one answer to "what is this name" for preflight, both machines and the editor. Uninterned symbols
 * (gensym) are never operators. Bindings play no part: operators are not looked up among variables (2.2).
 */
export function resolveOperator(symbol: Sym, names: Names): Resolution {
  if (symbol === READER_QUOTE) return QUOTE;
  if (symbol === READER_BACKQUOTE) return BACKQUOTE;
  const known = names.known?.get(symbol);
  if (known !== undefined) return known;
  const resolution = resolveName(symbol, names);
  if (resolution.kind !== "unknown") names.known?.set(symbol, resolution);
  return resolution;
}

function resolveName(symbol: Sym, names: Names): Resolution {
  const name = symbol.name;
  if (names.symbols.intern(name) !== symbol) return { kind: "unknown", name };
  const builtIn = BUILT_IN.get(name);
  if (builtIn !== undefined) return builtIn;
  const definition = names.definitions.get(name);
  if (definition !== undefined) return { kind: definition.kind, definition };
  if (names.roster.names.has(name)) return { kind: "tool", name, standalone: names.roster.standalone.has(name) };
  return { kind: "unknown", name };
}
