import { isNothing, selectForRedo, selectForUndo } from "../../src/agent/recorded-changes.ts";
import { redo, undo } from "../../src/agent/undo.ts";
import type { UndoneFile } from "../../src/agent/undo.ts";
import type { z } from "zod";
import { createSnapshots } from "../../src/pipeline/snapshot-store.ts";
import type { SessionSnapshots } from "../../src/pipeline/snapshot-store.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import type { AgentEvent, EventFact } from "../../src/protocol/events.ts";
import { openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

/** A workspace in which calls change files, and the events that tell of it. */
export interface UndoRig {
  readonly place: EditWorkspace;
  readonly snapshots: SessionSnapshots;
  readonly events: AgentEvent[];
  readonly tell: (fact: EventFact) => void;
  /** Runs a call as the stages do: snapshot, handler, changes recorded. */
  readonly call: <Schema extends z.ZodType>(id: string, tool: Tool<Schema>, input: z.input<Schema>) => Promise<void>;
  /** Undoes or redoes what is named, records it, and answers what became of each file, by its name in the workspace. */
  readonly take: (direction: "undo" | "redo", id?: string) => Promise<Record<string, string>>;
}

/** What became of a file, with the reason. */
export function words({ how, note }: UndoneFile): string {
  return note === undefined ? how : `${how}: ${note}`;
}

/** The input of an Edit. */
export function edit(file: string, old: string, fresh: string) {
  return { file_path: file, old_string: old, new_string: fresh };
}

/** Opens a workspace; remove it with `place.remove`. */
export function openUndoRig(): UndoRig {
  const place = openWorkspace();
  const snapshots = createSnapshots({ host: place.host });
  const events: AgentEvent[] = [];
  const tell = (fact: EventFact): void => {
    events.push({ v: 1, seq: events.length, at: 0, ...fact });
  };
  return {
    place,
    snapshots,
    events,
    tell,
    async call(id, tool, input) {
      const parsed = tool.input.parse(input);
      for (const path of place.context.session.seen.keys()) place.context.session.seen.delete(path);
      await snapshots.capture(id, tool.snapshots?.(parsed, place.host) ?? []);
      const outcome = await tool.run(parsed, place.context);
      if (outcome.status !== "success") throw new Error(outcome.text);
      for (const { path, before, after, folders = [] } of await snapshots.settle(id))
        tell({ kind: "file-changed", id, path, before, after, folders: [...folders] });
    },
    async take(direction, id) {
      const selection = direction === "undo" ? selectForUndo(events, id) : selectForRedo(events, id);
      if (isNothing(selection)) throw new Error(selection.nothing);
      const done = await (direction === "undo" ? undo : redo)(place.host, selection);
      for (const file of done)
        tell({ kind: direction === "undo" ? "file-undone" : "file-redone", of: selection.of, ...file });
      return Object.fromEntries(done.map((file) => [file.path.slice(place.root.length + 1), words(file)]));
    },
  };
}
