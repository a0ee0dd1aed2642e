import type { Clock } from "../ports/clock.ts";
import type { Store, StoreProblem } from "../ports/store.ts";
import { SCHEMA_VERSION } from "../protocol/event-kinds.ts";
import type { AgentEvent, EventFact } from "../protocol/events.ts";
import { parseEvent } from "../protocol/events.ts";
import { fold, interruptions } from "../protocol/fold.ts";
import type { View } from "../protocol/view.ts";
import { EMPTY_VIEW } from "../protocol/view.ts";
import { openJournal, problemText } from "./journal.ts";

/** Unreadable lines that are told of one by one; the rest are counted. */
export const MAX_TOLD_LINES = 20;

/** A session as its journal tells it. */
export interface ReadSession {
  readonly id: string;
  readonly view: View;
  /** Whether the last line was cut off by a crash and left out. */
  readonly torn: boolean;
  /** Lines that are no events of this version: skipped, never fatal. `line` counts from 1. */
  readonly unreadable: readonly { readonly line: number; readonly problem: string }[];
  readonly unreadableCount: number;
  /** Written by a newer version of the product: it may be shown, but not be continued. */
  readonly newer: boolean;
  /** What has to be said before the session can go on: calls and scripts without an end are interrupted (R258). */
  readonly pending: readonly EventFact[];
}

/** Why a session cannot be had. */
export interface SessionProblem {
  readonly problem: StoreProblem["problem"] | "newer" | "exists";
  readonly message: string;
}

/** Lines of a journal that are read in one turn of the host's event loop: a few milliseconds of work. */
const LINES_IN_A_TURN = 200;

/**
 * Reads a session without changing anything. A damaged journal gives what can be read of it. With a clock the host's event
 * loop turns meanwhile. `each` gets every event.
 */
export async function readSession(
  store: Store,
  id: string,
  clock?: Pick<Clock, "yield">,
  each?: (event: AgentEvent) => void,
): Promise<ReadSession | SessionProblem> {
  const journal = await store.journal(id);
  if ("problem" in journal) return { problem: journal.problem, message: `${id}: ${problemText(journal)}` };
  let view: View = EMPTY_VIEW;
  let newer = false;
  let unreadableCount = 0;
  const unreadable: { line: number; problem: string }[] = [];
  for (const [index, line] of journal.lines.entries()) {
    if (clock !== undefined && index > 0 && index % LINES_IN_A_TURN === 0) await clock.yield();
    const parsed = parseEvent(line);
    if (parsed.ok) {
      view = fold(view, parsed.event);
      each?.(parsed.event);
      continue;
    }
    newer ||= isNewer(line);
    unreadableCount++;
    if (unreadable.length < MAX_TOLD_LINES) unreadable.push({ line: index + 1, problem: parsed.problem });
  }
  const pending = interruptions(view);
  return { id, view, torn: journal.torn, unreadable, unreadableCount, newer, pending };
}

function isNewer(line: string): boolean {
  try {
    const version = (JSON.parse(line) as { readonly v?: unknown } | null)?.v;
    return typeof version === "number" && version > SCHEMA_VERSION;
  } catch {
    return false;
  }
}

/** What recovery did to one session. */
export type Recovery =
  | { readonly id: string; readonly outcome: "nothing-to-do" }
  | { readonly id: string; readonly outcome: "recovered"; readonly interrupted: readonly string[] }
  | { readonly id: string; readonly outcome: "problem"; readonly message: string };

/**
 * Writes an end for every call and script of a session that has none: they are interrupted, never resumed (R256–R259).
 * A session that another process is writing to is left alone.
 */
export async function recoverSession(store: Store, id: string, now: () => number): Promise<Recovery> {
  const session = await readSession(store, id);
  if ("problem" in session) return { id, outcome: "problem", message: session.message };
  if (session.newer) return { id, outcome: "problem", message: newerMessage(id) };
  if (session.pending.length === 0) return { id, outcome: "nothing-to-do" };
  const journal = openJournal({ store, session: id, now, lastSequence: session.view.seq, show: () => undefined });
  const told = session.pending.map((fact) => journal.emit(fact));
  const closed = await journal.close();
  const problem = (await Promise.all(told)).find((refused) => refused !== undefined) ?? closed;
  if (problem !== undefined) return { id, outcome: "problem", message: `${id}: ${problem}` };
  return { id, outcome: "recovered", interrupted: session.pending.flatMap((fact) => ("id" in fact ? [fact.id] : [])) };
}

/** Recovers every session of a store, one after the other. */
export async function recoverAll(store: Store, now: () => number): Promise<readonly Recovery[]> {
  const done: Recovery[] = [];
  for (const { id } of await store.sessions()) done.push(await recoverSession(store, id, now));
  return done;
}

/** Why a newer session is not continued, and what to do. */
export function newerMessage(id: string): string {
  return `${id}: the session was written by a newer version, which may mean more than this one understands; continue it there`;
}
