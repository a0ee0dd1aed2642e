import { describe, expect, test } from "vitest";
import { openJournal } from "../../src/agent/journal.ts";
import { createMemoryStore } from "../../src/hosts/memory/store.ts";
import type { Store } from "../../src/ports/store.ts";
import type { AgentEvent, EventFact } from "../../src/protocol/events.ts";
import { parseEvent } from "../../src/protocol/events.ts";

const APPEND: EventFact = { kind: "call-started", id: "E/1" };
const PASSING: EventFact = { kind: "call-progressed", id: "E/1", text: "half" };
const SYNC: EventFact = { kind: "envelope-opened", id: "E", expression: "(+ 1 2)", source: "user" };

/** The event loop's turn, for tests that let it come when they want. */
function turns() {
  let go: (() => void)[] = [];
  return {
    turn: () => new Promise<void>((resolve) => go.push(resolve)),
    pass: () => {
      for (const resolve of go) resolve();
      go = [];
    },
  };
}

function rig(ports: (store: Store) => Store = (store) => store, turn = () => Promise.resolve()) {
  const store = createMemoryStore(() => 0);
  const shown: AgentEvent[] = [];
  const journal = openJournal({
    store: ports(store),
    session: "s",
    now: () => 7,
    turn,
    lastSequence: 4,
    show: (event) => shown.push(event),
  });
  const lines = () => (store.journals.get("s") ?? "").split("\n").filter((line) => line !== "");
  return { store, shown, journal, lines };
}

describe("the journal", () => {
  test("stamps events in order, writes those that are to be kept and shows all", async () => {
    const { journal, shown, lines } = rig();
    for (const fact of [APPEND, PASSING, APPEND]) void journal.emit(fact);
    expect(await journal.flush(false)).toBeUndefined();
    expect(shown.map(({ seq, kind, at }) => [seq, kind, at])).toEqual([
      [5, "call-started", 7],
      [6, "call-progressed", 7],
      [7, "call-started", 7],
    ]);
    expect(lines().map((line) => parseEvent(line))).toEqual([
      { ok: true, event: shown[0] },
      { ok: true, event: shown[2] },
    ]);
  });

  test("shows nothing before it has been written", async () => {
    const { journal, shown, lines } = rig((store) => ({
      ...store,
      append: async (session, added, sync) => {
        expect(shown.length).toBe(lines().length);
        const problem = await store.append(session, added, sync);
        expect(shown.length).toBeLessThan(lines().length);
        return problem;
      },
    }));
    for (let round = 0; round < 5; round++) {
      void journal.emit(APPEND);
      await journal.emit(SYNC);
    }
    expect(shown).toHaveLength(10);
  });

  test("makes only synced events wait, and syncs once for each of them", async () => {
    const { journal, store } = rig();
    await journal.emit(APPEND);
    expect(store.syncs()).toBe(0);
    await journal.emit(SYNC);
    expect([store.syncs(), journal.syncs()]).toEqual([1, 1]);
    await journal.emit(APPEND);
    await journal.flush(false);
    expect(store.syncs()).toBe(1);
  });

  test("gathers what is said while it writes into one append", async () => {
    let appends = 0;
    const { journal } = rig((store) => ({
      ...store,
      append: async (...args) => {
        appends++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return store.append(...args);
      },
    }));
    for (let round = 0; round < 1_000; round++) void journal.emit(APPEND);
    await journal.flush(true);
    expect(appends).toBe(1);
  });

  test("writes what is said in one turn of the event loop together, and waits for no turn when somebody waits", async () => {
    const { turn, pass } = turns();
    const appends: number[] = [];
    const { journal, shown } = rig(
      (store) => ({
        ...store,
        append: (session, lines, sync) => {
          appends.push(lines.length);
          return store.append(session, lines, sync);
        },
      }),
      turn,
    );
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    void journal.emit(APPEND);
    await settled();
    void journal.emit(APPEND);
    await settled();
    expect([appends, shown.length]).toEqual([[], 0]);
    pass();
    await settled();
    expect([appends, shown.length]).toEqual([[2], 2]);
    await journal.emit(SYNC);
    await journal.flush(false);
    expect(appends).toEqual([2, 1, 0]);
  });

  test("goes on when whoever waits for an event says the next at once", async () => {
    const { journal, lines } = rig();
    for (let round = 0; round < 50; round++) expect(await journal.emit(SYNC)).toBeUndefined();
    expect(lines()).toHaveLength(50);
  });
});

describe("a store that refuses", () => {
  test("refuses synced events with words for a person, and they are neither shown nor tried again", async () => {
    const { journal, store, shown, lines } = rig();
    store.faults.full = true;
    expect(await journal.emit(SYNC)).toBe("the disk is full (no space left)");
    expect(journal.problem()?.problem).toBe("full");
    store.faults.full = false;
    expect(await journal.flush(true)).toBeUndefined();
    expect([shown, lines()]).toEqual([[], []]);
  });

  test("gets other events again with the next, in order, and they are shown once", async () => {
    const { journal, store, shown, lines } = rig();
    store.faults.full = true;
    void journal.emit(APPEND);
    expect(await journal.flush(false)).toContain("full");
    void journal.emit({ kind: "call-started", id: "E/2" });
    expect(await journal.flush(false)).toContain("full");
    store.faults.full = false;
    void journal.emit({ kind: "call-started", id: "E/3" });
    expect(await journal.flush(false)).toBeUndefined();
    const ids = (events: readonly unknown[]) => events.map((event) => (event as { id: string }).id);
    expect(ids(shown)).toEqual(["E/1", "E/2", "E/3"]);
    expect(ids(lines().map((line) => JSON.parse(line) as unknown))).toEqual(["E/1", "E/2", "E/3"]);
  });

  test("by throwing is a problem like any other", async () => {
    const { journal } = rig((store) => ({
      ...store,
      append: () => Promise.reject(new Error("broken host")),
    }));
    expect(await journal.emit(SYNC)).toContain("broken host");
    expect(await journal.close()).toContain("broken host");
  });

  test("because another process writes says so", async () => {
    const { journal, store } = rig();
    store.faults.locked.add("s");
    expect(await journal.emit(SYNC)).toContain("another process writes to this session");
  });
});
