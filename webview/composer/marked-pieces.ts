import type { Token } from "../text/highlight.ts";

/** Brackets that stand out. */
export interface BracketMarks {
  /** The pair at the caret. */
  readonly pair: readonly number[];
  /** Those that close nothing. */
  readonly extra: readonly number[];
}

interface Piece {
  readonly text: string;
  readonly classes: string;
}

/** The pieces of a text, cut at the brackets that stand out. Tokens that are those of another text are not used. */
export function markedPieces(
  text: string,
  tokens: readonly Token[] | undefined,
  { pair, extra }: BracketMarks,
): readonly Piece[] {
  const isSame = tokens?.map((token) => token.text).join("") === text;
  const given: readonly Token[] = isSame ? tokens : [{ text, classes: "" }];
  const places = [
    ...pair.map((at) => ({ at, mark: "bracket-pair" })),
    ...extra.map((at) => ({ at, mark: "bracket-extra" })),
  ].sort((one, other) => one.at - other.at);
  const pieces: Piece[] = [];
  let from = 0;
  let next = 0;
  for (const { text: all, classes } of given) {
    let rest = 0;
    for (let place = places[next]; place !== undefined && place.at < from + all.length; place = places[++next]) {
      const at = place.at - from;
      if (at > rest) pieces.push({ text: all.slice(rest, at), classes });
      pieces.push({ text: all.slice(at, at + 1), classes: `${classes} ${place.mark}`.trim() });
      rest = at + 1;
    }
    if (rest < all.length) pieces.push({ text: all.slice(rest), classes });
    from += all.length;
  }
  return pieces;
}
