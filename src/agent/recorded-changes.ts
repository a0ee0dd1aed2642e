import type { FileChange } from "../pipeline/snapshots.ts";
import type { AgentEvent } from "../protocol/events.ts";

/** What is to be undone or made again: a call, an envelope with all its calls, or a turn. */
export interface ChangeSelection {
  /** The id that undo and redo are recorded under. */
  readonly of: string;
  /** In the order in which they were made. */
  readonly changes: readonly FileChange[];
  /** Calls among them that may have changed files unseen: those changes cannot be undone. */
  readonly untracked: readonly string[];
}

/** Why nothing was selected. */
export interface NothingSelected {
  readonly nothing: string;
}

/** Whether nothing was selected. */
export function isNothing(answer: ChangeSelection | NothingSelected): answer is NothingSelected {
  return "nothing" in answer;
}

interface Recorded {
  readonly turn: string | undefined;
  readonly callId: string;
  /** Undefined for a call that may have changed files unseen. */
  readonly change: FileChange | undefined;
}

/** A session's changes with the turn each belongs to, and what was undone and redone since, oldest first. */
interface Ledger {
  readonly recorded: Recorded[];
  /** Last said of each id: whether it is undone. */
  readonly undone: Map<string, boolean>;
}

function readLedger(events: readonly AgentEvent[]): Ledger {
  const ledger: Ledger = { recorded: [], undone: new Map() };
  let turn: string | undefined;
  for (const event of events) {
    switch (event.kind) {
      case "turn-started":
        turn = event.turn;
        break;
      case "turn-ended":
        turn = undefined;
        break;
      case "file-changed": {
        const { id: callId, path, before, after } = event;
        ledger.recorded.push({ turn, callId, change: { callId, path, before, after } });
        break;
      }
      case "effect-untracked":
        ledger.recorded.push({ turn, callId: event.id, change: undefined });
        break;
      case "file-undone":
      case "file-redone":
        ledger.undone.delete(event.of);
        ledger.undone.set(event.of, event.kind === "file-undone");
        break;
      default:
    }
  }
  return ledger;
}

/** The envelope of a child, and of a call that is no child the call itself. */
function envelopeOf(callId: string): string {
  const slash = callId.indexOf("/");
  return slash === -1 ? callId : callId.slice(0, slash);
}

/** What undo takes when nothing is named: the turn, or outside of turns the envelope. */
function unitOf({ turn, callId }: Recorded): string {
  return turn ?? envelopeOf(callId);
}

function belongsTo({ turn, callId }: Recorded, id: string): boolean {
  return turn === id || callId === id || callId.startsWith(`${id}/`);
}

function select(ledger: Ledger, id: string): ChangeSelection | NothingSelected {
  const mine = ledger.recorded.filter((each) => belongsTo(each, id));
  const changes = mine.flatMap(({ change }) => change ?? []);
  const untracked = [...new Set(mine.filter(({ change }) => change === undefined).map(({ callId }) => callId))];
  if (changes.length > 0) return { of: id, changes, untracked };
  if (untracked.length === 0) return { nothing: `${id} changed no files in this session.` };
  return { nothing: `${id} ran commands only; what a command changes is not recorded and cannot be undone.` };
}

/** Selects what undo works on: the id given, else the last turn, or envelope outside of turns, that is not undone yet. */
export function selectForUndo(events: readonly AgentEvent[], id?: string): ChangeSelection | NothingSelected {
  const ledger = readLedger(events);
  if (id !== undefined) return select(ledger, id);
  const last = ledger.recorded.findLast(
    (each) => each.change !== undefined && ledger.undone.get(unitOf(each)) !== true,
  );
  return last === undefined ? { nothing: "There is no change to undo in this session." } : select(ledger, unitOf(last));
}

/** Selects what redo works on: the id given, else what was undone last. */
export function selectForRedo(events: readonly AgentEvent[], id?: string): ChangeSelection | NothingSelected {
  const ledger = readLedger(events);
  if (id !== undefined) return select(ledger, id);
  const last = [...ledger.undone].findLast(([, undone]) => undone)?.[0];
  return last === undefined
    ? { nothing: "There is no undone change to make again in this session." }
    : select(ledger, last);
}
