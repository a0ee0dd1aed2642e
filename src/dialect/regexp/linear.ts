import type { Meter } from "../meter.ts";
import { codeAt } from "../text/characters.ts";
import type { Matches } from "./matches.ts";
import type { Stretch } from "./numbering.ts";
import { indexAt, Numbering, unitAt } from "./numbering.ts";
import type { Element } from "./parse.ts";
import { NOWHERE, sweepElements } from "./sweep.ts";

/** UTF-16 units of text that a search looks at first; it goes on in stretches four times as long each. */
export const FIRST_STRETCH = 1_024;
const GROWTH = 4;

function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/**
 * Matches found in time proportional to elements times characters passed over, whatever the regexp (R180, R236). A
 * stretch that ends before it is clear whether a match begins at some place is followed by a longer one from there;
 * as soon as that would be a good part of the rest it is all of it, so no search passes over more than four thirds.
 */
export class LinearMatches implements Matches {
  end: number;
  private readonly elements: readonly Element[];
  private readonly text: string;
  private readonly meter: Meter;
  private readonly numbering: Numbering;
  private stretch: Stretch | undefined;
  private ends: Int32Array;
  private size: number;

  constructor(elements: readonly Element[], text: string, meter: Meter, first = FIRST_STRETCH) {
    this.end = -1;
    this.elements = elements;
    this.text = text;
    this.meter = meter;
    this.numbering = new Numbering(text);
    this.stretch = undefined;
    this.ends = new Int32Array(0);
    this.size = first;
  }

  find(from: number): number {
    let at = from;
    for (;;) {
      const stretch = this.stretchFor(at);
      const index = this.firstEnd(indexAt(stretch, Math.max(at, stretch.start)));
      const end = index > stretch.length ? NOWHERE : (this.ends[index] as number);
      if (end >= 0) {
        this.end = unitAt(stretch, end);
        return unitAt(stretch, index);
      }
      if (stretch.end === this.text.length) return -1;
      at = end === NOWHERE ? stretch.end : unitAt(stretch, index);
      this.stretch = undefined;
    }
  }

  /** The first index from `index` up that is not without a match. */
  private firstEnd(index: number): number {
    const { ends } = this;
    let i = index;
    while (i < ends.length && ends[i] === NOWHERE) i++;
    return i;
  }

  private stretchFor(at: number): Stretch {
    const { stretch } = this;
    if (stretch !== undefined && at <= stretch.end) return stretch;
    return this.pass(at);
  }

  /** Passes over the next stretch of the text. */
  private pass(start: number): Stretch {
    const { text, elements, numbering } = this;
    let end = start + this.size;
    if (end + (GROWTH - 1) * this.size >= text.length) end = text.length;
    else if (isInsidePair(text, end)) end++;
    this.size *= GROWTH;
    const stretch = numbering.stretch(start, end);
    const { length, ids } = stretch;
    this.meter.work += length + elements.length * length;
    this.ends = new Int32Array(length + 1);
    const before = start === 0 ? -1 : codeAt(text, isInsidePair(text, start - 1) ? start - 2 : start - 1);
    const after = end === text.length ? -1 : codeAt(text, end);
    sweepElements(elements, { ids, length, others: numbering.others, before, after, ends: this.ends });
    this.stretch = stretch;
    return stretch;
  }
}
