import type { PermissionMode } from "../pipeline/permissions.ts";
import type { Host } from "../ports/host.ts";
import type { AgentEvent, EventFact } from "../protocol/events.ts";
import { fold } from "../protocol/fold.ts";
import type { View } from "../protocol/view.ts";
import { EMPTY_VIEW } from "../protocol/view.ts";
import type { History } from "./conversation/history.ts";
import { createHistory } from "./conversation/history.ts";
import { newSessionId } from "./ids.ts";
import type { Journal } from "./journal.ts";
import { openJournal } from "./journal.ts";
import type { ReadSession, SessionProblem } from "./recover.ts";
import { newerMessage, readSession } from "./recover.ts";

/** How a session is to be opened. */
export interface OpenOptions {
  readonly resume?: string;
  readonly mode: PermissionMode;
  readonly random: () => number;
  readonly show?: (event: AgentEvent, view: View) => void;
}

/** A session's journal, open for writing, and the view that its events add up to. */
export interface OpenedJournal {
  readonly id: string;
  readonly journal: Journal;
  readonly view: () => View;
  /** What models were told in it. */
  readonly history: History;
}

/**
 * Opens the journal of a new session or of one that is taken up again; then everything without an end is interrupted
 * first. Nothing is opened that could not be written: a second process, a full disk or a newer version are problems.
 */
export async function openSession(host: Host, options: OpenOptions): Promise<OpenedJournal | SessionProblem> {
  const { store } = host;
  const history = createHistory();
  const known =
    options.resume === undefined ? undefined : await readSession(store, options.resume, host.clock, history.take);
  if (known !== undefined && "problem" in known) return known;
  if (known?.newer === true) return { problem: "newer", message: newerMessage(known.id) };
  const opened = openView(host, { known, history }, options);
  const problem = await begin(opened.journal, openingFacts(opened.id, known, host, options));
  if (problem === undefined) return opened;
  await store.close(opened.id);
  return { problem: opened.journal.problem()?.problem ?? "io", message: `${opened.id}: ${problem}` };
}

function openView(
  { store, clock }: Host,
  { known, history }: { readonly known: ReadSession | undefined; readonly history: History },
  { random, show }: OpenOptions,
): OpenedJournal {
  const id = known?.id ?? newSessionId(clock.now(), random);
  let view = known?.view ?? EMPTY_VIEW;
  const journal = openJournal({
    store,
    session: id,
    now: clock.now,
    turn: clock.yield,
    lastSequence: view.seq,
    show(event) {
      view = fold(view, event);
      history.take(event);
      show?.(event, view);
    },
  });
  return { id, journal, history, view: () => view };
}

/** Says what a session begins with; answers why it cannot be written. */
async function begin(journal: Journal, facts: readonly EventFact[]): Promise<string | undefined> {
  const told = facts.map((fact) => journal.emit(fact));
  const answers = await Promise.all([...told, journal.flush(false)]);
  return answers.find((refused) => refused !== undefined);
}

function openingFacts(
  session: string,
  known: ReadSession | undefined,
  { workspace }: Host,
  { mode }: OpenOptions,
): readonly EventFact[] {
  const resumed = known !== undefined;
  return [...(known?.pending ?? []), { kind: "session-opened", session, roots: [...workspace.roots], mode, resumed }];
}
