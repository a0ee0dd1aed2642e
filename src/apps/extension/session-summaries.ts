import { openJournal, problemText } from "../../agent/journal.ts";
import { readSession } from "../../agent/recover.ts";
import { isWritten, removeSession } from "../../hosts/node/store/stored-session.ts";
import type { Host } from "../../ports/host.ts";
import type { SessionEntry, Store } from "../../ports/store.ts";
import { headOf } from "../../protocol/bounds.ts";
import { SCHEMA_VERSION } from "../../protocol/event-kinds.ts";
import { parseEvent } from "../../protocol/events.ts";
import type { SessionSummary } from "../../protocol/panel-state.ts";
import { TITLE_CHARS } from "../../protocol/session-events.ts";
import type { Words } from "./words.ts";

/** Sessions that are looked at for a list, the newest first. */
export const MAX_LISTED = 500;
/** Bytes of a journal above which a list does not read it. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** What is known of the sessions of a workspace, for lists. */
export interface Summaries {
  /** The sessions whose name, id or first request has the words in it, the newest first; `current` is this window's own. */
  readonly list: (store: Store, query: string, current: string | undefined) => Promise<readonly SessionSummary[]>;
  readonly of: (store: Store, id: string) => Promise<SessionSummary | undefined>;
  /** Whether a program that runs writes a session. */
  readonly isWritten: (id: string) => Promise<boolean>;
  /** Names a session that is not shown; answers why it cannot be. */
  readonly rename: (host: Pick<Host, "store" | "clock">, id: string, title: string) => Promise<string | undefined>;
  /** Removes a session for good; answers why it was not done. */
  readonly remove: (id: string) => Promise<string | undefined>;
}

/** Summaries of the sessions in a folder. What was read of a session is kept while the session stays as it is. */
export function createSummaries(folder: string, words: Words): Summaries {
  const known = new Map<string, { readonly stamp: string; readonly summary: SessionSummary }>();

  const summarise = async (store: Store, entry: SessionEntry): Promise<SessionSummary> => {
    const stamp = `${entry.bytes} ${entry.modified}`;
    const before = known.get(entry.id);
    if (before?.stamp === stamp) return before.summary;
    const summary = await read(store, entry, words);
    known.set(entry.id, { stamp, summary });
    return summary;
  };

  const of = async (store: Store, id: string): Promise<SessionSummary | undefined> => {
    const entry = (await store.sessions()).find((each) => each.id === id);
    return entry === undefined ? undefined : summarise(store, entry);
  };

  return {
    of,
    async list(store, query, current) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const entries = await store.sessions();
      const found: SessionSummary[] = [];
      for (const entry of entries.slice(0, MAX_LISTED)) {
        const summary = await summarise(store, entry);
        const text = `${summary.title} ${summary.id}`.toLowerCase();
        if (!words.every((word) => text.includes(word))) continue;
        const elsewhere = entry.id !== current && (await isWritten({ folder, id: entry.id }));
        found.push({ ...summary, ...(elsewhere && { elsewhere }) });
      }
      const ids = new Set(entries.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      return found;
    },
    async rename({ store, clock }, id, title) {
      const session = await readSession(store, id);
      if ("problem" in session) return session.message;
      const journal = openJournal({
        store,
        session: id,
        now: clock.now,
        lastSequence: session.view.seq,
        show: () => undefined,
      });
      const told = await journal.emit({ kind: "session-renamed", title });
      return (await journal.close()) ?? told;
    },
    isWritten: (id) => isWritten({ folder, id }),
    remove: (id) => removeSession({ folder, id }),
  };
}

/** How every line of a journal begins. */
const HEAD = /^\{"v":(\d+),"seq":\d+,"at":[\d.e+]+,"kind":"([a-z-]+)"/;

/** What lines add up to, without reading more of them than a list needs. */
interface Scan {
  title: string | undefined;
  request: string | undefined;
  readonly rows: Set<string>;
  unreadable: number;
  isNewer: boolean;
}

async function read(store: Store, { id, bytes, modified }: SessionEntry, words: Words): Promise<SessionSummary> {
  if (bytes > MAX_READ_BYTES) return { id, title: id, modified };
  const journal = await store.journal(id);
  if ("problem" in journal) return { id, title: id, modified, problem: problemText(journal) };
  const scan: Scan = { title: undefined, request: undefined, rows: new Set(), unreadable: 0, isNewer: false };
  for (const line of journal.lines) scanLine(scan, line);
  const title = scan.title ?? scan.request ?? id;
  const problem = problemOf(scan, journal.lines.length === 0, words);
  return { id, title, modified, rows: scan.rows.size, ...(problem !== undefined && { problem }) };
}

function scanLine(scan: Scan, line: string): void {
  const [, version, kind] = HEAD.exec(line) ?? [];
  if (kind === undefined || !line.endsWith("}")) scan.unreadable++;
  else if (Number(version) > SCHEMA_VERSION) scan.isNewer = true;
  else if (TELLING.has(kind)) tell(scan, line);
}

const TELLING: ReadonlySet<string> = new Set(["session-renamed", "turn-started", "envelope-opened", "call-received"]);

function tell(scan: Scan, line: string): void {
  // Children are most of the lines and no rows of their own.
  if (line.includes('"kind":"call-received"') && line.includes('"parent":')) return;
  const parsed = parseEvent(line);
  if (!parsed.ok) {
    scan.unreadable++;
    return;
  }
  const { event } = parsed;
  if (event.kind === "session-renamed") scan.title = event.title;
  else if (event.kind === "turn-started") scan.request ??= oneLine(event.text);
  else if (event.kind === "envelope-opened" || event.kind === "call-received") scan.rows.add(event.id);
}

function oneLine(text: string | undefined): string | undefined {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  return line === "" ? undefined : headOf(line, TITLE_CHARS);
}

function problemOf({ unreadable, isNewer }: Scan, isEmpty: boolean, words: Words): string | undefined {
  if (isNewer) return words("session-newer");
  if (isEmpty) return words("session-empty");
  return unreadable === 0 ? undefined : words("session-damaged", unreadable);
}
