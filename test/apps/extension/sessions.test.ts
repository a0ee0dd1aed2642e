import { describe, expect, it } from "vitest";
import type { StoreContent } from "../../../src/hosts/memory/store.ts";
import { deleteSession } from "../../../src/apps/extension/session-intents.ts";
import { createStoreContent } from "../../../src/hosts/memory/store.ts";
import type { ControllerRig } from "./controller-rig.ts";
import { ASKS, controllerRig } from "./controller-rig.ts";

const journalsOf = ({ journals }: StoreContent): Readonly<Record<string, string>> => Object.fromEntries(journals);

/** A store with a window that has run a script and was closed. */
async function withSession(
  script = "(list 1)",
): Promise<{ store: StoreContent; memory: Map<string, unknown>; id: string }> {
  const store = createStoreContent();
  const memory = new Map<string, unknown>();
  const rig = await controllerRig({ store, memory });
  await rig.want({ kind: "send", text: script });
  await rig.settle();
  const id = rig.controller.desk.id() ?? "";
  await rig.controller.dispose();
  return { store, memory, id };
}

async function listed(rig: ControllerRig, query = "") {
  await rig.want({ kind: "list-sessions", query });
  return rig.of("sessions").at(-1)?.sessions ?? [];
}

describe("a window that is loaded again", () => {
  it("shows the session that was shown, and writes nothing until something is done", async () => {
    const { store, memory, id } = await withSession();
    const before = journalsOf(store);
    const rig = await controllerRig({ store, memory });
    expect(rig.controller.desk.id()).toBe(id);
    expect(rig.of("opened")[0]?.view.entries).toHaveLength(1);
    await rig.want({ kind: "set-mode", mode: "plan" });
    expect(journalsOf(store)).toEqual(before);
    await rig.want({ kind: "send", text: "(list 2)" });
    await rig.settle();
    expect(rig.controller.desk.view().entries.map((entry) => entry.id)).toEqual(["ptc-1", "ptc-2"]);
    expect(rig.controller.desk.view().mode).toBe("plan");
    await rig.controller.dispose();
  });

  it("keeps the mode of its session", async () => {
    const { store, memory } = await withSession();
    const rig = await controllerRig({ store, memory });
    await rig.want({ kind: "set-mode", mode: "edits" });
    await rig.controller.dispose();
    const again = await controllerRig({ store, memory });
    expect(again.of("opened")[0]?.state.mode).toBe("edits");
    await again.controller.dispose();
  });

  it("shows what ran when the extension host was killed as interrupted, and writes that with the next thing done", async () => {
    const store = createStoreContent();
    const memory = new Map<string, unknown>();
    const rig = await controllerRig({ store, memory });
    await rig.want({ kind: "send", text: ASKS });
    await rig.until(() => rig.controller.questions.questions().length === 1);
    const left = { ...createStoreContent(), journals: new Map(store.journals), modified: new Map(store.modified) };
    const before = journalsOf(left);
    const again = await controllerRig({ store: left, memory: new Map(memory) });
    const [entry] = again.of("opened")[0]?.view.entries ?? [];
    expect(entry?.kind === "envelope" && entry.settled?.outcome).toBe("interrupted");
    expect(entry?.kind === "envelope" && entry.children[0]?.settled?.status).toBe("interrupted");
    expect(again.of("opened")[0]?.questions).toEqual([]);
    expect(journalsOf(left)).toEqual(before);
    await again.want({ kind: "send", text: "(list 1)" });
    await again.settle();
    expect(journalsOf(left)[again.controller.desk.id() ?? ""]).toContain('"outcome":"interrupted"');
    await again.controller.dispose();
    await rig.controller.dispose();
  });

  it("waits for the extension host before it to let go of the session", async () => {
    const { store, memory, id } = await withSession();
    let looks = 0;
    const rig = await controllerRig({ store, memory, written: () => ++looks < 4 });
    expect(rig.controller.desk.id()).toBe(id);
    await rig.controller.dispose();
  });

  it("begins a new session where another window has the last one, and says so", async () => {
    const { store, memory } = await withSession();
    const rig = await controllerRig({ store, memory, written: () => true });
    expect(rig.controller.desk.id()).toBeUndefined();
    expect(rig.asked.notices.join()).toContain("open in another window");
    await rig.controller.dispose();
  });

  it("says why a session that is gone is not shown, and begins anew", async () => {
    const { memory } = await withSession();
    const rig = await controllerRig({ memory });
    expect(rig.controller.desk.id()).toBeUndefined();
    expect(rig.asked.notices.join()).toContain("cannot be shown again");
    await rig.controller.dispose();
  });
});

describe("a session that another window writes", () => {
  it("is shown when it is chosen, with the reason why it can only be read", async () => {
    const { store, id } = await withSession();
    const rig = await controllerRig({ store, written: () => true });
    await rig.want({ kind: "open-session", id });
    expect(rig.controller.desk.view().entries).toHaveLength(1);
    expect(rig.of("notice").at(-1)?.text).toContain("another window works in it");
    await rig.controller.dispose();
  });

  it("can be read, and says why nothing is run in it", async () => {
    const { store, memory, id } = await withSession();
    store.writers.set(id, {});
    const rig = await controllerRig({ store, memory });
    expect(rig.of("opened")[0]?.view.entries).toHaveLength(1);
    await rig.want({ kind: "send", text: "(list 2)" });
    await rig.settle();
    expect(rig.of("notice").at(-1)?.text).toContain("another program writes this session");
    expect(rig.of("compose").at(-1)).toMatchObject({ text: "(list 2)" });
    expect(rig.controller.desk.view().entries).toHaveLength(1);
    await rig.controller.dispose();
  });
});

