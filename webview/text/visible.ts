/** A stretch of text as it is, or one character that nobody would see, with its code. */
export type Piece = string | OddCharacter;

/** A character that would hide, turn around or move text. */
export interface OddCharacter {
  /** Such as `U+202E`. */
  readonly code: string;
  /** What it is, in words. */
  readonly name: string;
}

/**
 * Control characters other than tab and line feed, lone surrogates, and characters that are invisible or change the
 * direction of writing. Joiners of emoji and of scripts stay.
 */
const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

const NAMES: readonly (readonly [first: number, last: number, name: string])[] = [
  [0x00, 0x1f, "control character"],
  [0x7f, 0x9f, "control character"],
  [0xad, 0xad, "soft hyphen"],
  [0x61c, 0x61c, "direction mark"],
  [0x200b, 0x200b, "zero-width space"],
  [0x200e, 0x200f, "direction mark"],
  [0x2028, 0x2029, "line or paragraph separator"],
  [0x202a, 0x202e, "direction override"],
  [0x2066, 0x2069, "direction isolate"],
  [0xd800, 0xdfff, "half a character"],
  [0xfeff, 0xfeff, "byte order mark"],
  [0xe0000, 0xe007f, "tag character"],
];

/** Text in pieces: what is plain, and what has to be shown with its code so that nobody is misled. */
export function visiblePieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(ODD)) {
    if (index > at) pieces.push(text.slice(at, index));
    pieces.push(oddCharacter(character));
    at = index + character.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push(text.slice(at));
  return pieces;
}

/** Text on one line for labels and tooltips: the same with codes in angle brackets. */
export function visibleLine(text: string): string {
  return visiblePieces(text.replaceAll(/[\t\n]+/g, " "))
    .map((piece) => (typeof piece === "string" ? piece : `⟨${piece.code}⟩`))
    .join("");
}

function oddCharacter(character: string): OddCharacter {
  const point = character.codePointAt(0) as number;
  const name = NAMES.find(([first, last]) => point >= first && point <= last)?.[2] ?? "invisible character";
  return { code: `U+${point.toString(16).toUpperCase().padStart(4, "0")}`, name };
}
