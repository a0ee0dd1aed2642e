import type { Meter } from "../meter.ts";

/** Shorter texts are found by the host in time that grows with the text alone. */
const SHORT = 7;
/** The host's search is used while units of text times units of the searched text stay within this: it may compare as many. */
const HOST_WORK = 1_048_576;
/** Units of text that a search passes in about one unit of work. */
const TEXT_PER_WORK = 16;
/** Comparisons that the host makes in about one unit of work, at worst. */
const COMPARISONS_PER_WORK = 128;

/**
 * The UTF-16 offset of the first occurrence of `wanted` in `text` at or after `from`, or -1. The host's search can
 * compare every unit of the one with every unit of the other, as for "aaabaaa" in a text of a's; where that would be
 * much, the search goes over the text once. The work is charged before it is done.
 */
export function findLiteral(text: string, wanted: string, from: number, meter: Meter): number {
  const units = Math.max(0, text.length - from);
  const product = units * wanted.length;
  meter.work += 1 + Math.floor(units / TEXT_PER_WORK);
  if (wanted.length < SHORT || wanted.length > units) return text.indexOf(wanted, from);
  if (product <= HOST_WORK) {
    meter.work += Math.floor(product / COMPARISONS_PER_WORK);
    return text.indexOf(wanted, from);
  }
  meter.work += Math.floor((units + 2 * wanted.length) / TEXT_PER_WORK);
  return findInOnePass(text, wanted, from);
}

/** Knuth, Morris and Pratt: no unit of the text is looked at again after it has matched. */
function findInOnePass(text: string, wanted: string, from: number): number {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (wanted.charCodeAt(matched) === unit) matched++;
    if (matched === wanted.length) return at - matched + 1;
  }
  return -1;
}

/** For each beginning of a text, how long its longest proper beginning is that is also its end. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    const unit = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (wanted.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
