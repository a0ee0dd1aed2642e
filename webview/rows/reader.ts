import type { View } from "../../src/protocol/view.ts";
import type { ScrollPlace } from "../memory.ts";
import { OLDER_KEY } from "./items.ts";
import type { Seen } from "./unseen.ts";
import { seenOf, unseenRows } from "./unseen.ts";
import type { VirtualList } from "./virtual-list.ts";

/** What the place of a reader changes elsewhere. */
export interface ReaderEffects {
  /** Keeps the place over a reload; undefined at the end. */
  readonly save: (place: ScrollPlace | undefined) => void;
  readonly changed: () => void;
  /** Wants older entries; false when there are none. */
  readonly older: () => boolean;
}

/** Where somebody reads: at the end, which is followed, or further up, from where nothing moves them. */
export interface Reader {
  /** Begins where the reader was, or at the end. */
  readonly begin: (place: ScrollPlace | undefined) => void;
  /** The reader moves by themselves from now on. */
  readonly touched: () => void;
  readonly isFollowing: () => boolean;
  /** The list scrolled; whether that changes what there is to say. */
  readonly scrolled: (view: View) => boolean;
  /** What grows from now on grows below: the reader has opened something. */
  readonly pin: () => void;
  /** After drawing: stays at the end, or comes back to a place. */
  readonly settle: (view: View, opened: boolean) => void;
  readonly toEnd: (view: View) => void;
  /** Rows that came since the reader left the end. */
  readonly unseen: (view: View) => number;
  /** Asks for older entries, once for each first entry. */
  readonly wantOlder: (first: string) => void;
}

/** CSS pixels from the end that are the end again for somebody who comes down to it. */
const END = 24;
/** CSS pixels from the end below which nobody can be further up: one pixel is enough to stay and read. */
const AT_END = 0.9;
/** How long something that was opened may take to grow, in ms. */
const PIN_MS = 400;
/** How long to wait before a place is kept, in ms. */
const SAVE_MS = 200;
/** How often older entries are fetched to find a place that is not there, and how often it is put right. */
const MAX_FETCHES = 25;
const MAX_CORRECTIONS = 6;

/** Follows a reader through a list. */
export function createReader(scroller: HTMLElement, list: VirtualList, effects: ReaderEffects): Reader {
  let following = true;
  let seen: Seen = { last: undefined, rows: 0 };
  let lastTop = 0;
  let wanted: ScrollPlace | undefined;
  let fetches = 0;
  let corrections = 0;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let askedFor: string | undefined;
  let isFresh = true;
  let pinnedUntil = 0;

  const fromEnd = (): number => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  const saveSoon = (): void => {
    clearTimeout(saving);
    saving = setTimeout(() => effects.save(following ? undefined : list.place(OLDER_KEY)), SAVE_MS);
  };
  /** Whoever goes up has left the end; whoever comes back to it is there again. */
  const notice = (view: View): void => {
    const { scrollTop } = scroller;
    const was = following;
    if (wanted === undefined) {
      if (fromEnd() < AT_END || (scrollTop > lastTop && fromEnd() <= END)) following = true;
      else if (scrollTop < lastTop && !list.isOwn(scrollTop)) following = false;
    }
    lastTop = scrollTop;
    if (was && !following) seen = seenOf(view);
  };
  const catchUp = (view: View): void => {
    if (!following && performance.now() > pinnedUntil && fromEnd() < AT_END) following = true;
    // What was scrolled since the last frame is told only with the next one.
    else if (following && !isFresh) notice(view);
  };
  const wantOlder = (first: string): boolean => {
    if (askedFor === first) return true;
    askedFor = first;
    return effects.older();
  };
  const comeBack = (place: ScrollPlace, first: string): void => {
    if (list.restore(place)) {
      // Heights are estimates until they are seen: look again until the place holds.
      const now = list.place();
      const isThere = now?.key === place.key && Math.abs(now.offset - place.offset) <= 1;
      if ((isThere && corrections > 1) || ++corrections > MAX_CORRECTIONS) wanted = undefined;
      else requestAnimationFrame(effects.changed);
    } else if (++fetches > MAX_FETCHES || !wantOlder(first)) {
      wanted = undefined;
      following = true;
    }
  };

  return {
    begin: (place) => {
      following = place === undefined;
      wanted = place;
      [fetches, corrections, askedFor, isFresh] = [0, 0, undefined, true];
    },
    isFollowing: () => following,
    touched: () => {
      wanted = undefined;
    },
    scrolled: (view) => {
      const was = following;
      notice(view);
      saveSoon();
      return was !== following;
    },
    pin: () => {
      following = false;
      pinnedUntil = performance.now() + PIN_MS;
    },
    settle: (view, opened) => {
      if (!opened) return;
      catchUp(view);
      if (wanted !== undefined) comeBack(wanted, view.entries[0]?.id ?? "");
      else if (following && fromEnd() > 0.5) list.scrollToEnd();
      if (following || isFresh) seen = seenOf(view);
      isFresh = false;
    },
    toEnd: (view) => {
      following = true;
      wanted = undefined;
      seen = seenOf(view);
      list.scrollToEnd();
      saveSoon();
    },
    unseen: (view) => (following || wanted !== undefined ? 0 : unseenRows(view, seen)),
    wantOlder: (first) => void wantOlder(first),
  };
}
