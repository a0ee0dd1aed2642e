import { charWidth } from "../../dialect/text/width.ts";

/** Asks for the emoji form of the character before it, which takes two columns. */
const EMOJI_FORM = 0xfe0f;

/**
 * What would move the cursor, hide text or turn it around on a terminal: control characters, lone surrogates, and
 * characters that are invisible or change the direction of writing. Joiners of emoji and scripts stay.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Cs}\u{e0000}-\u{e007f}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Text on one line of a terminal: what is unsafe there is spelled with escapes, such as `\x1b`, so that nobody is misled. */
export function oneSafeLine(text: string): string {
  return text.replaceAll(UNSAFE, (character) => SHORT[character] ?? escaped(character));
}

/** Text of several lines, safe like `oneSafeLine`; ends of lines stay and tabs become blanks up to the next eighth column. */
export function safeLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => oneSafeLine(expandTabs(line)));
}

/** Text as it stands in values and outputs, safe like `oneSafeLine`; ends of lines and tabs stay. */
export function safeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(UNSAFE, (character) => {
    return character === "\n" || character === "\t" ? character : escaped(character);
  });
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  return line.split("\t").reduce((before, part) => before + " ".repeat(8 - (columnsOf(before) % 8)) + part);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

/** Columns that a text without control characters takes on a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  let last = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const width = code === EMOJI_FORM && last === 1 ? 1 : charWidth(code);
    columns += width;
    last = width;
  }
  return columns;
}

/** A text without control characters cut to at most so many columns, with `…` at its end when something is missing. */
export function cutToColumns(text: string, columns: number): string {
  if (text.length * 2 <= columns) return text;
  let width = 0;
  let end = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    width += columnsOf(segment);
    if (width > columns) return columns < 1 ? "" : `${text.slice(0, end)}…`;
    if (width < columns) end = index + segment.length;
  }
  return text;
}
