import type { Meter } from "../meter.ts";
import { codeAt } from "../text/characters.ts";
import type { Str } from "../values.ts";
import type { CharSet } from "./char-set.ts";
import { character } from "./char-set.ts";
import type { Element } from "./parse.ts";
import type { Regexp } from "./regexp.ts";
import { openMatches } from "./regexp.ts";

/** What the end of a text must look like for a regexp that ends at the end of the text. */
export interface Tail {
  /** The last character of a match that is not empty is in one of these. */
  readonly sets: readonly CharSet[];
  /** What an empty match asks: nothing (`always`), an assertion (`sometimes`), or it is impossible (`never`). */
  readonly empty: "always" | "sometimes" | "never";
}

/** The tail of elements of which the last is the end of the text. */
export function tailOf(elements: readonly Element[]): Tail {
  const sets: CharSet[] = [];
  let empty: Tail["empty"] = "always";
  for (const element of elements.slice(0, -1).reverse()) {
    if (typeof element === "string") empty = "sometimes";
    else {
      sets.push(element.set);
      if (element.min > 0) return { sets, empty: "never" };
    }
  }
  return { sets, empty };
}

function lastCode(text: string): number {
  const at = text.length - 1;
  const code = at > 0 ? (text.codePointAt(at - 1) as number) : 0;
  return code > 0xffff ? code : codeAt(text, at);
}

/**
 * Where the first match of a regexp that ends at the end of the text begins, or -1. Texts whose last character rules a
 * match out are not searched.
 */
export function findAtEnd(regexp: Regexp, text: Str, meter: Meter): number {
  const tail = (regexp.derived.tail ??= tailOf(regexp.elements));
  const { length } = text.text;
  if (length > 0) {
    const last = character(lastCode(text.text));
    if (!tail.sets.some((set) => set.has(last))) {
      meter.work += 1 + tail.sets.length;
      if (tail.empty === "never") return -1;
      if (tail.empty === "always") return length;
    }
  } else if (tail.empty !== "sometimes") return tail.empty === "always" ? 0 : -1;
  return openMatches(regexp, text, meter).find(0);
}
