import type { AgentEvent } from "../../protocol/events.ts";
import type { PanelMessage } from "../../protocol/panel-state.ts";
import { PANEL_ENTRIES, PANEL_EVENTS } from "../../protocol/panel-state.ts";
import type { Entry, View } from "../../protocol/view.ts";

/** Milliseconds for which events gather before they are sent: one frame. */
export const BATCH_MS = 16;

/** Most calls in the entries that a panel gets at once; envelopes of many children count with each. */
export const PANEL_CALLS = 6_000;

/** Everything anew but the part of the history that a panel gets. */
export type PanelContent = Omit<Extract<PanelMessage, { kind: "opened" }>, "kind" | "older">;

/** What panels show, and what lets time pass. */
export interface PanelSource {
  /** What there is now; its view has every entry. */
  readonly content: () => PanelContent;
  /** Calls a function after `BATCH_MS`. */
  readonly later: (run: () => void) => void;
}

/** One panel among those of a window. */
export interface Panel {
  /** Its page is there and listens: it gets everything anew. */
  readonly ready: () => void;
  /** Its page is gone, or nobody sees it: nothing is sent until it is ready again. */
  readonly hidden: () => void;
  readonly isReady: () => boolean;
  /** Sends what goes before the entries that it has. */
  readonly more: () => void;
  /** Tells this panel alone. */
  readonly tell: (message: PanelMessage) => void;
  readonly detach: () => void;
}

/** The panels of a window: all show the same. */
export interface Panels {
  readonly attach: (post: (message: PanelMessage) => void) => Panel;
  /** Something happened; panels hear of it with the next batch. */
  readonly event: (event: AgentEvent) => void;
  /** Tells every panel that listens, after all events so far; answers how many there are. */
  readonly tell: (message: PanelMessage) => number;
  /** Another session is shown, or something beyond events has changed: everything is sent anew. */
  readonly reopen: () => void;
  readonly count: () => number;
}

interface Attached {
  readonly post: (message: PanelMessage) => void;
  ready: boolean;
  /** Entries before those that it has. */
  older: number;
}

/** No panels yet. */
export function createPanels({ content, later }: PanelSource): Panels {
  const attached = new Set<Attached>();
  let batch: AgentEvent[] = [];
  let overflowed = false;
  let isDue = false;

  const listening = (): Attached[] => [...attached].filter(({ ready }) => ready);

  const open = (panel: Attached, now: PanelContent): void => {
    const { from, entries } = lastEntries(now.view);
    panel.ready = true;
    panel.older = from;
    panel.post({ kind: "opened", ...now, view: { ...now.view, entries }, older: from });
  };

  const reopen = (): void => {
    batch = [];
    overflowed = false;
    const now = content();
    for (const panel of listening()) open(panel, now);
  };

  const flush = (): void => {
    if (overflowed) return reopen();
    if (batch.length === 0) return;
    const events = batch;
    batch = [];
    for (const panel of listening()) panel.post({ kind: "events", events });
  };

  return {
    attach(post) {
      const panel: Attached = { post, ready: false, older: 0 };
      attached.add(panel);
      return {
        ready: () => {
          // What waits is in the view already: it must not be told twice.
          flush();
          open(panel, content());
        },
        hidden: () => {
          panel.ready = false;
        },
        isReady: () => panel.ready,
        more: () => {
          const { entries } = content().view;
          const from = firstOf(entries.slice(0, panel.older));
          panel.post({ kind: "older", entries: entries.slice(from, panel.older), older: from });
          panel.older = from;
        },
        tell: (message) => {
          if (!panel.ready) return;
          flush();
          panel.post(message);
        },
        detach: () => void attached.delete(panel),
      };
    },
    event(event) {
      if (listening().length === 0 || overflowed) return;
      if (batch.length < PANEL_EVENTS) batch.push(event);
      else [batch, overflowed] = [[], true];
      if (isDue) return;
      isDue = true;
      later(() => {
        isDue = false;
        flush();
      });
    },
    tell(message) {
      flush();
      const panels = listening();
      for (const panel of panels) panel.post(message);
      return panels.length;
    },
    reopen,
    count: () => attached.size,
  };
}

function lastEntries({ entries }: View): { readonly from: number; readonly entries: readonly Entry[] } {
  const from = firstOf(entries);
  return { from, entries: entries.slice(from) };
}

/** Where the last entries begin that go into one message. */
function firstOf(entries: readonly Entry[]): number {
  let from = entries.length;
  let calls = 0;
  while (from > 0 && entries.length - from < PANEL_ENTRIES) {
    const entry = entries[from - 1] as Entry;
    calls += entry.kind === "envelope" ? 1 + entry.children.length : 1;
    if (calls > PANEL_CALLS && from < entries.length) break;
    from -= 1;
  }
  return from;
}
