import { PANEL_TEXT_CHARS } from "../../src/protocol/panel-state.ts";
import type { PanelHost } from "../host.ts";

/** Part of a stored output that is there. */
export interface BodyPage {
  readonly text: string;
  /** Where it begins in the whole, and how long that is, in UTF-16 units. */
  readonly start: number;
  readonly total: number;
}

/** How much of one body is shown. */
export interface BodyState {
  /** Shown in a box that scrolls, a page at a time, instead of its first lines. */
  readonly whole: boolean;
  readonly page?: BodyPage;
  readonly loading: boolean;
  readonly problem?: string;
  /** Lines of the page, from 0, that are not cut. */
  readonly wholeLines: ReadonlySet<number>;
}

/** UTF-16 units that are had when a body is opened: enough for its first lines. */
export const OPEN_CHARS = 8_000;
/** UTF-16 units of all outputs that are kept here; those shown longest ago go first. */
export const KEPT_CHARS = 4_000_000;
/** Lines of one page, however short they are. */
export const PAGE_LINES = 5_000;
/** Bodies that are kept here. */
const KEPT_BODIES = 2_000;

const SHUT: BodyState = { whole: false, loading: false, wholeLines: new Set() };

/** What was fetched of outputs, and how much of it is shown, by row. */
export interface Bodies {
  readonly state: (key: string) => BodyState;
  /** Fetches the first lines, once; a body that has them is left alone. */
  readonly begin: (key: string, artifact: string) => void;
  /** Shows a page of the whole; without an address, all of what the row holds. */
  readonly show: (key: string, artifact: string | undefined, start: number) => void;
  /** Shows the first lines again. */
  readonly less: (key: string) => void;
  /** Shows a line whole, in a box that scrolls. */
  readonly wholeLine: (key: string, line: number) => void;
}

/** An account of bodies that tells `changed` when something came. */
export function createBodies(host: Pick<PanelHost, "showArtifact">, changed: () => void): Bodies {
  const states = new Map<string, BodyState>();

  const put = (key: string, state: BodyState): void => {
    states.delete(key);
    states.set(key, state);
    let chars = 0;
    for (const { page } of states.values()) chars += page?.text.length ?? 0;
    for (const [oldest, { page }] of states) {
      if (oldest === key || (chars <= KEPT_CHARS && states.size <= KEPT_BODIES)) break;
      states.delete(oldest);
      chars -= page?.text.length ?? 0;
    }
  };
  const fetch = async (key: string, artifact: string, [start, end]: readonly [number, number]): Promise<void> => {
    put(key, { ...stateOf(key), loading: true });
    const { text, total, problem, start: from } = await host.showArtifact(artifact, start, end);
    const page = { text: wholeLinesOf(text, from + text.length >= total), start: from, total };
    const { problem: _before, ...state } = stateOf(key);
    put(key, { ...state, loading: false, wholeLines: new Set(), ...(problem === undefined ? { page } : { problem }) });
    changed();
  };
  const stateOf = (key: string): BodyState => states.get(key) ?? SHUT;

  return {
    state: stateOf,
    begin: (key, artifact) => {
      const { loading, page, problem } = stateOf(key);
      if (!loading && page === undefined && problem === undefined) void fetch(key, artifact, [0, OPEN_CHARS]);
    },
    show: (key, artifact, start) => {
      put(key, { ...stateOf(key), whole: true });
      if (artifact !== undefined) void fetch(key, artifact, [start, start + PANEL_TEXT_CHARS]);
      changed();
    },
    less: (key) => {
      put(key, { ...stateOf(key), whole: false });
      changed();
    },
    wholeLine: (key, line) => {
      const state = stateOf(key);
      put(key, { ...state, whole: true, wholeLines: new Set([...state.wholeLines, line]) });
      changed();
    },
  };
}

/** At most `PAGE_LINES` lines of a page; one that goes on elsewhere ends where a line does, if there is one. */
function wholeLinesOf(text: string, isLast: boolean): string {
  let end = -1;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && lines < PAGE_LINES; at = text.indexOf("\n", at + 1)) {
    end = at;
    lines++;
  }
  const isWhole = isLast && lines < PAGE_LINES;
  return isWhole || end < 0 ? text : text.slice(0, end + 1);
}
