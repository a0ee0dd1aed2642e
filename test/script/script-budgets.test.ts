import { describe, expect, test } from "vitest";
import { createManualClock } from "../../src/hosts/memory/clock.ts";
import type { Behaviour } from "./fake-run.ts";
import { after, fakeRun, SIMPLE_TOOLS } from "./fake-run.ts";

describe("a budget that is exceeded", () => {
  test.each<[string, string, object, string]>([
    ["step", "(while t)", { "max-steps": 10_000 }, "max-steps"],
    ["tool-call", '(dotimes (i 10) (Echo :x "a"))', { "max-tool-calls": 3 }, "max-tool-calls"],
    ["retained-value", "(while t (list 1 2))", { "max-retained-bytes": 10_000 }, "max-retained-bytes"],
    ["value", '(let ((s "x")) (while t (setq s (concat s s))))', { "max-value-bytes": 10_000 }, "max-value-bytes"],
  ])("ends the script and is named: %s", async (kind, source, limits, name) => {
    const result = await fakeRun(source, SIMPLE_TOOLS, { limits }).result;
    expect(result).toMatchObject({ outcome: "script-error", errorKind: kind });
    expect(result.text).toContain(name);
  });

  test("counts a whole join before its first call", async () => {
    const run = fakeRun("(parallel-map (lambda (x) (Echo :x x)) (list 1 2 3 4))", SIMPLE_TOOLS, {
      limits: { "max-tool-calls": 3 },
    });
    expect(await run.result).toMatchObject({ errorKind: "tool-call", children: [] });
    expect(run.calls).toEqual([]);
  });

  test("in time stops the calls that run and waits for their end", async () => {
    const clock = createManualClock();
    const run = fakeRun(
      "(progn (Slow) :caught)",
      {
        async Slow(_input, { cancel }) {
          clock.advance(301_000);
          await after(60_000, cancel);
          return { status: "cancelled", text: "stopped" };
        },
      },
      { clock },
    );
    expect(await run.result).toMatchObject({
      outcome: "script-error",
      errorKind: "time",
      text: expect.stringContaining("stopped after 301 seconds, 300 are allowed") as string,
      children: [{ status: "cancelled" }],
    });
    expect(run.ended).toEqual(["E/1"]);
  });

  test("in time does not count what passes while a call waits for the person", async () => {
    const clock = createManualClock();
    const asks: Behaviour = async (_input, { id }, { options }) => {
      await options.emit({
        kind: "permission-asked",
        id,
        tool: "Ask",
        subject: "/a",
        access: "read",
        reason: "outside",
      });
      clock.advance(10_000_000);
      await options.emit({ kind: "permission-answered", id, answer: "allow", scope: "once" });
      return "allowed";
    };
    const works: Behaviour = () => {
      clock.advance(290_000);
      return "worked";
    };
    const run = fakeRun("(list (Ask) (Work) (parallel (Ask) (Ask)))", { Ask: asks, Work: works }, { clock });
    expect(await run.result).toMatchObject({ outcome: "completed", elapsedMs: 30_290_000 });
    const longer = fakeRun("(list (Ask) (Work) (Work))", { Ask: asks, Work: works }, { clock });
    expect(await longer.result).toMatchObject({
      errorKind: "time",
      text: expect.stringContaining("after 580 seconds") as string,
    });
  });

  test("in time does not bound a direct call, which has its tool's own", async () => {
    const clock = createManualClock();
    const slow: Behaviour = () => {
      clock.advance(10_000_000);
      return "slow";
    };
    expect(await fakeRun("(Slow)", { Slow: slow }, { clock }).result).toMatchObject({
      outcome: "completed",
      text: "slow",
    });
  });
});

describe("the event loop", () => {
  test("gets its turn between slices even when every call settles at once", async () => {
    let turns = 0;
    let isOver = false;
    const spin = (): void => {
      turns++;
      if (!isOver) setImmediate(spin);
    };
    setImmediate(spin);
    const source = '(dotimes (i 150) (Echo :x "a") (dotimes (j 100) j))';
    const result = await fakeRun(source, SIMPLE_TOOLS).result;
    isOver = true;
    expect(result.outcome).toBe("completed");
    expect(turns).toBeGreaterThan(Math.floor(result.steps / 2_000) - 2);
    expect(result.steps).toBeGreaterThan(30_000);
  });
});
