import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../../../src/base/cancel.ts";
import { streamOf } from "../../../support/model-server-wires.ts";
import { answerTo, ask, HELLO, WIRES, withServed } from "./served-model.ts";

describe("a connection that breaks", () => {
  it.each(WIRES)("gives a problem wherever it breaks, and never half an answer (%s)", (wire) => {
    const turn = { thinking: "hm", text: "Looking.", calls: [{ name: "Read", arguments: { path: "äöü😀" } }] };
    const pieces = streamOf(wire, turn, "m");
    const ending = pieces.findIndex((piece) => /"stop_reason":"|"finish_reason":"|"done":true/u.test(piece));
    const rounds = pieces.map((_, cutAfter) => ({ ...turn, cutAfter }));
    return withServed(wire, rounds, async ({ model }) => {
      for (const { cutAfter } of rounds) {
        const { answer } = await ask(model);
        if (cutAfter <= ending) expect(answer, `cut after ${cutAfter}`).toMatchObject({ problem: "network" });
        else expect(answer, `cut after ${cutAfter}`).toMatchObject({ stop: "done" });
      }
    });
  });

  it.each(WIRES)("is closed by whoever cancels, at every piece, and nothing is told afterwards (%s)", (wire) => {
    const turn = { thinking: "hm", text: "Looking at it.", calls: [{ name: "Read", arguments: { path: "a" } }] };
    const pieces = streamOf(wire, turn, "m").length;
    return withServed(
      wire,
      () => ({ ...turn, hangsAfter: pieces - 1 }),
      async ({ model, server }) => {
        for (let wanted = 1; wanted <= 5; wanted++) {
          const source = createCancelSource();
          let told = 0;
          const answer = await model.chat(HELLO, () => ++told === wanted && source.cancel("enough"), source.token);
          expect(answer).toEqual({ problem: "cancelled", detail: "" });
          await server.closed();
          expect(told).toBe(wanted);
        }
      },
    );
  });

  it.each(WIRES)("is closed when nothing has come yet (%s)", (wire) =>
    withServed(wire, [{ silence: "hangs" }], async ({ model, server }) => {
      const source = createCancelSource();
      const asked = model.chat(HELLO, () => undefined, source.token);
      while (server.requests.length === 0) await new Promise(setImmediate);
      source.cancel("enough");
      expect(await asked).toMatchObject({ problem: "cancelled" });
      await server.closed();
    }),
  );

  it.each(WIRES)(
    "that was kept from an earlier round and had gone stale is replaced once, without a word (%s)",
    (wire) =>
      withServed(wire, [{ text: "One" }, { silence: "closes" }, { text: "Two" }], async ({ model, server }) => {
        await answerTo(model);
        await server.closed();
        expect((await answerTo(model)).parts).toEqual([{ part: "text", text: "Two" }]);
        expect(server.requests).toHaveLength(3);
        expect(server.connections()).toBe(2);
      }),
  );

  it("is not opened for a round that is cancelled while the key is looked for", () =>
    withServed(
      "openai",
      [{ text: "Never" }],
      async ({ model, server }) => {
        const source = createCancelSource();
        const asked = model.chat(HELLO, () => undefined, source.token);
        source.cancel("enough");
        expect(await asked).toMatchObject({ problem: "cancelled" });
        expect(server.requests).toEqual([]);
      },
      { options: { key: () => new Promise(() => undefined) } },
    ));
});
