/**
 * Guest values (R033). Guest data is immutable, so every aggregate carries from birth how many
 * nodes and bytes it would take when written out with shared parts repeated; budget checks are
 * therefore constant time (R233, R234).
 *
 * An integer is a JavaScript number while it is a safe integer and a `Big` beyond that; a float is
 * always a boxed `Flo`, because 1 and 1.0 are different values and because floats have identity.
 */

/** Any guest value. A bare number is always a safe integer. */
export type Value = number | Big | Flo | Str | Sym | Pair | Vec | Closure;

/** An integer outside the safe range of a JavaScript number. Make one with `integer`, never directly. */
export class Big {
  declare readonly value: bigint;
  /** Binary digits of the magnitude (budget `max-number-bits`). */
  declare readonly bits: number;
  declare readonly nodes: number;
  declare readonly bytes: number;
  /** @param value an integer whose magnitude is above Number.MAX_SAFE_INTEGER */
  constructor(value: bigint) {
    this.value = value;
    this.nodes = 1;
    this.bits = bitLength(value);
    this.bytes = decimalLength(value, this.bits);
  }
}

/** Binary digits of the magnitude of an integer; 0 for 0. Linear: hexadecimal digits need no division. */
export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16);
  return hex.length * 4 - Math.clz32(parseInt(hex.charAt(0), 16)) + 28;
}

/** Length of the decimal form of an integer of `bits` binary digits, sign included, without making that form where the bits decide it. */
function decimalLength(value: bigint, bits: number): number {
  const sign = value < 0n ? 1 : 0;
  const least = Math.floor((bits - 1) * Math.LOG10E * Math.LN2) + 1;
  const most = Math.floor(bits * Math.LOG10E * Math.LN2) + 1;
  if (least === most) return least + sign;
  // The bits leave one power of ten in question.
  return ((value < 0n ? -value : value) >= 10n ** BigInt(least) ? most : least) + sign;
}

/** A float (R033). `negativeNan` keeps the sign that JavaScript loses on NaN: `-0.0e+NaN` prints differently. */
export class Flo {
  declare readonly value: number;
  declare readonly negativeNan: boolean;
  declare readonly nodes: number;
  declare readonly bytes: number;
  constructor(value: number, negativeNan = false) {
    this.value = value;
    this.negativeNan = negativeNan;
    this.nodes = 1;
    this.bytes = 8;
  }
}

/**
 * A string: a sequence of Unicode characters. `text` is well-formed UTF-16, except that a raw byte
 * 0x80–0xFF (what "\200" reads as) is kept as the lone low surrogate U+DC80–U+DCFF.
 * `chars` counts characters and `bytes` counts UTF-8 bytes (a raw byte counts 1). `chars === text.length`
 * says that indices into `text` are character indices.
 */
export class Str {
  declare readonly text: string;
  declare readonly chars: number;
  declare readonly nodes: number;
  declare readonly bytes: number;
  /** Prefer `str(text)`, which measures; call this only where chars and bytes are already known. */
  constructor(text: string, chars: number, bytes: number) {
    this.text = text;
    this.chars = chars;
    this.nodes = 1;
    this.bytes = bytes;
  }
}

/** A symbol or keyword (R024). Interned ones are unique per `SymbolTable`; `gensym` makes uninterned ones. */
export class Sym {
  declare readonly name: string;
  declare readonly keyword: boolean;
  declare readonly nodes: number;
  declare readonly bytes: number;
  constructor(name: string, bytes = utf8Length(name)) {
    this.name = name;
    this.keyword = name.length > 1 && name.charCodeAt(0) === 58;
    this.nodes = 1;
    this.bytes = bytes;
  }
}

/** A pair. `nodes` and `bytes` count both sides, shared parts every time they occur. */
export class Pair {
  declare readonly car: Value;
  declare readonly cdr: Value;
  declare readonly nodes: number;
  declare readonly bytes: number;
  /** Prefer `Meter.cons` at run time, which charges; this is for the reader and for measured data. */
  constructor(car: Value, cdr: Value, nodes: number, bytes: number) {
    this.car = car;
    this.cdr = cdr;
    this.nodes = nodes;
    this.bytes = bytes;
  }
}

/** A vector literal or the result of a sequence primitive on one (R026). `items` is never changed. */
export class Vec {
  declare readonly items: readonly Value[];
  declare readonly nodes: number;
  declare readonly bytes: number;
  constructor(items: readonly Value[], nodes: number, bytes: number) {
    this.items = items;
    this.nodes = nodes;
    this.bytes = bytes;
  }
}

/**
 * A function made by `lambda` or `defun` (R047). `code` belongs to the route that made it. `bare` says
 * that no lexical variable was in scope where it was made; only such closures can be `equal` without
 * being the same one.
 */
export class Closure {
  declare readonly params: Value;
  declare readonly body: Value;
  declare readonly bare: boolean;
  declare readonly code: unknown;
  declare readonly nodes: number;
  declare readonly bytes: number;
  constructor(params: Value, body: Value, bare: boolean, code: unknown) {
    this.params = params;
    this.body = body;
    this.bare = bare;
    this.code = code;
    this.nodes = 1;
    this.bytes = 8;
  }
}

