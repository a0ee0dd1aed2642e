/** Where a reader was: the row at the top of the view and how far it was cut off, in CSS pixels; nothing at the end. */
export interface ScrollPlace {
  readonly key: string;
  readonly offset: number;
}

/** What is remembered of one session. */
export interface SessionMemory {
  /** Rows that were opened or closed against the way they begin, by their keys. */
  readonly open: Readonly<Record<string, boolean>>;
  /** What was said of all rows at once, last. */
  readonly all?: boolean;
  readonly scroll?: ScrollPlace;
}

/** What a panel keeps over a reload, in the webview's own state: bounded, and read as if somebody else had written it. */
export interface PanelMemory {
  /** By session; the last one used stands last. */
  readonly sessions: Readonly<Record<string, SessionMemory>>;
  /** What stands in the composer and was not sent. */
  readonly draft?: string;
}

/** Sessions that are remembered; the one used longest ago goes first. */
export const MAX_SESSIONS = 20;
/** Rows of a session whose opening is remembered; the first that was opened goes first. */
export const MAX_OPEN = 2_000;
/** Characters of an unsent text that are kept. */
export const MAX_DRAFT_CHARS = 100_000;

/** A session about which nothing is remembered. */
export const NOTHING_OPEN: SessionMemory = { open: {} };

/** Takes what was kept for what it can be; anything else is forgotten. */
export function readMemory(kept: unknown): PanelMemory {
  if (!isRecord(kept)) return { sessions: {} };
  const sessions = Object.entries(isRecord(kept["sessions"]) ? kept["sessions"] : {})
    .slice(-MAX_SESSIONS)
    .map(([id, session]) => [id, readSession(session)] as const);
  const { draft } = kept;
  return {
    sessions: Object.fromEntries(sessions),
    ...(typeof draft === "string" && { draft: draft.slice(0, MAX_DRAFT_CHARS) }),
  };
}

/** The memory with another one of a session, which becomes the one used last. */
export function withSession(memory: PanelMemory, id: string, session: SessionMemory): PanelMemory {
  const { [id]: _before, ...others } = memory.sessions;
  const kept = Object.entries(others).slice(1 - MAX_SESSIONS);
  return { ...memory, sessions: Object.fromEntries([...kept, [id, bounded(session)]]) };
}

function bounded(session: SessionMemory): SessionMemory {
  const open = Object.entries(session.open);
  return open.length <= MAX_OPEN ? session : { ...session, open: Object.fromEntries(open.slice(-MAX_OPEN)) };
}

function readSession(kept: unknown): SessionMemory {
  if (!isRecord(kept)) return NOTHING_OPEN;
  const open = Object.entries(isRecord(kept["open"]) ? kept["open"] : {}).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
  );
  const { scroll, all } = kept;
  const place = isRecord(scroll) ? { key: scroll["key"], offset: scroll["offset"] } : {};
  return {
    open: Object.fromEntries(open.slice(-MAX_OPEN)),
    ...(typeof all === "boolean" && { all }),
    ...(isPlace(place) && { scroll: place }),
  };
}

function isPlace(place: { key?: unknown; offset?: unknown }): place is ScrollPlace {
  return typeof place.key === "string" && typeof place.offset === "number" && Number.isFinite(place.offset);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
