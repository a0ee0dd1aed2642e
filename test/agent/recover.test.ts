import { describe, expect, test } from "vitest";
import { readSession, recoverAll, recoverSession } from "../../src/agent/recover.ts";
import type { ReadSession } from "../../src/agent/recover.ts";
import { createSession } from "../../src/agent/session.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { MemoryHost } from "../../src/hosts/memory/host.ts";
import type { Store } from "../../src/ports/store.ts";
import { rigTool, sessionRig, withPorts } from "./session-rig.ts";

const TOOLS = [rigTool("T", "read"), rigTool("W", "write")];
const SCRIPT = '(progn (parallel (T :path "a") (T :path "b")) (T :path "c"))';

/** A host whose session `ran` a script to its end, and that session's id. */
async function ran(): Promise<{ readonly host: MemoryHost; readonly id: string }> {
  const { host, session } = await sessionRig({ tools: TOOLS });
  await session.runScript({ expression: SCRIPT });
  await session.close();
  return { host, id: session.id };
}

async function read(store: Store, id: string): Promise<ReadSession> {
  const session = await readSession(store, id);
  if ("problem" in session) throw new Error(session.message);
  return session;
}

/** The ends of calls that complete lines of a journal tell of: id → status. */
function endsIn(journal: string): Readonly<Record<string, string>> {
  const lines = journal.split("\n").slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as { kind: string; id: string; status: string });
  return Object.fromEntries(events.flatMap(({ kind, id, status }) => (kind === "call-settled" ? [[id, status]] : [])));
}

/** The ends of calls as a session shows them. */
function endsOf({ view }: ReadSession): Readonly<Record<string, string | undefined>> {
  const calls = view.entries.flatMap((entry) =>
    entry.kind === "envelope" ? entry.children : entry.kind === "call" ? [entry] : [],
  );
  return Object.fromEntries(calls.map(({ id, settled }) => [id, settled?.status]));
}

describe("a journal that ends anywhere", () => {
  test("is readable, keeps every call that had ended, and interrupts the rest (report 78)", async () => {
    const { host, id } = await ran();
    const whole = host.store.journals.get(id)!;
    for (let end = 0; end <= whole.length; end++) {
      const store = createMemoryHost().store;
      store.journals.set(id, whole.slice(0, end));
      const before = await read(store, id);
      expect(before.unreadableCount).toBe(0);
      const hasLines = whole.slice(0, end).includes("\n");
      expect(before.torn).toBe(end > 0 && whole[end - 1] !== "\n");
      // What a store does when it opens a journal for writing.
      store.journals.set(id, whole.slice(0, end).replace(/[^\n]*$/u, ""));
      const recovery = await recoverSession(store, id, () => 9);
      expect(recovery.outcome).not.toBe("problem");
      const after = await read(store, id);
      expect(after.pending).toEqual([]);
      expect(endsOf(after)).toMatchObject(endsIn(whole.slice(0, end)));
      if (!hasLines) expect(after.view.entries).toEqual([]);
    }
  });

  test("gives a row that says interrupted, with its calls", async () => {
    const { host, id } = await ran();
    const lines = host.store.journals.get(id)!.split("\n");
    const cut = lines.findIndex((line) => line.includes('"call-started"') && line.includes("ptc-1/3"));
    host.store.journals.set(id, lines.slice(0, cut + 1).join("\n") + "\n");
    expect(await recoverSession(host.store, id, () => 9)).toEqual({
      id,
      outcome: "recovered",
      interrupted: ["ptc-1/3", "ptc-1"],
    });
    const { view } = await read(host.store, id);
    expect(view.entries).toMatchObject([
      {
        kind: "envelope",
        children: [
          { id: "ptc-1/1", settled: { status: "success" } },
          { id: "ptc-1/2", settled: { status: "success" } },
          { id: "ptc-1/3", settled: { status: "interrupted" } },
        ],
        settled: { outcome: "interrupted", recovered: true, calls: 3, failed: 1 },
      },
    ]);
  });

  test("never makes its script go on: taking the session up again interrupts first (report 24)", async () => {
    const { host, id } = await ran();
    const lines = host.store.journals.get(id)!.split("\n");
    const cut = lines.findIndex((line) => line.includes('"call-received"'));
    host.store.journals.set(id, lines.slice(0, cut + 1).join("\n") + "\n");
    const again = await sessionRig({ tools: TOOLS, on: host, resume: id });
    expect(again.shown.map(({ kind }) => kind)).toEqual([
      "call-settled",
      "call-settled",
      "envelope-settled",
      "session-opened",
    ]);
    const result = await again.session.runScript({ expression: '(T :path "z")' });
    expect(result).toMatchObject({ id: "ptc-2", text: "T z" });
    await again.session.close();
    const sequences = host.store.journals
      .get(id)!
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
  });
});

