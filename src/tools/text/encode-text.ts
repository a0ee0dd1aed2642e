import type { TextFacts } from "./decode-text.ts";
import { decodeWith, encodeWith, markBytes } from "./encodings.ts";
import { encodeUtf8 } from "./utf8.ts";

/** A character that a file's encoding has no bytes for: the write has to be refused. */
export interface Unencodable {
  readonly unencodable: string;
  /** UTF-16 offset in the text. */
  readonly offset: number;
  readonly encoding: string;
}

/** Whether `encodeText` could not do it. */
export function isUnencodable(answer: Uint8Array | Unencodable): answer is Unencodable {
  return "unencodable" in answer;
}

/**
 * The bytes of a text in the encoding of the file it came from. A text from `decodeText` whose facts say `exact` gives
 * the file's bytes again; line endings are taken as they stand in the text.
 */
export function encodeText(text: string, facts: Pick<TextFacts, "encoding" | "bom">): Uint8Array | Unencodable {
  const { encoding, bom } = facts;
  const offset = encoding === "utf-8" ? text.search(/\p{Surrogate}/u) : -1;
  if (offset !== -1) return unencodable(text, offset, encoding);
  const bytes = encoding === "utf-8" ? encodeUtf8(text) : encodeWith(text, encoding);
  if (encoding !== "utf-8") {
    const again = decodeWith(bytes, encoding);
    if (again !== text) return unencodable(text, firstDifference(text, again), encoding);
  }
  return bom ? joined(markBytes(encoding), bytes) : bytes;
}

function unencodable(text: string, offset: number, encoding: string): Unencodable {
  return { unencodable: String.fromCodePoint(text.codePointAt(offset) ?? 0), offset, encoding };
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // The difference may be in the second half of a character.
  return at > 0 && /[\udc00-\udfff]/.test(a[at] ?? "") && /[\ud800-\udbff]/.test(a[at - 1] ?? "") ? at - 1 : at;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
