import { describe, expect, it } from "vitest";
import type { Delay } from "../../src/agent/patient-chat.ts";
import { PATIENCE, patientChat } from "../../src/agent/patient-chat.ts";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { ManualClock } from "../../src/hosts/memory/clock.ts";
import { createManualClock } from "../../src/hosts/memory/clock.ts";
import type { Scripted } from "../../src/hosts/memory/model.ts";
import { createScriptedModel } from "../../src/hosts/memory/model.ts";
import type { ModelProblem } from "../../src/ports/model.ts";

const ASKED = { messages: [], tools: [] };
const BUSY: ModelProblem = { problem: "overloaded", detail: "busy" };

function begin(turns: readonly Scripted[], random = () => 1) {
  const clock = createManualClock();
  const source = createCancelSource();
  const model = createScriptedModel(turns, { otherwise: { problem: BUSY } });
  const delays: Delay[] = [];
  const answer = patientChat(model, ASKED, {
    clock,
    cancel: source.token,
    random,
    delayed: (delay) => delays.push(delay),
  });
  return { clock, source, model, delays, answer };
}

async function sleeps(clock: ManualClock): Promise<void> {
  for (let turn = 0; turn < 50 && clock.sleeping() === 0; turn++) await Promise.resolve();
  expect(clock.sleeping()).toBe(1);
}

describe("a patient round", () => {
  it("tries again after waits that grow, and hands on the answer when it comes", async () => {
    const { clock, delays, answer } = begin([{ problem: BUSY }, { problem: BUSY }, { text: "here" }]);
    await sleeps(clock);
    clock.advance(1_000);
    await sleeps(clock);
    clock.advance(2_000);
    expect(await answer).toMatchObject({ parts: [{ text: "here" }] });
    expect(delays.map(({ waitMs, attempt }) => [waitMs, attempt])).toEqual([
      [1_000, 2],
      [2_000, 3],
    ]);
  });

  it("gives up after its tries, with the problem", async () => {
    const { clock, model, answer } = begin([]);
    for (let tried = 1; tried < PATIENCE.tries; tried++) {
      await sleeps(clock);
      clock.advance(PATIENCE.mostWaitMs);
    }
    expect(await answer).toEqual(BUSY);
    expect(model.requests).toHaveLength(PATIENCE.tries);
  });

  it("spreads its waits between half and all of what they may be", async () => {
    const { clock, source, delays, answer } = begin([], () => 0);
    await sleeps(clock);
    expect(delays[0]?.waitMs).toBe(500);
    source.cancel("enough");
    expect(await answer).toMatchObject({ problem: "cancelled" });
  });

  it.each([
    [2_500, 2_500],
    [0, 0],
  ])("waits as long as the provider says: %i ms", async (retryAfterMs, waitMs) => {
    const limited: ModelProblem = { problem: "rate-limit", detail: "", retryAfterMs };
    const { clock, delays, answer } = begin([{ problem: limited }, { text: "here" }]);
    if (waitMs > 0) {
      await sleeps(clock);
      clock.advance(waitMs);
    }
    expect(await answer).toMatchObject({ parts: [{ text: "here" }] });
    expect(delays.map((delay) => delay.waitMs)).toEqual([waitMs]);
  });

  it("tells the problem instead of a wait that nobody would sit through", async () => {
    const limited: ModelProblem = { problem: "rate-limit", detail: "", retryAfterMs: PATIENCE.mostAskedMs + 1 };
    const { model, answer } = begin([{ problem: limited }]);
    expect(await answer).toEqual(limited);
    expect(model.requests).toHaveLength(1);
  });

  it.each(["auth", "quota", "context-too-long", "unknown-model", "invalid-request", "refused"] as const)(
    "does not try again what waiting does not mend: %s",
    async (problem) => {
      const { model, answer } = begin([{ problem: { problem, detail: "" } }]);
      expect(await answer).toMatchObject({ problem });
      expect(model.requests).toHaveLength(1);
    },
  );
});
