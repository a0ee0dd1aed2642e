/** A word character, as the pattern's own `\w` has it: of any script. */
export const WORD = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;

/** Escapes that mean the same everywhere in a pattern, as sets. */
const SETS: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`\p{White_Space}`,
  S: String.raw`\P{White_Space}`,
  w: WORD,
  W: WORD.replace("[", "[^"),
};

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

/** General categories and properties; any other name is taken for a script. */
const CATEGORY =
  /^(?:C[cfnos]?|L[Clmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|Alphabetic|Uppercase|Lowercase|White_Space|Any|ASCII|Letter|Number|Punctuation|Symbol|Mark|Separator|Emoji)$/;

/** Where the reading of a pattern stands. */
export interface PatternReader {
  readonly text: string;
  at: number;
}

/** Ends the reading of a pattern. */
export class PatternMistake extends Error {
  override readonly name = "PatternMistake";
}

/** The next character, whole; an empty text at the end. */
export function nextChar(reader: PatternReader): string {
  const code = reader.text.codePointAt(reader.at);
  const char = code === undefined ? "" : String.fromCodePoint(code);
  reader.at += char.length;
  return char;
}

/** A character that stands for itself, in a class as well as outside. */
export function literal(char: string): string {
  return /^[A-Za-z0-9]$/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** An escape that means a character or a set of them; the backslash has been read. */
export function readEscape(reader: PatternReader): string {
  const char = nextChar(reader);
  if (char === "") throw new PatternMistake("incomplete escape sequence, reached end of pattern prematurely");
  const set = SETS[char];
  if (set !== undefined) return set;
  const control = CONTROLS[char];
  if (control !== undefined) return literal(String.fromCharCode(control));
  if ("xuU".includes(char)) return readCode(reader, char);
  if ("pP".includes(char)) return readProperty(reader, char);
  if (/\d/.test(char)) throw new PatternMistake("backreferences are not supported");
  if (/[A-Za-z]/.test(char)) throw new PatternMistake(`unrecognized escape sequence \\${char}`);
  return literal(char);
}

function readCode(reader: PatternReader, kind: string): string {
  const length = { x: 2, u: 4 }[kind] ?? 8;
  const found = new RegExp(`^(?:\\{([0-9A-Fa-f]+)\\}|([0-9A-Fa-f]{${length}}))`).exec(reader.text.slice(reader.at));
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? "", 16);
  if (!found || code > 0x10ffff) throw new PatternMistake("invalid hexadecimal character code");
  reader.at += found[0].length;
  return literal(String.fromCodePoint(code));
}

function readProperty(reader: PatternReader, kind: string): string {
  const found = /^(?:\{(\^?)([A-Za-z_=: ]+)\}|([A-Z]))/.exec(reader.text.slice(reader.at));
  if (!found) throw new PatternMistake("invalid Unicode property");
  reader.at += found[0].length;
  const name = found[3] ?? found[2] ?? "";
  const isNegative = (kind === "P") !== (found[1] === "^");
  const property = CATEGORY.test(name) || name.includes("=") ? name : `Script=${name}`;
  return `\\${isNegative ? "P" : "p"}{${property}}`;
}
