import { fold } from "../src/protocol/fold.ts";
import type {
  PanelMessage,
  PanelQuestion,
  PanelSettings,
  PanelState,
  SessionSummary,
} from "../src/protocol/panel-state.ts";
import type { View } from "../src/protocol/view.ts";
import { EMPTY_VIEW } from "../src/protocol/view.ts";

/** Something to know, until it is dismissed. */
export interface Notice {
  readonly id: number;
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  /** A script to try. */
  readonly example?: string;
}

/** A text that goes into the composer; every one has another number. */
export interface Composed {
  readonly id: number;
  readonly text: string;
  readonly how: "replace" | "insert";
}

/** Everything the panel shows. Immutable; made by `applyMessage` and the few changes below. */
export interface PanelData {
  /** Whether the host has told anything yet. */
  readonly opened: boolean;
  /** How often everything was told anew. */
  readonly openings: number;
  readonly view: View;
  /** Entries before those of `view`. */
  readonly older: number;
  readonly title: string;
  readonly state: PanelState;
  readonly settings: PanelSettings;
  readonly questions: readonly PanelQuestion[];
  readonly notices: readonly Notice[];
  /** The sessions of the drawer, as far as they were asked for. */
  readonly sessions: readonly SessionSummary[] | undefined;
  readonly currentSession: string | undefined;
  readonly composed: Composed | undefined;
  /** How often the host wanted the composer to be focused. */
  readonly focuses: number;
  /** How often what is remembered of sessions was changed. */
  readonly remembered: number;
}

/** Most notices that are shown at a time; the oldest goes for a further one. */
export const MAX_NOTICES = 5;

/** A panel that was told nothing yet. */
export const EMPTY_PANEL: PanelData = {
  opened: false,
  openings: 0,
  view: EMPTY_VIEW,
  older: 0,
  title: "",
  state: { mode: "ask", trusted: true, roots: [], working: false, queue: [], tools: [] },
  settings: { display: {}, returnedLines: 10, summaryRows: 3, enterSends: true },
  questions: [],
  notices: [],
  sessions: undefined,
  currentSession: undefined,
  composed: undefined,
  focuses: 0,
  remembered: 0,
};

type Steps = {
  readonly [Kind in PanelMessage["kind"]]: (
    data: PanelData,
    message: Extract<PanelMessage, { kind: Kind }>,
  ) => PanelData;
};

const STEPS: Steps = {
  opened: ({ notices, focuses, composed, sessions, openings, remembered }, { kind: _kind, ...told }) => ({
    ...told,
    opened: true,
    openings: openings + 1,
    notices,
    focuses,
    composed,
    sessions,
    remembered,
    currentSession: told.view.session,
  }),
  events: (data, { events }) => ({ ...data, view: events.reduce(foldNew, data.view) }),
  older: (data, { entries, older }) => {
    const known = new Set(data.view.entries.map(({ id }) => id));
    const before = entries.filter(({ id }) => !known.has(id));
    return { ...data, older, view: { ...data.view, entries: [...before, ...data.view.entries] } };
  },
  questions: (data, { questions }) => ({ ...data, questions }),
  state: (data, { state }) => ({ ...data, state }),
  settings: (data, { settings }) => ({ ...data, settings }),
  title: (data, { title }) => ({ ...data, title }),
  // Answers go to whoever asked.
  text: (data) => data,
  suggestions: (data) => data,
  sessions: (data, { sessions, current }) => ({ ...data, sessions, currentSession: current }),
  compose: (data, { text, how }) => compose(data, text, how),
  focus: (data) => ({ ...data, focuses: data.focuses + 1 }),
  notice: (data, { kind: _kind, ...told }) => {
    const id = (data.notices.at(-1)?.id ?? 0) + 1;
    return { ...data, notices: [...data.notices, { id, ...told }].slice(-MAX_NOTICES) };
  },
};

/** An event that the view has already seen, as after an opening that overtook it, changes nothing. */
function foldNew(view: View, event: Parameters<typeof fold>[1]): View {
  return event.seq <= view.seq ? view : fold(view, event);
}

/** What the panel shows after one more message. Pure. */
export function applyMessage(data: PanelData, message: PanelMessage): PanelData {
  const step = STEPS[message.kind] as (data: PanelData, message: PanelMessage) => PanelData;
  return step(data, message);
}

/** With a text for the composer. */
export function compose(data: PanelData, text: string, how: Composed["how"]): PanelData {
  return { ...data, composed: { id: (data.composed?.id ?? 0) + 1, text, how } };
}

/** Without a notice. */
export function dismissNotice(data: PanelData, id: number): PanelData {
  return { ...data, notices: data.notices.filter((notice) => notice.id !== id) };
}

/** The one place that holds what the panel shows. */
export interface PanelStore {
  readonly data: () => PanelData;
  readonly change: (how: (data: PanelData) => PanelData) => void;
  /** Tells every change at once; answers what ends that. */
  readonly subscribe: (listen: () => void) => () => void;
}

/** A store that was told nothing yet. */
export function createStore(): PanelStore {
  let data = EMPTY_PANEL;
  const listeners = new Set<() => void>();
  return {
    data: () => data,
    change: (how) => {
      const next = how(data);
      if (next === data) return;
      data = next;
      for (const listen of listeners) listen();
    },
    subscribe: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
