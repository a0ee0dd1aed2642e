import { describe, expect, it } from "vitest";
import type { PanelMessage } from "../../../src/protocol/panel-state.ts";
import type { SessionMemory } from "../../../webview/memory.ts";
import { NOTHING_OPEN } from "../../../webview/memory.ts";
import { withAll, withOpen } from "../../../webview/rows/expansion.ts";
import { createFlatten } from "../../../webview/rows/flatten.ts";
import type { Item } from "../../../webview/rows/items.ts";
import { standingOf } from "../../../webview/rows/marks.ts";
import { applyMessage, EMPTY_PANEL } from "../../../webview/store.ts";
import { openedOf, QUESTION, sampleTape } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";

type Opened = Extract<PanelMessage, { kind: "opened" }>;

function itemsOf(tape: Tape, memory: SessionMemory = NOTHING_OPEN, change: Partial<Opened> = {}): readonly Item[] {
  return createFlatten()(applyMessage(EMPTY_PANEL, openedOf(tape, change)), memory);
}

function keys(items: readonly Item[]): readonly string[] {
  return items.map(({ key }) => key);
}

describe("the list of a session", () => {
  it("begins with everything shut: a line for each call, script and run of plain calls", () => {
    expect(keys(itemsOf(sampleTape()))).toEqual(["summary:c-1", "e-1", "e-2", "c-6", "e-3"]);
  });

  it("shows of an open script its text while it runs, its calls in order, what it returned and its foot", () => {
    const running = itemsOf(sampleTape(), withOpen(NOTHING_OPEN, "e-3", true));
    expect(keys(running).slice(4)).toEqual([
      "e-3",
      "e-3/script",
      "e-3/1",
      "e-3/2",
      "e-3/3",
      "e-3/4",
      "e-3/5",
      "e-3/6",
      "e-3/foot",
    ]);
    const settled = itemsOf(sampleTape(), withOpen(NOTHING_OPEN, "e-1", true));
    expect(keys(settled).slice(1, 7)).toEqual(["e-1", "e-1/1", "e-1/2", "e-1/3", "e-1/returned", "e-1/foot"]);
    expect(settled[5]).toMatchObject({
      open: true,
      block: { name: "Returned", body: '(:files 7 :tests "612 passed")' },
    });
  });

  it("shows where a question waits also in a script that is shut", () => {
    const items = itemsOf(sampleTape(), NOTHING_OPEN, { questions: [QUESTION] });
    expect(keys(items).slice(-2)).toEqual(["e-3", "e-3/6"]);
    expect(items.at(-1)).toMatchObject({ questions: [QUESTION] });
    expect(items.slice(-2).map((item) => item.kind === "row" && standingOf(item))).toEqual(["waiting", "waiting"]);
  });

  it("puts the card of a parallel join at the call that was asked about first", () => {
    const tape = createTape();
    const ask = (path: string) => ({ tool: "Edit", args: { file_path: path }, until: "asked" as const, group: "g" });
    tape.script("e", "(parallel)", [ask("a"), ask("b")]);
    const questions = [1, 2].map((at) => ({ ...QUESTION, id: `e/${at}`, group: "g" }));
    const items = itemsOf(tape, withOpen(NOTHING_OPEN, "e", true), { questions });
    expect(items.flatMap((item) => (item.kind === "row" && item.questions.length > 0 ? [item.key] : []))).toEqual([
      "e/1",
    ]);
    expect(items.find(({ key }) => key === "e/1")).toMatchObject({ questions });
  });

  it("draws a direct call as its tool, under the script's key", () => {
    const tape = createTape();
    tape.say({
      kind: "envelope-opened",
      id: "e",
      expression: '(Read :file_path "a")',
      source: "model",
      direct: "Read",
    });
    tape.call("e/1", { tool: "Read", args: { file_path: "a" }, text: "x" }, "e");
    const [item] = itemsOf(tape);
    expect(item).toMatchObject({ kind: "row", key: "e", level: 1, frame: "none", block: { name: "Read" } });
    expect(item).toMatchObject({ call: { id: "e/1" } });
  });

  it("draws the border around a script, whatever of it is shown", () => {
    const shut = itemsOf(sampleTape()).find(({ key }) => key === "e-1");
    expect(shut?.frame).toBe("alone");
    const open = itemsOf(sampleTape(), withOpen(NOTHING_OPEN, "e-1", true)).slice(1, 7);
    expect(open.map(({ frame }) => frame)).toEqual(["top", "inside", "inside", "inside", "inside", "bottom"]);
  });

  it("keeps a long value in a row of its own, shut", () => {
    const tape = createTape();
    tape.script("e", "(list)", [{ tool: "Read" }], { text: "line\n".repeat(30) });
    const items = itemsOf(tape, withOpen(NOTHING_OPEN, "e", true));
    const returned = items.find(({ key }) => key === "e/returned");
    expect(returned).toMatchObject({ open: false, block: { header: "Returned (30 lines)" } });
    expect(keys(items).filter((key) => key === "e/returned")).toHaveLength(1);
  });

  it("opens a summary into its rows, one level deeper, and leaves rows that somebody opened out of it", () => {
    const open = itemsOf(sampleTape(), withOpen(NOTHING_OPEN, "summary:c-1", true));
    expect(keys(open).slice(0, 6)).toEqual(["summary:c-1", "c-1", "c-2", "c-3", "c-4", "c-5"]);
    expect(open.slice(0, 6).map(({ level }) => level)).toEqual([1, 2, 2, 2, 2, 2]);
    const apart = itemsOf(sampleTape(), withOpen(NOTHING_OPEN, "c-1", true));
    expect(keys(apart).slice(0, 2)).toEqual(["c-1", "summary:c-2"]);
  });

  it("folds nothing while the last run may still grow", () => {
    const tape = createTape();
    for (const id of ["a", "b", "c", "d", "e"]) tape.call(id, { tool: "Read", text: "x" });
    const state = { ...openedOf(tape).state, working: true };
    expect(keys(itemsOf(tape, NOTHING_OPEN, { state }))).toEqual(["a", "b", "c", "d", "e"]);
    expect(keys(itemsOf(tape))).toEqual(["summary:a"]);
  });

  it.each([
    ["collapsed", false],
    ["preview", true],
    ["expanded", true],
  ] as const)("begins rows of a tool %s where the person wants that", (display, open) => {
    const settings = { ...openedOf(createTape()).settings, display: { Read: display, "*": "collapsed" as const } };
    const item = itemsOf(sampleTape(), NOTHING_OPEN, { settings }).find(({ key }) => key === "c-6");
    expect(item).toMatchObject({ open, display });
  });

  it("opens and shuts everything at once, and single rows after that", () => {
    const all = withAll(withOpen(NOTHING_OPEN, "e-1", false), true);
    expect(itemsOf(sampleTape(), all).filter((item) => "open" in item && !item.open)).toEqual([]);
    const but = itemsOf(sampleTape(), withOpen(all, "e-1", false));
    expect(but.find(({ key }) => key === "e-1")).toMatchObject({ open: false });
    const none = itemsOf(sampleTape(), withAll(all, false));
    expect(none.filter((item) => "open" in item && item.open)).toEqual([]);
  });

  it("says how many entries are older than the first", () => {
    expect(itemsOf(sampleTape(), NOTHING_OPEN, { older: 40 })[0]).toMatchObject({ kind: "older", count: 40 });
  });

  it("gives each thing one key, the same in every state of it", () => {
    const tape = sampleTape();
    const before = createTape();
    const flatten = createFlatten();
    const open = withAll(NOTHING_OPEN, true);
    let known: readonly string[] = [];
    for (const event of tape.events) {
      before.events.push(event);
      const now = keys(
        flatten(applyMessage(EMPTY_PANEL, openedOf({ ...before, view: () => viewOf(tape, event.seq) })), open),
      );
      expect(new Set(now).size).toBe(now.length);
      expect(known.filter((key) => !now.includes(key))).toEqual([]);
      known = now;
    }
  });

  it("gives entries that did not change the very items that they gave before", () => {
    const tape = sampleTape();
    const flatten = createFlatten();
    const data = applyMessage(EMPTY_PANEL, openedOf(tape));
    const before = flatten(data, NOTHING_OPEN);
    tape.call("new", { tool: "Read", text: "x" });
    const after = flatten(applyMessage(data, { kind: "events", events: tape.events.slice(-2) }), NOTHING_OPEN);
    expect(after.slice(1, 5).every((item, at) => item === before[at + 1])).toBe(true);
  });
});

