import type { Host } from "../ports/host.ts";
import type { Emit } from "../protocol/emit.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { parseEvent } from "../protocol/events.ts";
import { problemText } from "./journal.ts";
import type { ChangeSelection } from "./recorded-changes.ts";
import { isNothing, selectForRedo, selectForUndo } from "./recorded-changes.ts";
import type { UndoneFile } from "./undo.ts";
import { redo, undo } from "./undo.ts";

/** Whether changes are taken back or made again. */
export type Direction = "undo" | "redo";

/** What became of the files, or why nothing was done. */
export type ChangedBack =
  | {
      /** The call, envelope or turn whose changes they were. */
      readonly of: string;
      readonly files: readonly UndoneFile[];
      /** Calls that may have changed files unseen: those changes are as they were. */
      readonly untracked: readonly string[];
      /** Why the session does not tell all of it. */
      readonly problem?: string;
    }
  | { readonly nothing: string };

/** A session whose changes are taken back: everything that was said is in its journal. */
export interface ChangedSession {
  readonly id: string;
  readonly host: Pick<Host, "files" | "store" | "workspace">;
  readonly emit: Emit;
}

/** What undo and redo read of a journal; the other kinds are most of it. */
const TELLING = ["turn-started", "turn-ended", "file-changed", "effect-untracked", "file-undone", "file-redone"].map(
  (kind) => `"kind":"${kind}"`,
);

function isTelling(line: string): boolean {
  return TELLING.some((kind) => line.includes(kind));
}

/** Takes back, or makes again, what was named, else the last that can be; each file is told as an event. */
export async function changeBack(
  { id, host, emit }: ChangedSession,
  direction: Direction,
  of?: string,
): Promise<ChangedBack> {
  const journal = await host.store.journal(id);
  if ("problem" in journal) return { nothing: `The session cannot be read: ${problemText(journal)}.` };
  const events = journal.lines.filter(isTelling).flatMap((line): readonly AgentEvent[] => {
    const parsed = parseEvent(line);
    return parsed.ok ? [parsed.event] : [];
  });
  const selected = (direction === "undo" ? selectForUndo : selectForRedo)(events, of);
  if (isNothing(selected)) return selected;
  const { files, problem } = await changeSelected({ host, emit }, direction, selected);
  return { of: selected.of, files, untracked: selected.untracked, ...(problem !== undefined && { problem }) };
}

/** Takes back, or makes again, what was selected; each file is told as an event. `problem` says why some were not. */
export async function changeSelected(
  { host, emit }: Pick<ChangedSession, "host" | "emit">,
  direction: Direction,
  selected: ChangeSelection,
): Promise<{ readonly files: readonly UndoneFile[]; readonly problem: string | undefined }> {
  const files = await (direction === "undo" ? undo : redo)(host, selected);
  const kind = direction === "undo" ? "file-undone" : "file-redone";
  const told = files.map(({ path, how, note }) =>
    emit({ kind, path, of: selected.of, how, ...(note !== undefined && { note }) }),
  );
  return { files, problem: (await Promise.all(told)).find((refused) => refused !== undefined) };
}
