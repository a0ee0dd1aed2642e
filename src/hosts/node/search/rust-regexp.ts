import type { PatternReader } from "./pattern-reader.ts";
import { literal, nextChar, PatternMistake, readEscape, WORD } from "./pattern-reader.ts";
import { readClass } from "./rust-class.ts";

/** A pattern in the syntax of ripgrep as a JavaScript one, or why it cannot be. */
export type Translated = { readonly regexp: RegExp } | { readonly mistake: string };

/** How a pattern is read. */
export interface PatternOptions {
  readonly ignoreCase: boolean;
  /** Matches may span lines, and `.` means line feeds, too. */
  readonly multiline: boolean;
}

/** Escapes that match between characters. */
const PLACES: Readonly<Record<string, string>> = {
  A: String.raw`(?<![\s\S])`,
  z: String.raw`(?![\s\S])`,
  b: `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  B: `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
  "<": `(?:(?<!${WORD})(?=${WORD}))`,
  ">": `(?:(?<=${WORD})(?!${WORD}))`,
};

/**
 * Turns a pattern as ripgrep reads it into one for this host: characters are whole Unicode characters, `^` and `$` are the
 * ends of lines, which end at line feeds only. What cannot be said here is refused with the reason.
 */
export function translatePattern(pattern: string, options: PatternOptions): Translated {
  if (!options.multiline && pattern.includes("\n")) {
    return { mistake: String.raw`the literal "\n" is not allowed in a pattern unless it may match several lines` };
  }
  const { text, flags } = leadingFlags(pattern);
  const isDotAll = options.multiline || flags.includes("s");
  try {
    const source = translateAll({ text, at: 0 }, isDotAll);
    return { regexp: new RegExp(source, options.ignoreCase || flags.includes("i") ? "giv" : "gv") };
  } catch (error) {
    if (error instanceof PatternMistake || error instanceof SyntaxError)
      return { mistake: `regex parse error: ${error.message}` };
    throw error;
  }
}

/** Flags that stand at the very beginning; elsewhere they cannot be translated. */
function leadingFlags(pattern: string): { readonly text: string; readonly flags: string } {
  const flags = /^\(\?([imsu]+)\)/.exec(pattern);
  return { text: pattern.slice(flags?.[0].length ?? 0), flags: flags?.[1] ?? "" };
}

function translateAll(reader: PatternReader, isDotAll: boolean): string {
  let source = "";
  while (reader.at < reader.text.length) source += translateNext(reader, isDotAll);
  return source;
}

function translateNext(reader: PatternReader, isDotAll: boolean): string {
  const char = nextChar(reader);
  if (char === ".") return isDotAll ? String.raw`[\s\S]` : String.raw`[^\n]`;
  return SYNTAX[char]?.(reader) ?? literal(char);
}

/** What the characters with a meaning turn into; the character has been read. */
const SYNTAX: Readonly<Record<string, (reader: PatternReader) => string>> = {
  "\\": translateEscape,
  "[": (reader) => readClass(reader),
  "(": translateGroup,
  "{": translateCount,
  "^": () => String.raw`(?<![^\n])`,
  $: () => String.raw`(?![^\n])`,
  ")": () => ")",
  "|": () => "|",
  "*": () => "*",
  "+": () => "+",
  "?": () => "?",
};

function translateCount(reader: PatternReader): string {
  const count = /^\d*(?:,\d*)?\}/.exec(reader.text.slice(reader.at))?.[0];
  if (count === undefined || count === "}" || count === ",}") throw new PatternMistake("unclosed counted repetition");
  reader.at += count.length;
  return `{${count.startsWith(",") ? "0" : ""}${count}`;
}

function translateGroup(reader: PatternReader): string {
  const rest = reader.text.slice(reader.at);
  if (!rest.startsWith("?")) return "(";
  if (/^\?<?[=!]/.test(rest)) {
    throw new PatternMistake("look-around, including look-ahead and look-behind, is not supported");
  }
  const opening = /^\?(?:P?<([A-Za-z_][A-Za-z0-9_]*)>|:)/.exec(rest);
  if (!opening)
    throw new PatternMistake("flags are understood at the very beginning of the pattern only, where no ripgrep runs");
  reader.at += opening[0].length;
  return opening[1] === undefined ? "(?:" : `(?<${opening[1]}>`;
}

/** An escape outside a class. */
function translateEscape(reader: PatternReader): string {
  const char = reader.text[reader.at] ?? "";
  const place = PLACES[char];
  if (place === undefined) return readEscape(reader);
  reader.at += 1;
  return place;
}
