import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { Model, ModelAnswer, ModelDelta, ModelProblem, ModelRequest } from "../../src/ports/model.ts";
import { isModelProblem, TOOL_NAME } from "../../src/ports/model.ts";

/** What the provider behind a model is to answer to one round. */
export interface ContractTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject | string }[];
  readonly stop?: "done" | "length";
  /** The connection ends after some of it, without the end that the protocol wants. */
  readonly cut?: true;
  /** Nothing more comes after what was said. */
  readonly hangs?: true;
  /** The provider refuses the round. */
  readonly refusal?: "auth" | "rate-limit" | "overloaded" | "context-too-long" | "unknown-model" | "invalid-request";
}

/** A model whose provider plays these turns, one for each round. */
export interface ContractModel {
  readonly model: Model;
  readonly dispose: () => Promise<void>;
}

/** Makes a model whose provider plays these turns. */
export type MakeModel = (turns: readonly ContractTurn[]) => Promise<ContractModel>;

const HELLO: ModelRequest = {
  messages: [
    { role: "system", text: "You are brief." },
    { role: "user", parts: [{ part: "text", text: "Hello" }] },
  ],
  tools: [
    {
      name: "Read",
      description: "Reads a file.",
      parameters: { type: "object", properties: { file_path: { type: "string" } }, required: ["file_path"] },
    },
  ],
};

async function withModel(
  make: MakeModel,
  turns: readonly ContractTurn[],
  work: (model: Model) => Promise<void>,
): Promise<void> {
  const made = await make(turns);
  try {
    await work(made.model);
  } finally {
    await made.dispose();
  }
}

function expectAnswer(answer: ModelAnswer | ModelProblem): ModelAnswer {
  if (isModelProblem(answer)) throw new Error(`${answer.problem}: ${answer.detail}`);
  return answer;
}

const textIn = (deltas: readonly ModelDelta[]): string =>
  deltas.map((delta) => (delta.delta === "text" ? delta.text : "")).join("");

/** What every model promises, whatever provider is behind it. */
export function modelContract(make: MakeModel): void {
  describe("a model", () => {
    it("tells its text as it comes, and all of it with the answer", () =>
      withModel(make, [{ text: "Good morning – 你好 😀" }], async (model) => {
        const deltas: ModelDelta[] = [];
        const answer = expectAnswer(await model.chat(HELLO, (delta) => deltas.push(delta), NEVER));
        expect(answer.parts).toEqual([{ part: "text", text: "Good morning – 你好 😀" }]);
        expect(answer.stop).toBe("done");
        expect(textIn(deltas)).toBe("Good morning – 你好 😀");
      }));

    it("hands on calls in their order with the arguments as they were written", () =>
      withModel(
        make,
        [
          {
            text: "Looking.",
            calls: [
              { name: "Read", arguments: { file_path: 'ä "b" \\ \n😀' } },
              { name: "Read", arguments: {} },
            ],
          },
        ],
        async (model) => {
          const deltas: ModelDelta[] = [];
          const { parts, stop } = expectAnswer(await model.chat(HELLO, (delta) => deltas.push(delta), NEVER));
          const calls = parts.flatMap((part) => (part.part === "call" ? [part] : []));
          expect(calls.map(({ name }) => name)).toEqual(["Read", "Read"]);
          expect(calls.map(({ argumentsText }) => JSON.parse(argumentsText) as unknown)).toEqual([
            { file_path: 'ä "b" \\ \n😀' },
            {},
          ]);
          expect(stop).toBe("done");
          for (const [index, call] of calls.entries()) {
            const told = deltas.filter((delta) => delta.delta === "call" && delta.index === index);
            expect(told.map((delta) => delta.text).join("")).toBe(call.argumentsText);
          }
        },
      ));

    it("says that an answer was cut off at its limit", () =>
      withModel(make, [{ text: "Once upon", stop: "length" }], async (model) => {
        expect(expectAnswer(await model.chat(HELLO, () => undefined, NEVER)).stop).toBe("length");
      }));

    it("gives no answer when the connection ends before the answer does", () =>
      withModel(make, [{ text: "Once upon a time", cut: true }], async (model) => {
        const answer = await model.chat(HELLO, () => undefined, NEVER);
        expect(isModelProblem(answer) && ["network", "malformed"].includes(answer.problem)).toBe(true);
      }));

    it.each(["auth", "rate-limit", "overloaded", "context-too-long", "unknown-model", "invalid-request"] as const)(
      "answers a refusal with its kind: %s",
      (refusal) =>
        withModel(make, [{ refusal }], async (model) => {
          expect(await model.chat(HELLO, () => undefined, NEVER)).toMatchObject({ problem: refusal });
        }),
    );

    it("stops at once when it is cancelled, before or while it answers, and says nothing afterwards", () =>
      withModel(make, [{ text: "Once", hangs: true }, { text: "Never" }], async (model) => {
        const source = createCancelSource();
        const deltas: ModelDelta[] = [];
        const began = model.chat(
          HELLO,
          (delta) => {
            deltas.push(delta);
            source.cancel("enough");
          },
          source.token,
        );
        expect(await began).toMatchObject({ problem: "cancelled" });
        const told = deltas.length;
        expect(await model.chat(HELLO, () => deltas.push({ delta: "text", text: "!" }), source.token)).toMatchObject({
          problem: "cancelled",
        });
        expect(deltas.length).toBe(told);
      }));

    it("takes a conversation with calls, their results and thinking of another model", () =>
      withModel(make, [{ text: "Done." }], async (model) => {
        const answer = await model.chat(
          {
            ...HELLO,
            messages: [
              ...HELLO.messages,
              {
                role: "assistant",
                parts: [
                  { part: "thinking", text: "hm", model: "another/model", replay: { signature: "x" } },
                  { part: "call", id: "call-1", name: "Read", argumentsText: '{"file_path":"a"}' },
                  { part: "call", id: "call-2", name: "Read", argumentsText: "no JSON" },
                ],
              },
              { role: "tool", id: "call-1", parts: [{ part: "text", text: "1\ta" }], failed: false },
              { role: "tool", id: "call-2", parts: [{ part: "text", text: "not JSON" }], failed: true },
              { role: "user", parts: [{ part: "text", text: "And?" }] },
            ],
          },
          () => undefined,
          NEVER,
        );
        expect(expectAnswer(answer).parts).toEqual([{ part: "text", text: "Done." }]);
      }));

    it("is known by a name and by what it can read", () =>
      withModel(make, [], ({ info }) => {
        expect(info.id).not.toBe("");
        expect(info.contextTokens).toBeGreaterThan(0);
        expect(info.outputTokens).toBeLessThanOrEqual(info.contextTokens);
        for (const { name } of HELLO.tools) expect(name).toMatch(TOOL_NAME);
        return Promise.resolve();
      }));
  });
}
