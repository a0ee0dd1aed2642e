import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../../src/base/cancel.ts";
import { createManualClock } from "../../../src/hosts/memory/clock.ts";
import type { Scripted, ScriptedTurn } from "../../../src/hosts/memory/model.ts";
import { createScriptedModel } from "../../../src/hosts/memory/model.ts";
import type { ModelDelta } from "../../../src/ports/model.ts";
import type { ContractTurn } from "../../contracts/model.contract.ts";
import { modelContract } from "../../contracts/model.contract.ts";

function scripted({ cut, refusal, hangs, ...turn }: ContractTurn): ScriptedTurn {
  return {
    ...turn,
    chunkChars: 3,
    ...(cut === true && { cutAfter: 2 }),
    ...(hangs === true && { hangs }),
    ...(refusal !== undefined && { problem: { problem: refusal, detail: "no" } }),
  };
}

describe("a scripted model keeps the contract of", () => {
  modelContract((turns) =>
    Promise.resolve({ model: createScriptedModel(turns.map(scripted)), dispose: () => Promise.resolve() }),
  );
});

const ASKED = { messages: [], tools: [] };

describe("a scripted model", () => {
  it("is as slow as its clock", async () => {
    const clock = createManualClock();
    const model = createScriptedModel([{ text: "abc", chunkChars: 1, delayMs: 10 }], { clock });
    const deltas: ModelDelta[] = [];
    const answer = model.chat(ASKED, (delta) => deltas.push(delta), NEVER);
    for (let told = 0; told < 3; told++) {
      while (clock.sleeping() === 0) await Promise.resolve();
      expect(deltas.length).toBe(told);
      clock.advance(10);
      await Promise.resolve();
    }
    expect(await answer).toMatchObject({ parts: [{ text: "abc" }] });
  });

  it("wakes from its slowness when it is cancelled", async () => {
    const clock = createManualClock();
    const model = createScriptedModel([{ text: "abc", delayMs: 10 }], { clock });
    const source = createCancelSource();
    const answer = model.chat(ASKED, () => undefined, source.token);
    source.cancel("enough");
    expect(await answer).toMatchObject({ problem: "cancelled" });
  });

  it("plays a turn that depends on what it was asked, keeps what it was asked, and is over after its last turn", async () => {
    const turn: Scripted = ({ messages }) => ({ text: `${messages.length} messages` });
    const model = createScriptedModel([turn]);
    expect(await model.chat(ASKED, () => undefined, NEVER)).toMatchObject({ parts: [{ text: "0 messages" }] });
    expect(model.left()).toBe(0);
    expect(await model.chat(ASKED, () => undefined, NEVER)).toMatchObject({ problem: "invalid-request" });
    expect(model.requests).toEqual([ASKED, ASKED]);
  });
});
