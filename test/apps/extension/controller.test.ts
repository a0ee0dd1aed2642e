import { describe, expect, it } from "vitest";
import { createStoreContent } from "../../../src/hosts/memory/store.ts";
import { fold } from "../../../src/protocol/fold.ts";
import type { View } from "../../../src/protocol/view.ts";
import type { ControllerRig } from "./controller-rig.ts";
import { ASKS, controllerRig } from "./controller-rig.ts";

const FILES = { "/ws/a.txt": "one TODO\n", "/ws/b.txt": "two\n" };
/** Commands that succeed at once. */
const MAKES = () => Promise.resolve({ end: "exited", code: 0 } as const);
const SCRIPT = '(Grep :pattern "TODO" :path "/ws")';

/** The view that a panel has: what it was sent last as a whole, and the events since. */
function panelView({ told }: ControllerRig): View | undefined {
  let view: View | undefined;
  for (const message of told) {
    if (message.kind === "opened") ({ view } = message);
    else if (message.kind === "events" && view !== undefined) view = message.events.reduce(fold, view);
  }
  return view;
}

describe("a message", () => {
  it("that begins with a parenthesis runs as a script, and the panel folds what the session holds", async () => {
    const rig = await controllerRig({ fixture: { files: FILES } });
    await rig.want({ kind: "send", text: SCRIPT });
    await rig.settle();
    const view = panelView(rig);
    expect(view).toEqual(rig.controller.desk.view());
    expect(view?.entries.map(({ id }) => id)).toEqual(["ptc-1"]);
    await rig.controller.dispose();
  });

  it("of other text is kept in the composer with a word on what works and an example", async () => {
    const rig = await controllerRig();
    await rig.want({ kind: "send", text: "fix the bug" });
    expect(rig.of("compose")).toEqual([{ kind: "compose", text: "fix the bug", how: "replace" }]);
    expect(rig.of("notice")[0]).toMatchObject({ level: "info", example: '(Grep :pattern "TODO")' });
    expect(rig.host.store.journals.size).toBe(0);
    await rig.controller.dispose();
  });

  it("waits while something runs, can be changed and taken back, and goes on in order", async () => {
    const rig = await controllerRig({ fixture: { files: FILES } });
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.controller.questions.questions().length === 1);
    for (const text of ["(list 1)", "(list 2)", "(list 3)"]) await rig.want({ kind: "send", text });
    const [first, second] = rig.controller.queue.items();
    await rig.want({ kind: "change-queued", id: first?.id ?? "", text: "(list 10)" });
    await rig.want({ kind: "drop-queued", id: second?.id ?? "" });
    expect(
      rig
        .of("state")
        .at(-1)
        ?.state.queue.map(({ text }) => text),
    ).toEqual(["(list 10)", "(list 3)"]);
    const [question] = rig.controller.questions.questions();
    await rig.want({ kind: "answer-permission", id: question?.id, answer: "deny", scope: "once" });
    await rig.until(() => rig.controller.queue.items().length === 0);
    await rig.settle();
    const scripts = rig.controller.desk
      .view()
      .entries.map((entry) => entry.kind === "envelope" && entry.opened.expression);
    expect(scripts).toEqual([ASKS, "(list 10)", "(list 3)"]);
    await rig.controller.dispose();
  });

  it("that waited outlives a stop and a reload, and runs before the next one that is sent (report 90)", async () => {
    const memory = new Map<string, unknown>();
    const store = createStoreContent();
    const rig = await controllerRig({ memory, store });
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.controller.questions.questions().length === 1);
    await rig.want({ kind: "send", text: "(list 1)" });
    await rig.want({ kind: "cancel" });
    await rig.settle();
    expect(rig.controller.queue.items().map(({ text }) => text)).toEqual(["(list 1)"]);
    await rig.controller.dispose();
    const again = await controllerRig({ memory, store });
    await again.settle();
    expect(again.controller.queue.items().map(({ text }) => text)).toEqual(["(list 1)"]);
    await again.want({ kind: "send", text: "(list 2)" });
    await again.until(() => again.controller.queue.items().length === 0);
    await again.settle();
    const ran = again.controller.desk
      .view()
      .entries.map((entry) => entry.kind === "envelope" && entry.opened.expression);
    expect(ran).toEqual([ASKS, "(list 1)", "(list 2)"]);
    await again.controller.dispose();
  });
});

