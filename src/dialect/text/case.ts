/**
 * Upper, lower and title case as Emacs 30 has them (R100–R102): in strings the special mappings of Unicode apply
 * (ß becomes SS), single characters have simple ones only (ß becomes ẞ).
 */
import type { Meter } from "../meter.ts";
import { lowerOf, upperOf } from "../regexp/fold.ts";
import type { Str } from "../values.ts";
import { utf8Length } from "../values.ts";
import { codeAt, isRawByte, unitsOf } from "./characters.ts";
import { isWord } from "./syntax.ts";

/** What to do with a string or character. */
export type CaseAction = "up" | "down" | "capitalize";

const CAPITAL_SIGMA = 0x3a3;
const FINAL_SIGMA = "\u03c2";
const DOTTED_CAPITAL_I = 0x130;
const N_WITH_APOSTROPHE = 0x149;
/** No mapping makes a text longer than this many times its bytes. */
const MAX_GROWTH = 3;
/** Small dotless i and long s, whose capitals are ASCII letters: Emacs leaves them alone, the host does not. */
const UP_DIFFERS = /[\u0131\u017f]/u;
/** Sigma depends on the word around it; the Kelvin sign would become an ASCII letter. */
const DOWN_DIFFERS = /[\u03a3\u212a]/u;

/** The other case of one character code; a character without one is answered as it is. */
export function caseCharacter(code: number, action: CaseAction): number {
  if (action === "up") return upperOf(code);
  return action === "down" ? lowerOf(code) : titleOf(code);
}

/** A string in another case. Fails on the value budget before it makes a text that is too large. */
export function caseText(meter: Meter, value: Str, action: CaseAction): string {
  const { text } = value;
  meter.work += value.bytes;
  if (value.bytes === text.length) return caseBytes(text, action);
  if (value.bytes * MAX_GROWTH <= meter.maxValueBytes) {
    if (action === "up" && !UP_DIFFERS.test(text)) return text.toUpperCase();
    if (action === "down" && !DOWN_DIFFERS.test(text)) return text.toLowerCase();
  }
  return caseCharacters(meter, value, action);
}

/** ASCII, with raw bytes, which have no case. */
function caseBytes(text: string, action: CaseAction): string {
  if (action === "up") return text.toUpperCase();
  const lower = text.toLowerCase();
  if (action === "down") return lower;
  let result = "";
  let from = 0;
  let inWord = false;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    const word = code >= 0x80 || isWord(code);
    if (word && !inWord && code >= 97 && code <= 122) {
      result += lower.slice(from, i) + String.fromCharCode(code - 32);
      from = i + 1;
    }
    inWord = word;
  }
  return result + lower.slice(from);
}

function caseCharacters(meter: Meter, value: Str, action: CaseAction): string {
  const { text } = value;
  let { bytes } = value;
  let result = "";
  let wasInWord = false;
  for (let at = 0; at < text.length;) {
    const code = codeAt(text, at);
    const next = at + unitsOf(code);
    const inWord = isWord(code);
    const before = text.slice(at, next);
    const after = isRawByte(code) ? before : mapCharacter(code, actionInWord(action, wasInWord));
    if (
      code === CAPITAL_SIGMA &&
      wasInWord &&
      after !== before &&
      !(next < text.length && isWord(codeAt(text, next)))
    ) {
      result += FINAL_SIGMA;
    } else {
      result += after;
      if (after !== before) bytes += utf8Length(after) - utf8Length(before);
      if (bytes > meter.maxValueBytes) meter.size(1, bytes);
    }
    wasInWord = inWord;
    at = next;
  }
  return result;
}

function actionInWord(action: CaseAction, inWord: boolean): CaseAction {
  return action === "capitalize" && inWord ? "down" : action;
}

/** One character of a string: the special mapping where there is one, otherwise the simple one. */
function mapCharacter(code: number, action: CaseAction): string {
  if (action === "down") return code === DOTTED_CAPITAL_I ? "i\u0307" : String.fromCodePoint(lowerOf(code));
  const upper = String.fromCodePoint(code).toUpperCase();
  const special = upper.length > 2 || (upper.length === 2 && upper.codePointAt(0) === upper.charCodeAt(0));
  if (!special) return String.fromCodePoint(action === "up" ? upperOf(code) : titleOf(code));
  return action === "up" ? upper : specialTitle(code, upper);
}

/** Title case of a character whose upper case is more than one character. */
function specialTitle(code: number, upper: string): string {
  const title = titleOf(code);
  // Greek letters with iota subscript have a title-case letter of their own, or keep the iota as a mark.
  if (code >= 0x1f80 && code <= 0x1fff) {
    if (title !== code || isTitleLetter(code)) return String.fromCodePoint(title);
    return upper.endsWith("\u0399") ? `${upper.slice(0, -1)}\u0345` : upper;
  }
  return code === N_WITH_APOSTROPHE ? upper : upper.charAt(0) + upper.slice(1).toLowerCase();
}

/** Whether a Greek letter is itself the title case of one with iota subscript. */
function isTitleLetter(code: number): boolean {
  return code <= 0x1faf || code === 0x1fbc || code === 0x1fcc || code === 0x1ffc;
}

/** Simple title case: three Latin digraphs have one of their own, Georgian has none. */
function titleOf(code: number): number {
  if (code >= 0x1c4 && code <= 0x1cc) return 0x1c5 + 3 * Math.floor((code - 0x1c4) / 3);
  if (code >= 0x1f1 && code <= 0x1f3) return 0x1f2;
  if (code >= 0x10d0 && code <= 0x10ff) return code;
  return upperOf(code);
}
