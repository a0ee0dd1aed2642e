import { describe, expect, test } from "vitest";
import type { EventFact } from "../../src/protocol/events.ts";
import { fakeRun, fakeStore, SIMPLE_TOOLS } from "./fake-run.ts";

describe("the record of a script", () => {
  const kinds = (facts: readonly EventFact[]) => facts.map(({ kind }) => kind);

  test("is opened before its first call and settled after its last", async () => {
    const run = fakeRun('(list (Echo :x "a") (Echo :x "b"))', {
      Echo: (_input, _call, { facts }) => {
        expect(kinds(facts)).toEqual(["envelope-opened"]);
        return "a";
      },
    });
    await run.result;
    expect(kinds(run.facts)).toEqual(["envelope-opened", "envelope-settled"]);
    expect(run.facts[1]).toMatchObject({ outcome: "completed", calls: 2, failed: 0, preview: '("a" "a")', chars: 9 });
  });

  test("names all calls of a join before the first of them begins", async () => {
    const run = fakeRun('(parallel (Echo :x "a") (Echo :x "b"))', {
      Echo: (_input, _call, { facts }) => {
        expect(kinds(facts)).toEqual(["envelope-opened", "call-queued", "call-queued"]);
        return "a";
      },
    });
    await run.result;
    expect(run.calls.map(({ id, batch, parent, source }) => ({ id, batch, parent, source }))).toEqual([
      { id: "E/1", batch: 1, parent: "E", source: "script" },
      { id: "E/2", batch: 1, parent: "E", source: "script" },
    ]);
  });

  test("gives a join of one call no number", async () => {
    const run = fakeRun('(list (parallel (Echo :x "a")) (parallel (Echo :x "b") (Echo :x "c")))', SIMPLE_TOOLS);
    await run.result;
    expect(run.calls.map(({ batch }) => batch)).toEqual([undefined, 1, 1]);
  });

  test("that cannot be written before the first call makes the script fail without one", async () => {
    const facts: EventFact[] = [];
    const emit = (fact: EventFact) => {
      facts.push(fact);
      return Promise.resolve(fact.kind.startsWith("envelope") ? "the disk is full" : undefined);
    };
    const run = fakeRun('(list (Echo :x "a"))', SIMPLE_TOOLS, { emit });
    expect(await run.result).toMatchObject({
      outcome: "script-error",
      text: expect.stringContaining("the disk is full") as string,
    });
    expect(run.calls).toEqual([]);
  });

  test("that cannot be written at the end makes the script fail, and is tried once more", async () => {
    const facts: EventFact[] = [];
    const emit = (fact: EventFact) => {
      facts.push(fact);
      const isFirstEnd =
        fact.kind === "envelope-settled" && facts.filter(({ kind }) => kind === fact.kind).length === 1;
      return Promise.resolve(isFirstEnd ? "the disk is full" : undefined);
    };
    const result = await fakeRun('(list (Echo :x "a"))', SIMPLE_TOOLS, { emit }).result;
    expect(result).toMatchObject({ outcome: "script-error", value: undefined });
    expect(kinds(facts)).toEqual(["envelope-opened", "envelope-settled", "envelope-settled"]);
    expect(facts[2]).toMatchObject({ outcome: "script-error" });
  });

  test("says of a script without calls only that it began and ended", async () => {
    const run = fakeRun("(+ 1 2)", SIMPLE_TOOLS);
    await run.result;
    expect(kinds(run.facts)).toEqual(["envelope-opened", "envelope-settled"]);
  });

  test("keeps a long value apart from the event", async () => {
    const kept: string[] = [];
    const store = fakeStore((text) => kept.push(text));
    const run = fakeRun("(progn (Big))", { Big: () => "x".repeat(100_000) }, { store });
    const result = await run.result;
    expect(result.text).toHaveLength(100_000);
    expect(result.delivery).toContain("Output too large (100000 chars). Full output saved to: artifact://");
    expect(result.delivery.length).toBeLessThan(2_500);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(run.facts.at(-1)).length).toBeLessThan(1_000);
    expect(run.facts.at(-1)).toMatchObject({ artifact: "artifact://0123456789abcdef0123456789abcdef", chars: 100_000 });
  });

  test.each<[string, readonly string[], boolean]>([
    ["trusts a script whose every call answers with the product's own text", ["Echo"], true],
    ["does not trust one with a call that may answer with somebody else's", [], false],
  ])("%s", async (_title, trusted, isTrusted) => {
    const run = fakeRun('(list (Echo :x "a"))', SIMPLE_TOOLS, { trusted });
    const result = await run.result;
    expect([result.trusted, result.children[0]!.trusted]).toEqual([isTrusted, isTrusted]);
    expect(run.facts.at(-1)).toMatchObject({ trusted: isTrusted });
  });
});
