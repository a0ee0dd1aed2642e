import { describe, expect, it } from "vitest";
import type { Child } from "../../src/script/audit.ts";
import { savingsOf } from "../../src/script/savings.ts";

function child(argument: string, text: string, batch?: number): Child {
  const settled = { text, status: "success", contexts: [] };
  return {
    input: { ok: true, input: { path: argument } },
    settled,
    batch,
    tool: { resultLimit: 1_000 },
  } as unknown as Child;
}

describe("the savings meter", () => {
  it("counts arguments and results against the script and its value", () => {
    const { bytes } = savingsOf("(script)", "value", [child("a", "x".repeat(100))]);
    expect(bytes).toBe('{"path":"a"}'.length + 100 - "(script)".length - "value".length);
  });

  it.each([
    ["one call", [child("a", "")], 0],
    ["calls one after another", [child("a", ""), child("b", ""), child("c", "")], 2],
    ["one join", [child("a", "", 1), child("b", "", 1), child("c", "", 1)], 0],
    ["a call, a join and a second join", [child("a", ""), child("b", "", 1), child("c", "", 1), child("d", "", 2)], 2],
  ])("counts a join as one model turn: %s", (_what, children, roundTrips) => {
    expect(savingsOf("(x)", "", children).roundTrips).toBe(roundTrips);
  });

  it("is negative where direct calls would have been cheaper", () => {
    expect(savingsOf('(let ((r (Read :path "a"))) r)', "text", [child("a", "text")]).bytes).toBeLessThan(0);
  });

  it("counts of a long result what the model would have got of it, and of one over no limit all", () => {
    const bytesOf = (length: number): number => savingsOf("", "", [child("a", "x".repeat(length))]).bytes;
    expect(bytesOf(1_000) - bytesOf(999)).toBe(1);
    expect(bytesOf(9_000_000)).toBeLessThan(3_000);
    expect(bytesOf(9_000_000)).toBeGreaterThan(2_000);
  });

  it("counts what hooks said on both sides", () => {
    const plain = child("a", "text");
    const contexts = [{ event: "PostToolUse", text: "look at the log" }];
    const noted = { ...plain, settled: { ...plain.settled, contexts } } as Child;
    const { bytes } = savingsOf("", "", [noted]);
    expect(bytes - savingsOf("", "", [plain]).bytes).toBeGreaterThan("look at the log".length);
  });
});
