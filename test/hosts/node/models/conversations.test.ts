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
import { NAMES, settingsFor } from "./served-model.ts";

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

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly is_error?: boolean;
  readonly content?: readonly Block[];
  readonly input?: unknown;
  readonly cache_control?: object;
}

interface Said {
  readonly role: string;
  readonly content: string | null | readonly Block[];
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: unknown } }[];
  readonly tool_call_id?: string;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

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

  it("is valid for Anthropic: in turn, nothing empty, each call answered first thing in the next message", () => {
    fc.assert(
      fc.property(conversationArb, (messages) => {
        const body = JSON.parse(JSON.stringify(anthropicRequest(requestOf(messages), MODELS.anthropic, 1_000))) as {
          readonly system?: readonly Block[];
          readonly messages: readonly (Said & { readonly content: readonly Block[] })[];
        };
        for (const block of body.system ?? []) expect(block.text?.trim()).not.toBe("");
        expect(body.messages.map(({ role }) => role)).toEqual(
          body.messages.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
        );
        let open: readonly string[] = [];
        const seen: string[] = [];
        for (const { role, content } of body.messages) {
          expect(content.length).toBeGreaterThan(0);
          for (const block of content) if (block.type === "text") expect(block.text?.trim()).not.toBe("");
          const results = content.flatMap(({ tool_use_id }) => tool_use_id ?? []);
          expect(results).toEqual(open);
          expect(content.slice(0, open.length).map(({ type }) => type)).toEqual(open.map(() => "tool_result"));
          for (const block of content.filter(({ is_error }) => is_error)) {
            expect(block.content?.every(({ type }) => type === "text") ?? true).toBe(true);
          }
          open = content.flatMap(({ type, id }) => (type === "tool_use" ? [id!] : []));
          if (role === "user") expect(open).toEqual([]);
          seen.push(...open);
          for (const { type, input } of content) if (type === "tool_use") expect(isObject(input)).toBe(true);
        }
        expect(open).toEqual([]);
        expect(seen).toEqual(callsOf(messages));
        expect((JSON.stringify(body).match(/cache_control/gu) ?? []).length).toBeLessThanOrEqual(4);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(["openai", "ollama"] as const)(
    "is valid for %s: system first, users never beside users, each call answered before anything else",
    (wire) => {
      fc.assert(
        fc.property(conversationArb, (messages) => {
          const make = wire === "openai" ? openAiRequest : ollamaRequest;
          const body = JSON.parse(JSON.stringify(make(requestOf(messages), MODELS[wire], 1_000))) as {
            readonly messages: readonly Said[];
          };
          expect(body.messages.findLastIndex(({ role }) => role === "system")).toBeLessThanOrEqual(0);
          let open: string[] = [];
          const seen: string[] = [];
          for (const [index, message] of body.messages.entries()) {
            const before = body.messages[index - 1];
            if (message.role === "tool") {
              expect(open.shift()).toBe(message.tool_call_id);
              expect(typeof message.content).toBe("string");
              continue;
            }
            expect(open).toEqual([]);
            if (message.role === "user") expect(before?.role).not.toBe("user");
            open = (message.tool_calls ?? []).map(({ id }) => id);
            seen.push(...open);
            for (const { function: wanted } of message.tool_calls ?? []) {
              const given = wire === "openai" ? (JSON.parse(wanted.arguments as string) as unknown) : wanted.arguments;
              expect(isObject(given)).toBe(true);
            }
            if (message.role === "assistant") {
              expect((message.content ?? "") !== "" || open.length > 0).toBe(true);
              expect(before?.role).not.toBe("assistant");
            }
          }
          expect(open).toEqual([]);
          expect(seen).toEqual(callsOf(messages));
        }),
        { numRuns: RUNS },
      );
    },
  );

  it("stays as it is at its beginning when more is said, but for the marks of caches", () => {
    fc.assert(
      fc.property(conversationArb, (first) => {
        const longer = [...first, { role: "assistant", parts: [{ part: "text", text: "so" }] } as const, first.at(-1)!];
        for (const make of [
          (messages: readonly ModelMessage[]) =>
            anthropicRequest(requestOf(messages), MODELS.anthropic, 1_000).messages,
          (messages: readonly ModelMessage[]) => openAiRequest(requestOf(messages), MODELS.openai, 1_000).messages,
        ]) {
          const text = (messages: readonly ModelMessage[]): string =>
            JSON.stringify(make(messages)).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
          expect(text(longer).startsWith(text(first).slice(0, -1))).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
