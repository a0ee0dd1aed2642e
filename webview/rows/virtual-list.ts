import type { VirtualItem } from "@tanstack/virtual-core";
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import type { ScrollPlace } from "../memory.ts";

/** A list of which only what is in sight is drawn; heights are measured as they are seen. */
export interface VirtualList {
  /** Takes other items. What is in sight stays where it is, whatever came or went above it. */
  readonly update: (keys: readonly string[], estimate: (index: number) => number) => void;
  /** After what is to be drawn was drawn. */
  readonly commit: () => void;
  /** What is to be drawn, with its places. */
  readonly visible: () => readonly VirtualItem[];
  readonly totalHeight: () => number;
  /** Measures something drawn, and goes on doing so. Its `data-index` is its index. */
  readonly measure: (element: HTMLElement) => void;
  /** Always drawn, wherever it is: the item with the focus. */
  readonly keep: (index: number) => void;
  readonly scrollToEnd: () => void;
  readonly scrollTo: (index: number) => void;
  /** CSS pixels between what is in sight and the end. */
  readonly fromEnd: () => number;
  /** What stands at the top of the view, or next to it when that is the exception. */
  readonly place: (except?: string) => ScrollPlace | undefined;
  /** Whether the list itself scrolled there last, to keep something in its place. */
  readonly isOwn: (top: number) => boolean;
  /** Puts an item where it was; false when it is not there. */
  readonly restore: (place: ScrollPlace) => boolean;
  readonly disconnect: () => void;
}

type Instance = Virtualizer<HTMLElement, HTMLElement>;

/** Items that are drawn beyond the view on both sides. */
const OVERSCAN = 6;

/** A virtual list in an element that scrolls. `changed` is told when other items are in sight or heights have changed. */
export function createVirtualList(scroller: HTMLElement, changed: () => void): VirtualList {
  let keys: readonly string[] = [];
  let kept = -1;
  let written = -1;
  const options = (estimateSize: (index: number) => number) => ({
    count: keys.length,
    getScrollElement: () => scroller,
    estimateSize,
    getItemKey: (index: number) => keys[index] as string,
    scrollToFn: (to: number, how: { adjustments?: number; behavior?: ScrollBehavior }, instance: Instance) => {
      elementScroll(to, how, instance);
      written = scroller.scrollTop;
    },
    observeElementRect,
    observeElementOffset,
    overscan: OVERSCAN,
    // Keeps what is in sight in its place when items come or go before it; whether the end is followed is the reader's.
    anchorTo: "end" as const,
    scrollEndThreshold: -1,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const indexes = defaultRangeExtractor(range);
      if (kept < 0 || kept >= keys.length || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((one, other) => one - other);
    },
    onChange: changed,
  });
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(options(() => 0));
  const unmount = virtualizer._didMount();
  virtualizer._willUpdate();
  const offset = (): number => virtualizer.scrollOffset ?? 0;

  return {
    update: (next, estimate) => {
      keys = next;
      virtualizer.setOptions(options(estimate));
    },
    commit: () => virtualizer._willUpdate(),
    visible: () => virtualizer.getVirtualItems(),
    totalHeight: () => virtualizer.getTotalSize(),
    measure: (element) => virtualizer.measureElement(element),
    keep: (index) => {
      kept = index;
    },
    scrollToEnd: () => virtualizer.scrollToEnd(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    fromEnd: () => virtualizer.getDistanceFromEnd(),
    place: (except) => {
      let item = virtualizer.getVirtualItemForOffset(offset());
      if (item !== undefined && item.key === except) item = virtualizer.getVirtualItemForOffset(item.end + 1);
      return item === undefined ? undefined : { key: String(item.key), offset: Math.round(offset() - item.start) };
    },
    isOwn: (top) => Math.abs(top - written) < 0.9,
    restore: (place) => {
      const index = keys.indexOf(place.key);
      if (index < 0) return false;
      const [start] = virtualizer.getOffsetForIndex(index, "start") ?? [0];
      virtualizer.scrollToOffset(start + place.offset);
      return true;
    },
    disconnect: unmount,
  };
}
