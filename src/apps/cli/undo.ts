import type { Direction } from "../../agent/change-back.ts";
import { changeSelected } from "../../agent/change-back.ts";
import { openJournal } from "../../agent/journal.ts";
import type { ChangeSelection, NothingSelected } from "../../agent/recorded-changes.ts";
import { isNothing, selectForRedo, selectForUndo } from "../../agent/recorded-changes.ts";
import type { UndoneFile } from "../../agent/undo.ts";
import type { NodeHost } from "../../hosts/node/host.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import type { Command, Invocation } from "./command.ts";
import { optionValue } from "./command.ts";
import { EXIT, FileError } from "./io.ts";
import { counted, writeJson } from "./report.ts";
import { eventsOf, findSession } from "./stored-session.ts";
import { oneSafeLine } from "./terminal-text.ts";
import { openHost, WORKSPACE_OPTION } from "./workspace.ts";

const SESSION_NAME = {
  name: "session",
  value: "SESSION",
  doc: "the session whose changes are meant; without it the newest of this workspace that has something to do",
} as const;

const DETAILS = [
  "What the files hold by now decides: what somebody changed since is kept and merged line by line, or the file is left with the reason. Nothing is overwritten, and a repository's own files are never touched. What commands changed is not recorded and cannot be undone.",
  "With --json: {ok, session, of, files: [{path, how, note}], untracked}. Exit code 1 when there was nothing to do or a file was left.",
];

/** `toolcall undo`. */
export const undoCommand: Command = {
  name: "undo",
  operands: "[CALL|ENVELOPE|TURN]",
  min: 0,
  max: 1,
  summary: "put files back to what they were before a call, a script or a request",
  details: ["Without an id, what the last request changed is undone.", ...DETAILS],
  options: [SESSION_NAME, WORKSPACE_OPTION],
  examples: ["toolcall undo", "toolcall undo ptc-1/3", "toolcall undo turn-2 --session 20260102-1530"],
  run: (invocation) => change(invocation, "undo"),
};

/** `toolcall redo`. */
export const redoCommand: Command = {
  name: "redo",
  operands: "[CALL|ENVELOPE|TURN]",
  min: 0,
  max: 1,
  summary: "make undone changes again",
  details: ["Without an id, what was undone last is made again.", ...DETAILS],
  options: [SESSION_NAME, WORKSPACE_OPTION],
  examples: ["toolcall redo", "toolcall redo ptc-1/3 --json"],
  run: (invocation) => change(invocation, "redo"),
};

async function change(invocation: Invocation, direction: Direction): Promise<number> {
  const { io, json } = invocation;
  const host = await openHost(invocation);
  try {
    const { session, events, selected } = await findChanges(invocation, host, direction);
    if (isNothing(selected)) {
      if (json) writeJson(io, { ok: false, session, message: selected.nothing });
      io.err(`toolcall: ${oneSafeLine(selected.nothing)}\n`);
      return EXIT.script;
    }
    const files = await changeRecorded({ host, session, events, direction }, selected);
    const ok = files.every(({ how }) => how !== "left");
    const { of, untracked } = selected;
    if (json) writeJson(io, { ok, session, of, files, untracked });
    else io.out(account(files, selected, direction));
    return ok ? EXIT.ok : EXIT.script;
  } finally {
    await host.dispose();
  }
}

/** Sessions that are looked through for changes. */
const MAX_SEARCHED = 50;

interface Found {
  readonly session: string;
  readonly events: readonly AgentEvent[];
  readonly selected: ChangeSelection | NothingSelected;
}

/** The session that is named, else the newest of this workspace in which there is something to undo or to make again. */
async function findChanges(invocation: Invocation, host: NodeHost, direction: Direction): Promise<Found> {
  const [id] = invocation.operands;
  const name = optionValue(invocation, SESSION_NAME.name);
  const select = direction === "undo" ? selectForUndo : selectForRedo;
  const first = await findSession(host.store, name);
  const ids = name === undefined ? (await host.store.sessions()).map((entry) => entry.id) : [first];
  let newest: Found | undefined;
  for (const session of ids.slice(0, MAX_SEARCHED)) {
    const events = await eventsOf(host.store, session);
    if (name === undefined && !isOf(events, host)) continue;
    const found = { session, events, selected: select(events, id) };
    if (!isNothing(found.selected)) return found;
    newest ??= found;
  }
  if (newest !== undefined) return newest;
  throw new FileError("this workspace has no session; name one with --session, `toolcall sessions` lists them.");
}

/** Whether a session worked in the first folder of this workspace. */
function isOf(events: readonly AgentEvent[], { workspace }: NodeHost): boolean {
  return events.some((event) => event.kind === "session-opened" && event.roots[0] === workspace.roots[0]);
}

interface Recorded {
  readonly host: NodeHost;
  readonly session: string;
  readonly events: readonly AgentEvent[];
  readonly direction: Direction;
}

/** Changes the files and tells the session so. A session that cannot be written to is left alone with its files. */
async function changeRecorded(
  { host, session, events, direction }: Recorded,
  selection: ChangeSelection,
): Promise<readonly UndoneFile[]> {
  const lastSequence = events.at(-1)?.seq ?? -1;
  const { store, clock } = host;
  const journal = openJournal({ store, session, now: clock.now, lastSequence, show: () => undefined });
  const refused = await journal.flush(false);
  if (refused !== undefined)
    throw new FileError(`nothing was changed, because the session cannot be written: ${refused}.`);
  const { files } = await changeSelected({ host, emit: journal.emit }, direction, selection);
  const problem = await journal.close();
  if (problem !== undefined)
    throw new FileError(`the files were changed, but the session does not say so: ${problem}.`);
  return files;
}

const WORDS: Readonly<Record<UndoneFile["how"], string>> = {
  restored: "restored",
  removed: "removed",
  merged: "merged",
  unchanged: "so already",
  left: "left as it is",
};

function account(files: readonly UndoneFile[], { of, untracked }: ChangeSelection, direction: Direction): string {
  const lines = files.map(({ path, how, note }) => {
    const why = note === undefined ? "" : `: ${note}`;
    return oneSafeLine(`${WORDS[how].padEnd(13)} ${path}${why}`);
  });
  const done = direction === "undo" ? "undone" : "made again";
  lines.push(`${of}: ${counted(files.filter(({ how }) => how !== "left").length, "file")} ${done}`);
  if (untracked.length > 0) lines.push(`What these commands changed is not recorded: ${untracked.join(", ")}`);
  return lines.map((line) => `${line}\n`).join("");
}
