import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerPart, MediaPart, ModelMessage, ModelRequest, TextPart } from "../../../../src/ports/model.ts";
import { anthropicRequest } from "../../../../src/hosts/node/models/anthropic/anthropic-request.ts";
import { messagesProblem } from "../../../../src/hosts/node/models/check-messages.ts";
import { resolveModel } from "../../../../src/hosts/node/models/model-settings.ts";
import { ollamaRequest } from "../../../../src/hosts/node/models/ollama/ollama-wire.ts";
import { openAiRequest } from "../../../../src/hosts/node/models/openai/openai-request.ts";
import type { ResolvedModel } from "../../../../src/hosts/node/models/round.ts";
import { RUNS } from "../../../support/property.ts";
import type { ServedWire } from "../../../support/model-server-wires.ts";
import { callIdsOf, historyProblem } from "../../../support/model-server-history.ts";
import { NAMES, settingsFor, WIRES } from "./served-model.ts";

function resolvedFor(wire: ServedWire): ResolvedModel {
  const resolved = resolveModel(settingsFor(wire, "http://127.0.0.1:1"));
  if ("unusable" in resolved) throw new Error(resolved.unusable);
  return resolved.model;
}

const MODELS = {
  anthropic: resolvedFor("anthropic"),
  openai: resolvedFor("openai"),
  ollama: resolvedFor("ollama"),
};

const textArb = fc.oneof(fc.constantFrom("", " ", "\n", "ok"), fc.string({ maxLength: 8 }));
const saidArb = fc.record({ part: fc.constant("text" as const), text: textArb });
const mediaArb: fc.Arbitrary<MediaPart> = fc.record({
  part: fc.constant("media" as const),
  kind: fc.constantFrom("image" as const, "document" as const),
  mime: fc.constantFrom("image/png", "image/tiff", "application/pdf"),
  bytes: fc.uint8Array({ maxLength: 3 }),
});
const partsArb: fc.Arbitrary<(TextPart | MediaPart)[]> = fc.array(fc.oneof(saidArb, mediaArb), { maxLength: 3 });
const argumentsArb = fc.constantFrom("", "{}", "[]", "null", '{"a":1}', '{"a":', '"x"', '{"__proto__":1}');
const thinkingArb = fc.record({
  part: fc.constant("thinking" as const),
  text: textArb,
  model: fc.constantFrom(...Object.values(NAMES).map(({ provider, name }) => `${provider}/${name}`), "other/model"),
  replay: fc.constantFrom(
    { type: "thinking", thinking: "hm", signature: "s" },
    { reasoning_content: "hm" },
    { role: "user", tool_calls: [] },
  ),
});
const answerArb = fc.array(
  fc.oneof(
    saidArb,
    thinkingArb,
    fc.record({
      part: fc.constant("call" as const),
      id: fc.constant(""),
      name: fc.constantFrom("Read", "Grep"),
      argumentsText: argumentsArb,
    }),
  ),
  { maxLength: 4 },
);

type Step =
  | { readonly step: "user"; readonly parts: readonly (TextPart | MediaPart)[] }
  | {
      readonly step: "answer";
      readonly parts: readonly AnswerPart[];
      readonly results: readonly (readonly (TextPart | MediaPart)[])[];
      readonly failed: boolean;
    };

const stepArb: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ step: fc.constant("user" as const), parts: partsArb }),
  fc.record({
    step: fc.constant("answer" as const),
    parts: answerArb,
    results: fc.array(partsArb, { minLength: 4, maxLength: 4 }),
    failed: fc.boolean(),
  }),
);

