/** A part of a glob: one character that stands for itself, `?` (any one) or `*` (any number). */
export type GlobPiece = string | typeof ONE | typeof MANY;

/** Any one character. */
export const ONE = Symbol("?");
/** Any number of characters, none included. */
export const MANY = Symbol("*");

const SPECIAL = new Set(["*", "?", "\\", "(", ")"]);

/** Reads a glob: `*`, `?`, and a backslash that takes the special meaning from the character after it. */
export function globPieces(text: string): GlobPiece[] {
  const pieces: GlobPiece[] = [];
  const characters = Array.from(text);
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] as string;
    const next = characters[index + 1];
    if (character === "\\" && next !== undefined && SPECIAL.has(next)) {
      pieces.push(next);
      index += 1;
    } else if (character === "*") {
      if (pieces.at(-1) !== MANY) pieces.push(MANY);
    } else pieces.push(character === "?" ? ONE : character);
  }
  return pieces;
}

/** A text in which nothing is special to `globPieces`. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[*?()]|\\(?=[*?()\\]|$)/g, "\\$&");
}

/**
 * Whether `items` match `pattern`, where some pattern items stand for any number of items. It takes at most
 * `items.length * pattern.length` steps: after a mismatch only the latest "any number" grows.
 */
function matchWith<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isMany: (piece: P) => boolean,
  fits: (piece: P, item: T) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let many = -1;
  let resume = 0;
  while (index < items.length) {
    const piece = pattern[at] as P;
    if (at < pattern.length && isMany(piece)) {
      many = at;
      resume = index;
      at += 1;
    } else if (at < pattern.length && fits(piece, items[index] as T)) {
      at += 1;
      index += 1;
    } else if (many >= 0) {
      resume += 1;
      index = resume;
      at = many + 1;
    } else return false;
  }
  while (at < pattern.length && isMany(pattern[at] as P)) at += 1;
  return at === pattern.length;
}

function fitsCharacter(piece: GlobPiece, character: string): boolean {
  return piece === ONE || piece === character;
}

/** Whether a text matches a glob in which `*` crosses everything: commands, host names. */
export function matchesText(pieces: readonly GlobPiece[], text: string): boolean {
  return matchWith(pieces, Array.from(text), (piece) => piece === MANY, fitsCharacter);
}

/** A glob over path segments. */
export type PathGlob = readonly (typeof MANY | readonly GlobPiece[])[];

/** Reads a path glob with `/` between segments: `*` stays inside a segment, a segment `**` is any number of them (2.12). */
export function pathGlob(text: string): PathGlob {
  return text.split("/").map((segment) => (segment === "**" ? MANY : globPieces(segment)));
}

/** Whether the segments of a path match: `src/**` covers `src` itself and everything below it. */
export function matchesPath(glob: PathGlob, segments: readonly string[]): boolean {
  return matchWith(
    glob,
    segments,
    (piece) => piece === MANY,
    (piece, segment) => piece !== MANY && matchesText(piece, segment),
  );
}