describe("the list of sessions", () => {
  it("names each by what was asked first until the person names it, and finds it by its words", async () => {
    const { store, memory, id } = await withSession('(list "apples and pears")');
    const rig = await controllerRig({ store, memory });
    expect(await listed(rig)).toMatchObject([{ id, title: '(list "apples and pears")', rows: 1 }]);
    await rig.want({ kind: "rename-session", id, title: "Fruit" });
    await rig.settle();
    expect(rig.of("title").at(-1)?.title).toBe("Fruit");
    expect(await listed(rig, "fru")).toMatchObject([{ id, title: "Fruit" }]);
    expect(await listed(rig, "vegetables")).toEqual([]);
    await rig.controller.dispose();
  });

  it("shows damaged sessions as such and removes none (report 88)", async () => {
    const { store, id } = await withSession();
    store.journals.set("torn", `${store.journals.get(id) ?? ""}{"v":1,"seq":99,"at":1,"kind":"envel\n`);
    store.journals.set("empty", "");
    store.journals.set("newer", '{"v":99,"seq":0,"at":1,"kind":"session-opened"}\n');
    for (const name of ["torn", "empty", "newer"]) store.modified.set(name, 1);
    const rig = await controllerRig({ store });
    const problems = Object.fromEntries((await listed(rig)).map(({ id: name, problem }) => [name, problem]));
    expect(problems).toEqual({
      [id]: undefined,
      torn: expect.stringContaining("1 lines of it cannot be read") as string,
      empty: expect.stringContaining("Nothing of it") as string,
      newer: expect.stringContaining("newer version") as string,
    });
    await rig.want({ kind: "open-session", id: "torn" });
    expect(rig.controller.desk.view().entries).toHaveLength(1);
    expect([...store.journals.keys()].sort()).toEqual(["empty", id, "newer", "torn"].sort());
    await rig.controller.dispose();
  });

  it("opens another session only when the person agrees that what runs is stopped", async () => {
    for (const confirms of [false, true]) {
      const { store, id } = await withSession();
      const rig = await controllerRig({ store, confirms });
      await rig.want({ kind: "send", text: ASKS });
      await rig.until(() => rig.controller.questions.questions().length === 1);
      await rig.want({ kind: "open-session", id });
      expect(rig.controller.desk.id() === id).toBe(confirms);
      expect(rig.controller.questions.questions()).toHaveLength(confirms ? 0 : 1);
      await rig.controller.dispose();
    }
  });

  it("asks before it deletes", async () => {
    const { store, memory, id } = await withSession();
    const rig = await controllerRig({ store, memory, confirms: false });
    await deleteSession(rig.controller, id);
    expect(rig.asked.questions).toHaveLength(1);
    expect(rig.controller.desk.id()).toBe(id);
    await rig.controller.dispose();
  });
});

describe("a session in a file", () => {
  it("comes back as it was, under a new id", async () => {
    const { store, memory } = await withSession('(list "apples")');
    const rig = await controllerRig({ store, memory });
    await rig.want({ kind: "export-session", id: rig.controller.desk.id() });
    const view = rig.controller.desk.view();
    await rig.controller.dispose();
    const other = await controllerRig({ chosen: rig.saved[0]?.text ?? "" });
    await other.want({ kind: "import-session" });
    expect(other.controller.desk.id()).toBeDefined();
    expect(other.controller.desk.id()).not.toBe(view.session);
    expect(other.controller.desk.view().entries).toEqual(view.entries);
    await other.controller.dispose();
  });

  it.each([
    ["no JSON", "nonsense"],
    ["another format", '{"format":"other"}'],
    ["an event that is none", file({ journal: ['{"v":1,"seq":0,"at":0,"kind":"no-event"}'] })],
    [
      "an artifact that is not what its address says",
      file({ artifacts: { [`artifact://${"0".repeat(32)}`]: "AAAA" } }),
    ],
    ["an empty journal", file({ journal: [] })],
  ])("is refused when it has %s", async (_what, chosen) => {
    const rig = await controllerRig({ chosen });
    await rig.want({ kind: "import-session" });
    expect(rig.of("notice").at(-1)).toMatchObject({ level: "error" });
    expect(rig.host.store.journals.size).toBe(0);
    await rig.controller.dispose();
  });

  it("brings no changes of files along that undo would act on", async () => {
    const change = { kind: "file-changed", id: "call-1", path: "/ws/x", before: "missing", after: "missing" };
    const rig = await controllerRig({ chosen: file({ journal: [opened(), stamped(change, 1)] }) });
    await rig.want({ kind: "import-session" });
    expect([...rig.host.store.journals.values()].join()).not.toContain("file-changed");
    await rig.controller.dispose();
  });
});

function stamped(fact: object, seq: number): string {
  return JSON.stringify({ v: 1, seq, at: 1, ...fact });
}

function opened(): string {
  return stamped({ kind: "session-opened", session: "s", roots: ["/ws"], mode: "ask", resumed: false }, 0);
}

function file(parts: object): string {
  return JSON.stringify({
    format: "toolcall-session",
    version: 1,
    session: "s",
    journal: [opened()],
    artifacts: {},
    missing: [],
    ...parts,
  });
}
