import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNothing, selectForRedo, selectForUndo } from "../../src/agent/recorded-changes.ts";
import { redo, undo } from "../../src/agent/undo.ts";
import { decodeUtf8, encodeUtf8 } from "../../src/base/utf8.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { MemoryHost } from "../../src/hosts/memory/host.ts";
import { createSnapshots } from "../../src/pipeline/snapshot-store.ts";
import type { AgentEvent, EventFact } from "../../src/protocol/events.ts";
import { fold } from "../../src/protocol/fold.ts";
import type { View } from "../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";
import { RUNS } from "../support/property.ts";

/*
 * Every order of undo and redo, by call, by script, by request and by nothing, against a model that knows of each call
 * whether it is undone. Each call changes a line of its own of some files, with lines in between that nobody changes, so
 * that every change can be taken back whatever happens to the others.
 */

type Direction = "undo" | "redo";

/** The calls of a session: ids, and the request that each belongs to. */
const CALLS = [
  { id: "ptc-1/1", turn: "turn-1" },
  { id: "ptc-1/2", turn: "turn-1" },
  { id: "call-1", turn: "turn-2" },
  { id: "ptc-2/1", turn: "turn-3" },
  { id: "ptc-2/2", turn: "turn-3" },
  { id: "call-2", turn: "turn-3" },
] as const;
const FILES = ["/ws/a", "/ws/b", "/ws/c"];
const NAMES = [...CALLS.flatMap(({ id, turn }) => [id, id.split("/")[0]!, turn]), undefined];

/** The lines of a file when these calls stand. */
function textWhere(stands: (call: number) => boolean): string {
  return CALLS.map((_, at) => `${stands(at) ? "new" : "old"} ${at}\nbetween ${at}\nand ${at}\n`).join("");
}

interface Played {
  readonly host: MemoryHost;
  readonly events: AgentEvent[];
  readonly tell: (fact: EventFact) => void;
  readonly view: () => View;
}

/** A session whose calls have changed the files that `touched` names for each. */
async function play(touched: readonly (readonly string[])[]): Promise<Played> {
  const host = createMemoryHost({ files: Object.fromEntries(FILES.map((path) => [path, textWhere(() => false)])) });
  const snapshots = createSnapshots({ host });
  const events: AgentEvent[] = [];
  let view = EMPTY_VIEW;
  const tell = (fact: EventFact): void => {
    const event: AgentEvent = { v: 1, seq: events.length, at: 0, ...fact };
    events.push(event);
    view = fold(view, event);
  };
  let turn: string | undefined;
  for (const [at, call] of CALLS.entries()) {
    if (turn !== call.turn) {
      if (turn !== undefined) tell({ kind: "turn-ended", turn, outcome: "completed" });
      tell({ kind: "turn-started", turn: call.turn });
      snapshots.begin();
      ({ turn } = call);
    }
    const [envelope, number] = call.id.split("/") as [string, string | undefined];
    if (number === "1") tell({ kind: "envelope-opened", id: envelope, expression: "", source: "user" });
    const parent = number !== undefined && { parent: envelope };
    tell({ kind: "call-received", id: call.id, tool: "Edit", source: "script", ...parent });
    const paths = touched[at]!;
    await snapshots.capture(call.id, paths);
    for (const path of paths) await replaceLine(host, path, at);
    for (const { path, before, after } of await snapshots.settle(call.id)) {
      tell({ kind: "file-changed", id: call.id, path, before, after });
    }
  }
  return { host, events, tell, view: () => view };
}

async function textOf(host: MemoryHost, path: string): Promise<string> {
  const bytes = await host.files.read(path);
  if (!(bytes instanceof Uint8Array)) throw new Error(bytes.detail);
  return decodeUtf8(bytes);
}

async function replaceLine(host: MemoryHost, path: string, at: number): Promise<void> {
  const text = await textOf(host, path);
  await host.files.write(path, encodeUtf8(text.replace(`old ${at}\n`, `new ${at}\n`)), "anything");
}

/** Calls by whether they are undone, and what undo was asked for, the last one last. */
interface Model {
  readonly undone: boolean[];
  asked: string[];
}

function members(name: string): readonly number[] {
  return CALLS.flatMap(({ id, turn }, at) => (turn === name || id === name || id.startsWith(`${name}/`) ? [at] : []));
}

/** What the model says is meant by a name, or by none. */
function meant(model: Model, direction: Direction, name: string | undefined): string | undefined {
  const wanted = (of: string): boolean => members(of).some((at) => model.undone[at] === (direction === "redo"));
  if (name !== undefined) return wanted(name) ? name : undefined;
  if (direction === "redo") return model.asked.findLast(wanted);
  const last = model.undone.lastIndexOf(false);
  return last < 0 ? undefined : CALLS[last]!.turn;
}

function step(model: Model, direction: Direction, name: string): void {
  for (const at of members(name)) model.undone[at] = direction === "undo";
  if (direction === "undo") model.asked = [...model.asked.filter((each) => each !== name), name];
}

/** What the rows say of each call and of each script. */
function marks(view: View): ReadonlyMap<string, boolean> {
  return new Map(
    view.entries
      .flatMap((entry) => {
        if (entry.kind === "message") return [];
        return entry.kind === "call" ? [entry] : [entry, ...entry.children];
      })
      .map(({ id, undone }) => [id, undone === true]),
  );
}

const TOUCHED = fc.array(fc.subarray(FILES, { minLength: 1 }), { minLength: CALLS.length, maxLength: CALLS.length });
const STEPS = fc.array(fc.tuple(fc.constantFrom<Direction>("undo", "redo"), fc.constantFrom(...NAMES)), {
  minLength: 1,
  maxLength: 8,
});

describe("undo and redo in any order", () => {
  it("leave every file, every row and what comes next as if each call had been undone or not by itself", async () => {
    await fc.assert(
      fc.asyncProperty(TOUCHED, STEPS, async (touched, steps) => {
        const { host, events, tell, view } = await play(touched);
        const model: Model = { undone: CALLS.map(() => false), asked: [] };
        for (const [direction, name] of steps) {
          const selection = (direction === "undo" ? selectForUndo : selectForRedo)(events, name);
          const expected = meant(model, direction, name);
          expect(isNothing(selection) ? undefined : selection.of).toBe(expected);
          if (isNothing(selection) || expected === undefined) continue;
          for (const file of await (direction === "undo" ? undo : redo)(host, selection)) {
            expect(file.how).not.toBe("left");
            tell({ kind: direction === "undo" ? "file-undone" : "file-redone", of: selection.of, ...file });
          }
          step(model, direction, expected);
          for (const path of FILES) {
            const stands = (at: number): boolean => touched[at]!.includes(path) && !model.undone[at]!;
            expect(await textOf(host, path)).toBe(textWhere(stands));
          }
          const rows = marks(view());
          for (const [at, { id }] of CALLS.entries()) expect([id, rows.get(id)]).toEqual([id, model.undone[at]]);
          for (const script of ["ptc-1", "ptc-2"]) {
            expect(rows.get(script)).toBe(members(script).every((at) => model.undone[at]));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