/** Conversations as the port allows them: ids are unique, each call is answered at once, a person or a tool spoke last. */
const conversationArb: fc.Arbitrary<readonly ModelMessage[]> = fc
  .tuple(fc.array(textArb, { maxLength: 2 }), fc.array(stepArb, { maxLength: 8 }), partsArb)
  .map(([system, steps, last]) => {
    let next = 0;
    const messages: ModelMessage[] = system.map((text) => ({ role: "system", text }));
    messages.push({ role: "user", parts: [{ part: "text", text: "begin" }] });
    for (const step of steps) {
      if (step.step !== "answer") {
        messages.push({ role: "user", parts: step.parts });
        continue;
      }
      const parts = step.parts.map((part) => (part.part === "call" ? { ...part, id: `call_${next++}` } : part));
      messages.push({ role: "assistant", parts });
      const ids = parts.flatMap((part) => (part.part === "call" ? [part.id] : []));
      for (const [at, id] of ids.entries()) {
        messages.push({ role: "tool", id, parts: step.results[at] ?? [], failed: step.failed });
      }
    }
    messages.push({ role: "user", parts: last });
    return messages;
  });

const callsOf = (messages: readonly ModelMessage[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === "assistant" ? message.parts.flatMap((part) => (part.part === "call" ? [part.id] : [])) : [],
  );

function requestOf(messages: readonly ModelMessage[]): ModelRequest {
  return { messages, tools: [{ name: "Read", description: "", parameters: { type: "object" } }] };
}

const MAKE: Readonly<Record<ServedWire, (messages: readonly ModelMessage[]) => object>> = {
  anthropic: (messages) => anthropicRequest(requestOf(messages), MODELS.anthropic, 1_000),
  openai: (messages) => openAiRequest(requestOf(messages), MODELS.openai, 1_000),
  ollama: (messages) => ollamaRequest(requestOf(messages), MODELS.ollama, 1_000),
};

function bodyOf(wire: ServedWire, messages: readonly ModelMessage[]): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(MAKE[wire](messages))) as Readonly<Record<string, unknown>>;
}

describe("any conversation", () => {
  it("that the port allows is one that is sent", () => {
    fc.assert(
      fc.property(conversationArb, (messages) => {
        expect(messagesProblem(messages)).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });

  it("that lost an answer or got one twice is not sent", () => {
    fc.assert(
      fc.property(conversationArb, fc.nat(), fc.boolean(), (messages, pick, isTwice) => {
        const answers = messages.flatMap((message, index) => (message.role === "tool" ? [index] : []));
        fc.pre(answers.length > 0);
        const at = answers[pick % answers.length]!;
        const again = isTwice ? [messages[at]!, messages[at]!] : [];
        expect(messagesProblem([...messages.slice(0, at), ...again, ...messages.slice(at + 1)])).toBeDefined();
      }),
      { numRuns: RUNS },
    );
  });

  it.each(WIRES)("is one that a strict provider takes, with each of its calls (%s)", (wire) => {
    fc.assert(
      fc.property(conversationArb, (messages) => {
        const body = bodyOf(wire, messages);
        expect(historyProblem(wire, body)).toBeUndefined();
        expect(callIdsOf(body)).toEqual(callsOf(messages));
        expect((JSON.stringify(body).match(/cache_control/gu) ?? []).length).toBeLessThanOrEqual(4);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(WIRES)("is refused by the strict provider of these tests when one result is taken out of it (%s)", (wire) => {
    fc.assert(
      fc.property(conversationArb, fc.nat(), (messages, pick) => {
        const answers = messages.flatMap((message, index) => (message.role === "tool" ? [index] : []));
        fc.pre(answers.length > 0);
        const at = answers[pick % answers.length]!;
        expect(
          historyProblem(
            wire,
            bodyOf(
              wire,
              messages.filter((_, index) => index !== at),
            ),
          ),
        ).toBeDefined();
      }),
      { numRuns: RUNS },
    );
  });

  it.each(WIRES)("stays as it is at its beginning when more is said, but for the marks of caches (%s)", (wire) => {
    const text = (messages: readonly ModelMessage[]): string =>
      JSON.stringify(bodyOf(wire, messages)["messages"]).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
    fc.assert(
      fc.property(conversationArb, (first) => {
        const longer = [...first, { role: "assistant", parts: [{ part: "text", text: "so" }] } as const, first.at(-1)!];
        expect(text(longer).startsWith(text(first).slice(0, -1))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