/** The empty list and false. Takes no bytes. */
export const NIL = new Sym("nil", 0);
/** The canonical true value. */
export const T = new Sym("t");

/** What `'x` reads as: not the guest's own symbol `quote`, so `''x` prints as `'x` and `'(quote x)` does not. */
export const READER_QUOTE = new Sym("quote");
/** What a backquote reads as; see `READER_QUOTE`. */
export const READER_BACKQUOTE = new Sym("`");
/** What a comma reads as; see `READER_QUOTE`. */
export const READER_COMMA = new Sym(",");
/** What `,@` reads as; see `READER_QUOTE`. */
export const READER_COMMA_AT = new Sym(",@");

/** The symbols of one program (R024). Names never reach host symbols; `nil` and `t` are canonical. */
export interface SymbolTable {
  /** The one symbol of that name in this table. */
  intern(name: string): Sym;
}

/** A fresh private symbol table (R024). */
export function createSymbolTable(): SymbolTable {
  const table = new Map<string, Sym>([
    ["nil", NIL],
    ["t", T],
  ]);
  return {
    intern(name) {
      let symbol = table.get(name);
      if (symbol === undefined) {
        symbol = new Sym(name);
        table.set(name, symbol);
      }
      return symbol;
    },
  };
}

/** UTF-8 length of well-formed text; a lone low surrogate U+DC80–U+DCFF (a raw byte) counts 1, another lone one 3. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2;
    else if (unit < 0xdc00 && i + 1 < text.length && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      i++;
    } else if (unit < 0xdc80 || unit > 0xdcff) bytes += 2;
  }
  return bytes;
}

/** Number of characters (code points; a lone surrogate counts 1). */
export function charLength(text: string): number {
  let chars = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      chars--;
      i++;
    }
  }
  return chars;
}

/** The empty string is one object, as in Emacs: `(eq "" "")` is t. */
export const EMPTY = new Str("", 0, 0);

/** A string value of `text`, measured in one pass. Charges nothing: see `Meter.str`. */
export function str(text: string): Str {
  if (text.length === 0) return EMPTY;
  const bytes = utf8Length(text);
  return new Str(text, bytes === text.length ? bytes : charLength(text), bytes);
}

/** An integer value: a number while safe, else a `Big`. */
export function integer(value: bigint): number | Big {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : new Big(value);
}

/** True for integers of either representation. */
export function isInteger(value: Value): value is number | Big {
  return typeof value === "number" || value instanceof Big;
}

/** True for a cons or nil. */
export function isList(value: Value): value is Pair | Sym {
  return value instanceof Pair || value === NIL;
}

/** Guest truth (R034). */
export function truth(condition: boolean): Sym {
  return condition ? T : NIL;
}

/** Bytes an integer takes: its printed length. */
export function digitCount(value: number): number {
  if (value < 0) return 1 + digitCount(-value);
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  let count = 4;
  for (let bound = 10000; value >= bound; bound *= 10) count++;
  return count;
}

/** Value bytes (budget `value-bytes`): see the table in media/reference/limits.md. Constant time. */
export function bytesOf(value: Value): number {
  if (typeof value === "number") return digitCount(value);
  if (value instanceof Pair) return value.bytes;
  if (value instanceof Str) return value.bytes;
  return value.bytes;
}

/** Value nodes (budget `value-nodes`): one per item and per pair, list-ending nils included. Constant time. */
export function nodesOf(value: Value): number {
  if (value instanceof Pair) return value.nodes;
  if (value instanceof Vec) return value.nodes;
  return 1;
}

/** A pair with its measure, uncharged: for the reader and for hosts. */
export function pair(car: Value, cdr: Value): Pair {
  return new Pair(car, cdr, 1 + nodesOf(car) + nodesOf(cdr), 1 + bytesOf(car) + bytesOf(cdr));
}

/** The vector without elements is one object, as in Emacs: `(eq [] [])` is t. */
export const EMPTY_VECTOR = new Vec([], 1, 0);

/** A vector with its measure, uncharged: for the reader and for hosts. */
export function vec(items: readonly Value[]): Vec {
  if (items.length === 0) return EMPTY_VECTOR;
  let nodes = 1;
  let bytes = items.length;
  for (const item of items) {
    nodes += nodesOf(item);
    bytes += bytesOf(item);
  }
  return new Vec(items, nodes, bytes);
}

/** A proper list of `items` (ending in `tail`), uncharged: for the reader and for hosts. */
export function list(items: readonly Value[], tail: Value = NIL): Value {
  let result = tail;
  for (let i = items.length - 1; i >= 0; i--) result = pair(items[i] as Value, result);
  return result;
}

/** The elements of a proper list, or undefined for anything else. Bounded by the value's node count. */
export function listItems(value: Value): Value[] | undefined {
  const items: Value[] = [];
  let rest = value;
  while (rest instanceof Pair) {
    items.push(rest.car);
    rest = rest.cdr;
  }
  return rest === NIL ? items : undefined;
}

/** Whether `value` holds a closure at any depth (R036). Bounded by the value's node count; no host recursion. */
export function holdsClosure(value: Value): boolean {
  const pending: Value[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof Closure) return true;
    if (next instanceof Pair) pending.push(next.car, next.cdr);
    else if (next instanceof Vec) for (const item of next.items) pending.push(item);
  }
  return false;
}