describe("what a panel sends", () => {
  it("is checked: anything but an intent goes to the log without its content", async () => {
    const rig = await controllerRig();
    await rig.want({ kind: "no-such-intent", secret: "hunter2" });
    await rig.want({ kind: "send", text: 5 });
    expect(rig.asked.logged).toHaveLength(2);
    expect(rig.asked.logged.join()).not.toContain("hunter2");
    await rig.controller.dispose();
  });

  it("and what scripts say and give stays out of the log, whatever its level", async () => {
    const rig = await controllerRig({ fixture: { files: { "/ws/a.txt": "hunter2\n" } } });
    await rig.want({ kind: "send", text: '(list "swordfish" (Read :file_path "/ws/a.txt"))' });
    await rig.settle();
    expect(rig.asked.logged.length).toBeGreaterThan(3);
    expect(rig.asked.logged.join("\n")).not.toMatch(/hunter2|swordfish|a\.txt/);
    await rig.controller.dispose();
  });

  it("to open a link opens web addresses alone", async () => {
    const rig = await controllerRig();
    for (const href of ["https://example.org/", "command:workbench.action.quit", "file:///etc/passwd", "no address"]) {
      await rig.want({ kind: "open-link", href });
    }
    expect(rig.asked.opened).toEqual(["https://example.org/"]);
    expect(rig.of("notice")).toHaveLength(3);
    await rig.controller.dispose();
  });
});

describe("a question", () => {
  it("reaches the panel whole and goes when it is answered", async () => {
    const rig = await controllerRig({ fixture: { script: () => ({ stdout: "made\n" }) as never } });
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.of("questions").some(({ questions }) => questions.length > 0));
    const question = rig.controller.questions.questions()[0];
    expect(question).toMatchObject({
      tool: "Bash",
      subject: "make thing",
      access: "run",
      editable: { name: "command" },
    });
    expect(rig.of("state").at(-1)?.state.working).toBe(true);
    await rig.want({ kind: "answer-permission", id: question?.id, answer: "deny", scope: "once", feedback: "not now" });
    await rig.settle();
    expect(rig.of("questions").at(-1)?.questions).toEqual([]);
    const [entry] = rig.controller.desk.view().entries;
    expect(entry).toMatchObject({ settled: { preview: expect.stringContaining("not now") as string } });
    await rig.controller.dispose();
  });

  it("is withdrawn by a stop (report 36)", async () => {
    const rig = await controllerRig();
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.controller.questions.questions().length === 1);
    await rig.want({ kind: "cancel" });
    await rig.settle();
    expect(rig.controller.questions.questions()).toEqual([]);
    expect(rig.controller.desk.view().entries[0]).toMatchObject({ settled: { kind: "envelope-settled" } });
    await rig.controller.dispose();
  });

  it("is notified outside of the panel, once, only while the window is not looked at (report 116)", async () => {
    for (const focused of [true, false]) {
      const rig = await controllerRig({ focused });
      await rig.want({ kind: "send", text: ASKS });
      await rig.until(() => rig.controller.questions.questions().length === 1);
      expect(rig.asked.notices).toHaveLength(focused ? 0 : 1);
      await rig.controller.dispose();
    }
  });

  it.each([
    ["Allow Once", "completed"],
    ["Deny", "denied"],
  ])("is answered in its notification: %s (report 116)", async (label, outcome) => {
    const rig = await controllerRig({ focused: false, fixture: { script: MAKES } });
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.controller.questions.questions().length === 1);
    const choice = rig.asked.choices[0]?.find((each) => each.label === label);
    choice?.take();
    await rig.settle();
    expect(rig.controller.desk.view().entries[0]).toMatchObject({ settled: { outcome } });
    choice?.take();
    expect(rig.asked.notices.at(-1)).toMatch(/answered or taken back already/);
    await rig.controller.dispose();
  });

  it("of calls side by side is one of several that wait; each answer is for one, and none is answered by itself (reports 28 and 116)", async () => {
    const rig = await controllerRig({ focused: false, fixture: { script: MAKES } });
    await rig.want({
      kind: "send",
      text: '(parallel (Bash :command "make a") (Bash :command "make b") (Bash :command "make c"))',
    });
    const waiting = (): readonly string[] => rig.controller.questions.questions().map(({ id }) => id);
    await rig.until(() => waiting().length === 3);
    expect(rig.asked.notices).toHaveLength(3);
    for (const id of waiting()) {
      const others = waiting().filter((other) => other !== id);
      await rig.want({ kind: "answer-permission", id, answer: "allow", scope: "once" });
      expect(waiting()).toEqual(others);
    }
    await rig.settle();
    const [entry] = rig.controller.desk.view().entries;
    expect(entry?.kind === "envelope" && entry.children.map(({ settled }) => settled?.status)).toEqual([
      "success",
      "success",
      "success",
    ]);
    await rig.controller.dispose();
  });
});

