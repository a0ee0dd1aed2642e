import type { FileChange } from "../pipeline/snapshots.ts";
import type { AgentEvent, EventOf } from "../protocol/events.ts";

/** What is to be undone or made again: a call, an envelope with all its calls, or a turn. */
export interface ChangeSelection {
  /** The id that undo and redo are recorded under. */
  readonly of: string;
  /** In the order in which they were made: for undo those that stand, for redo those that are undone. */
  readonly changes: readonly FileChange[];
  /** Calls among them that may have changed files unseen: those changes cannot be undone. */
  readonly untracked: readonly string[];
  /** Folders that the session made, whatever call: they go with the last file in them. */
  readonly folders: ReadonlySet<string>;
}

/** Why nothing was selected. */
export interface NothingSelected {
  readonly nothing: string;
}

/** Whether nothing was selected. */
export function isNothing(answer: ChangeSelection | NothingSelected): answer is NothingSelected {
  return "nothing" in answer;
}

type Direction = "undo" | "redo";

/** A change with where it belongs and how it stands: `left` is one that undo could not take back when it last tried. */
interface Recorded {
  readonly turn: string | undefined;
  readonly callId: string;
  /** Undefined for a call that may have changed files unseen. */
  readonly change: FileChange | undefined;
  state: "made" | "undone" | "left";
}

/** A session's changes, oldest first, as they stand after all that was undone and made again since. */
interface Ledger {
  readonly recorded: Recorded[];
  readonly byPath: Map<string, Recorded[]>;
  readonly folders: Set<string>;
  /** What undo was asked for, the last one last, each once. */
  readonly undone: Set<string>;
}

function readLedger(events: readonly AgentEvent[]): Ledger {
  const ledger: Ledger = { recorded: [], byPath: new Map(), folders: new Set(), undone: new Set() };
  let turn: string | undefined;
  for (const event of events) {
    switch (event.kind) {
      case "turn-started":
        turn = event.turn;
        break;
      case "turn-ended":
        turn = undefined;
        break;
      case "file-changed":
        recordChange(ledger, turn, event);
        break;
      case "effect-untracked":
        ledger.recorded.push({ turn, callId: event.id, change: undefined, state: "made" });
        break;
      case "file-undone":
      case "file-redone":
        recordUndo(ledger, event);
        break;
      default:
    }
  }
  return ledger;
}

function recordChange(ledger: Ledger, turn: string | undefined, event: EventOf<"file-changed">): void {
  const { id: callId, path, before, after, folders = [] } = event;
  const recorded: Recorded = { turn, callId, change: { callId, path, before, after }, state: "made" };
  ledger.recorded.push(recorded);
  const ofPath = ledger.byPath.get(path) ?? [];
  ledger.byPath.set(path, ofPath);
  ofPath.push(recorded);
  for (const folder of folders) ledger.folders.add(folder);
}

/** One file of an undo or redo: it concerns every change of that file that belongs to what was named. */
function recordUndo(ledger: Ledger, { kind, of, path, how }: EventOf<"file-undone" | "file-redone">): void {
  const undo = kind === "file-undone";
  if (undo) {
    ledger.undone.delete(of);
    ledger.undone.add(of);
  } else {
    for (const each of ledger.recorded) if (each.state === "left" && belongsTo(each, of)) each.state = "made";
  }
  for (const each of ledger.byPath.get(path) ?? []) {
    if (!belongsTo(each, of)) continue;
    if (how !== "left") each.state = undo ? "undone" : "made";
    else if (undo && each.state === "made") each.state = "left";
  }
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

function select(ledger: Ledger, id: string, direction: Direction): ChangeSelection | NothingSelected {
  const mine = ledger.recorded.filter((each) => belongsTo(each, id));
  const changed = mine.filter(({ change }) => change !== undefined);
  const changes = changed
    .filter(({ state }) => (state === "undone") === (direction === "redo"))
    .flatMap(({ change }) => change ?? []);
  const untracked = [...new Set(mine.filter(({ change }) => change === undefined).map(({ callId }) => callId))];
  if (changes.length > 0) return { of: id, changes, untracked, folders: ledger.folders };
  if (changed.length > 0) {
    return {
      nothing: direction === "undo" ? `All that ${id} changed is undone already.` : `Nothing of ${id} is undone.`,
    };
  }
  if (untracked.length === 0) return { nothing: `${id} changed no files in this session.` };
  return { nothing: `${id} ran commands only; what a command changes is not recorded and cannot be undone.` };
}

/**
 * Selects what undo works on: what is not undone yet of the id given, else of the last turn, or envelope outside of turns.
 * Without an id, what undo has tried in vain is passed over.
 */
export function selectForUndo(events: readonly AgentEvent[], id?: string): ChangeSelection | NothingSelected {
  const ledger = readLedger(events);
  if (id !== undefined) return select(ledger, id, "undo");
  const last = ledger.recorded.findLast(({ change, state }) => change !== undefined && state === "made");
  if (last === undefined) return { nothing: "There is no change to undo in this session." };
  return select(ledger, unitOf(last), "undo");
}

/** Selects what redo works on: what is undone of the id given, else of what was undone last. */
export function selectForRedo(events: readonly AgentEvent[], id?: string): ChangeSelection | NothingSelected {
  const ledger = readLedger(events);
  if (id !== undefined) return select(ledger, id, "redo");
  const isUndone = (of: string): boolean =>
    ledger.recorded.some((each) => each.state === "undone" && belongsTo(each, of));
  const last = [...ledger.undone].findLast(isUndone);
  return last === undefined
    ? { nothing: "There is no undone change to make again in this session." }
    : select(ledger, last, "redo");
}
