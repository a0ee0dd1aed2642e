/** Where a place of a script is. */
export type ScriptPlace = "code" | "string" | "comment";

/** What the brackets of a script come to. */
export interface ScriptScan {
  /** The brackets that are missing at the end, in the order in which they would close: `))]`. */
  readonly missing: string;
  /** Where closing brackets stand that nothing opened, or that close another kind. */
  readonly extra: readonly number[];
  /** Whether the text ends inside of a string. */
  readonly inString: boolean;
  /** Both brackets of each pair, each by the other's place. */
  readonly pairs: ReadonlyMap<number, number>;
}

/** UTF-16 units of a text whose brackets are counted while somebody types. */
export const SCAN_CHARS = 60_000;

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]" };
const DELIMITERS = " \t\r\n()[]\"';`,";

interface Open {
  readonly at: number;
  readonly closer: string;
}

/** Counts the brackets of a script outside of its strings, comments and characters such as `?(`. */
export function scanScript(text: string): ScriptScan {
  const open: Open[] = [];
  const extra: number[] = [];
  const pairs = new Map<number, number>();
  let inString = false;
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    const closer = CLOSERS[character];
    if (character === '"') {
      const end = stringEnd(text, at + 1);
      inString = end === undefined;
      at = end ?? text.length;
      continue;
    }
    if (closer !== undefined) open.push({ at, closer });
    else if (character === ")" || character === "]") close(character, at, { open, extra, pairs });
    at = nextPlace(text, at);
  }
  const missing = open.map(({ closer }) => closer).reverse();
  return { missing: missing.join(""), extra, inString, pairs };
}

interface Found {
  readonly open: Open[];
  readonly extra: number[];
  readonly pairs: Map<number, number>;
}

function close(character: string, at: number, { open, extra, pairs }: Found): void {
  const last = open.at(-1);
  if (last?.closer !== character) {
    extra.push(at);
    return;
  }
  open.pop();
  pairs.set(at, last.at);
  pairs.set(last.at, at);
}

/** After what stands at a place outside of strings: a comment, a character, or one unit. */
function nextPlace(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === ";") return lineEnd(text, at);
  if (character === "\\") return at + 2;
  const isCharacter = character === "?" && (at === 0 || DELIMITERS.includes(text.charAt(at - 1)));
  if (isCharacter && at + 1 < text.length) return at + (text.charAt(at + 1) === "\\" ? 3 : 2);
  return at + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** After the closing quote; undefined when there is none. */
function stringEnd(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === "\\") at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return undefined;
}

/** Where the place before a caret is. */
export function placeAt(text: string, caret: number): ScriptPlace {
  for (let at = 0; at < caret;) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = stringEnd(text, at + 1) ?? Infinity;
      if (end > caret) return "string";
      at = end;
    } else {
      const next = nextPlace(text, at);
      if (character === ";" && next >= caret) return "comment";
      at = next;
    }
  }
  return "code";
}

/** Whether a message is a script: by its first character. */
export function isScript(text: string): boolean {
  return text.trimStart().startsWith("(");
}

/** The pair of brackets at a caret: the bracket after it, else the one before it; none where there is no partner. */
export function pairAt({ pairs }: ScriptScan, caret: number): readonly [number, number] | undefined {
  for (const at of [caret, caret - 1]) {
    const partner = pairs.get(at);
    if (partner !== undefined) return [at, partner];
  }
  return undefined;
}