describe("an untrusted workspace", () => {
  it("is read only, and says so when another mode is wanted", async () => {
    const rig = await controllerRig({ trusted: () => false, mode: "full-auto", fixture: { files: FILES } });
    expect(rig.of("opened")[0]?.state).toMatchObject({ trusted: false, mode: "plan" });
    await rig.want({ kind: "set-mode", mode: "full-auto" });
    expect(rig.controller.desk.mode()).toBe("plan");
    expect(rig.of("notice").at(-1)?.text).toContain("not trusted");
    await rig.want({ kind: "send", text: '(Write :file_path "/ws/new.txt" :content "x")' });
    await rig.settle();
    expect(await rig.host.files.stat("/ws/new.txt")).toMatchObject({ problem: "missing" });
    await rig.controller.dispose();
  });
});

describe("a workspace that is trusted later", () => {
  it("has the mode that it would have had, from the next thing on", async () => {
    let isTrusted = false;
    const rig = await controllerRig({ trusted: () => isTrusted, mode: "edits", fixture: { files: FILES } });
    expect(rig.controller.desk.mode()).toBe("plan");
    isTrusted = true;
    await rig.controller.trust();
    expect(rig.of("state").at(-1)?.state).toMatchObject({ trusted: true, mode: "edits" });
    await rig.controller.dispose();
  });
});

describe("undo", () => {
  it("puts back what a script changed, redo makes it again, and rows say so", async () => {
    const rig = await controllerRig({ mode: "edits", fixture: { files: FILES } });
    await rig.want({ kind: "send", text: '(Write :file_path "/ws/new.txt" :content "x\\n")' });
    await rig.settle();
    expect(await rig.host.files.stat("/ws/new.txt")).toMatchObject({ kind: "file" });
    await rig.want({ kind: "undo" });
    expect(await rig.host.files.stat("/ws/new.txt")).toMatchObject({ problem: "missing" });
    expect(rig.of("notice").at(-1)?.text).toContain("Files put back: 1 (");
    await rig.want({ kind: "redo" });
    expect(await rig.host.files.stat("/ws/new.txt")).toMatchObject({ kind: "file" });
    await rig.want({ kind: "open-diff", id: "ptc-1" });
    expect(rig.asked.diffs[0]).toMatchObject([
      { path: "/ws/new.txt", before: { part: "missing" }, after: { part: "kept" } },
    ]);
    await rig.controller.dispose();
  });
});
