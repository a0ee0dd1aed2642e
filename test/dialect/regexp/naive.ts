import type { Element } from "../../../src/dialect/regexp/parse.ts";
import { holds, NO_CHARACTER, traitsOf } from "../../../src/dialect/regexp/boundary.ts";
import { character } from "../../../src/dialect/regexp/char-set.ts";
import { codeAt, unitsOf } from "../../../src/dialect/text/characters.ts";

/** The plainest matcher there is, for comparison: it tries every start, longest repetition first, and goes back. */
export function naiveFind(
  elements: readonly Element[],
  text: string,
  from: number,
): readonly [start: number, end: number] | undefined {
  const codes: number[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += unitsOf(codeAt(text, at))) {
    codes.push(codeAt(text, at));
    offsets.push(at);
  }
  offsets.push(text.length);
  const traits = (i: number): number => (i < 0 || i >= codes.length ? NO_CHARACTER : traitsOf(codes[i]!));
  const matchFrom = (element: number, at: number): number => {
    const current = elements[element];
    if (current === undefined) return at;
    if (typeof current === "string")
      return holds(current, traits(at - 1), traits(at)) ? matchFrom(element + 1, at) : -1;
    let count = 0;
    while (count < current.max && at + count < codes.length && current.set.has(character(codes[at + count]!))) count++;
    for (; count >= current.min; count--) {
      const end = matchFrom(element + 1, at + count);
      if (end >= 0) return end;
    }
    return -1;
  };
  for (let start = offsets.indexOf(from); start <= codes.length; start++) {
    const end = matchFrom(0, start);
    if (end >= 0) return [offsets[start]!, offsets[end]!];
  }
  return undefined;
}