function viewOf(tape: Tape, seq: number) {
  const part = createTape();
  part.events.splice(0, part.events.length, ...tape.events.slice(0, seq + 1));
  return part.view();
}

describe("what somebody reads", () => {
  const four = ["a", "b", "c", "d"];
  const reading = (): Tape => {
    const tape = createTape();
    for (const id of four) tape.call(id, { tool: "Read", text: "x" });
    return tape;
  };
  const state = { ...openedOf(createTape()).state, working: true };

  it("does not vanish into a summary while they read it", () => {
    const flatten = createFlatten();
    const tape = reading();
    const list = (change: Partial<Opened>, steady: boolean, memory = NOTHING_OPEN) =>
      keys(flatten(applyMessage(EMPTY_PANEL, openedOf(tape, change)), memory, steady));
    expect(list({ state }, false)).toEqual(four);
    expect(list({}, true)).toEqual(four);
    expect(list({}, false)).toEqual(["summary:a"]);
    expect(list({}, true)).toEqual(["summary:a"]);
  });

  it("stays in its summary when it is opened there", () => {
    const flatten = createFlatten();
    const data = applyMessage(EMPTY_PANEL, openedOf(reading()));
    const open = withOpen(NOTHING_OPEN, "summary:a", true);
    flatten(data, open);
    expect(keys(flatten(data, withOpen(open, "b", true), true))).toEqual(["summary:a", ...four]);
    expect(keys(flatten(data, withOpen(open, "b", true)))).toEqual(["summary:a", ...four]);
  });
});