describe("what cannot be recovered", () => {
  test.each<[string, (host: MemoryHost, id: string) => string, string]>([
    ["a session that is not there", () => "nowhere", "there is no such session"],
    [
      "a session of a newer version",
      (host, id) => {
        host.store.journals.set(id, host.store.journals.get(id)! + '{"v":99,"seq":1,"at":1,"kind":"call-dreamt"}\n');
        return id;
      },
      "newer version",
    ],
  ])("is said: %s", async (_title, damage, words) => {
    const { host, id } = await ran();
    const target = damage(host, id);
    expect(await recoverSession(host.store, target, () => 9)).toMatchObject({
      outcome: "problem",
      message: expect.stringContaining(words) as string,
    });
    expect(await createSession(host, { tools: TOOLS, resume: target })).toMatchObject({
      message: expect.stringContaining(words) as string,
    });
  });

  test("is a session that another process writes, which stays as it is", async () => {
    const { host, id } = await ran();
    const before = host.store.journals.get(id)!.split("\n").slice(0, 5).join("\n") + "\n";
    host.store.journals.set(id, before);
    host.store.faults.locked.add(id);
    expect(await recoverSession(host.store, id, () => 9)).toMatchObject({ outcome: "problem" });
    expect(await createSession(host, { tools: TOOLS, resume: id })).toMatchObject({ problem: "locked" });
    expect(host.store.journals.get(id)).toBe(before);
  });

  test("costs no other session anything", async () => {
    const { host, id } = await ran();
    host.store.journals.set("broken", "not json\n\u0000\n{}\n");
    host.store.journals.set(id, host.store.journals.get(id)!.split("\n").slice(0, 4).join("\n") + "\n");
    const done = await recoverAll(host.store, () => 9);
    expect(done).toMatchObject([
      { id, outcome: "recovered" },
      { id: "broken", outcome: "nothing-to-do" },
    ]);
  });
});

describe("damaged lines", () => {
  test("are skipped and told of, wherever they stand", async () => {
    const { host, id } = await ran();
    const lines = host.store.journals.get(id)!.trim().split("\n");
    const damaged = lines.toSpliced(2, 0, "{half", '{"v":1,"seq":3,"at":1,"kind":"call-started"}');
    host.store.journals.set(id, damaged.join("\n") + "\n");
    const session = await read(host.store, id);
    expect(session).toMatchObject({ unreadableCount: 2, torn: false, newer: false });
    expect(session.unreadable.map(({ line }) => line)).toEqual([3, 4]);
    expect(session.view.entries).toMatchObject([{ settled: { outcome: "completed" } }]);
  });
});

describe("durability", () => {
  test("of a script that only reads takes two synced appends", async () => {
    const { session, host } = await sessionRig({ tools: TOOLS });
    const before = host.store.syncs();
    await session.runScript({ expression: SCRIPT });
    expect(host.store.syncs() - before).toBe(2);
    expect(session.syncs()).toBe(2);
  });

  test("puts the envelope on disk before the first handler runs", async () => {
    const host = createMemoryHost();
    const seen: string[] = [];
    const spy = rigTool("S", "read", () => {
      seen.push([...host.store.journals.values()].join(""));
      return { status: "success", text: "s" };
    });
    const { session } = await sessionRig({ tools: [spy], on: host });
    await session.runScript({ expression: '(S :path "a")' });
    expect(seen[0]).toContain('"envelope-opened"');
  });

  test("that a full disk denies means that no script starts, and the session says why", async () => {
    const ran: string[] = [];
    const tool = rigTool("W", "write", ({ path }) => {
      ran.push(path);
      return { status: "success", text: path };
    });
    const { session, host } = await sessionRig({ tools: [tool] });
    host.store.faults.full = true;
    const result = await session.runScript({ expression: '(progn (W :path "/ws/a"))' });
    expect(result).toMatchObject({ outcome: "script-error", children: [] });
    expect(result.text).toContain("the disk is full");
    expect(ran).toEqual([]);
    expect(await createSession(host, { tools: [] })).toMatchObject({ problem: "full" });
  });

  test("of a 9 MiB direct result costs the journal nothing, and the result is whole", async () => {
    const text = "0123456789abcdef".repeat((9 * 1024 * 1024) / 16);
    const { session, host } = await sessionRig({
      tools: [rigTool("Big", "read", () => ({ status: "success", text }))],
    });
    const result = await session.runScript({ expression: '(Big :path "a")' });
    await session.close();
    expect(result.text === text).toBe(true);
    expect(result.delivery.length).toBeLessThan(3_000);
    expect(host.store.journals.get(session.id)!.length).toBeLessThan(4_000);
    expect(host.store.artifacts.size).toBe(1);
    const [address] = [...host.store.artifacts.keys()];
    expect(session.view().entries).toMatchObject([
      { settled: { artifact: address, chars: text.length }, children: [{ settled: { artifact: address } }] },
    ]);
  });

  test("of long child results is the artifact store's, not the journal's", async () => {
    const tool = rigTool("Big", "read", ({ path }) => ({ status: "success", text: path.padStart(50_000) }));
    const { session, host } = await sessionRig({ tools: [tool] });
    await session.runScript({ expression: "(dotimes (i 20) (Big :path (number-to-string i)))" });
    await session.close();
    expect(host.store.journals.get(session.id)!.length).toBeLessThan(100_000);
    expect(host.store.artifacts.size).toBe(20);
  });

  test("survives an artifact store that fails", async () => {
    const { host } = await sessionRig({});
    const broken = withPorts(host, {
      store: { ...host.store, putArtifact: () => Promise.resolve({ problem: "full", detail: "quota" }) },
    });
    const tool = rigTool("Big", "read", () => ({ status: "success", text: "y".repeat(60_000) }));
    const { session } = await sessionRig({ tools: [tool], on: broken });
    const result = await session.runScript({ expression: '(list (length (Big :path "a")))' });
    expect(result).toMatchObject({ outcome: "completed", text: "(60000)" });
    const direct = await session.runScript({ expression: '(Big :path "a")' });
    expect(direct.text).toHaveLength(60_000);
    expect(direct.delivery).toContain("could not be saved");
  });
});
