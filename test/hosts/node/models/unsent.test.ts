import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../../../../src/ports/model.ts";
import { answerTo, HELLO, modelOf, problemOf, withServed } from "./served-model.ts";

const text = (said: string) => ({ part: "text", text: said }) as const;
const user = (said: string): ModelMessage => ({ role: "user", parts: [text(said)] });
const result = (id: string): ModelMessage => ({ role: "tool", id, parts: [], failed: false });

describe("a round that could not succeed", () => {
  it.each(["anthropic", "openai"] as const)("is not sent without a key that is needed (%s)", (wire) =>
    withServed(
      wire,
      [],
      async ({ model, server }) => {
        expect(await problemOf(model)).toMatchObject({ problem: "auth" });
        expect(server.requests).toEqual([]);
      },
      { options: { key: () => Promise.resolve(undefined) } },
    ),
  );

  it.each([
    ["ollama", {}],
    ["openai", { provider: "lmstudio", contextTokens: 32_768 }],
  ] as const)("is not sent when a server would cut it silently (%s)", (wire, settings) =>
    withServed(
      wire,
      [{ text: "ok" }],
      async ({ model, server }) => {
        const long = { ...HELLO, messages: [user("word ".repeat(40_000))] };
        const { problem, detail } = await problemOf(model, long);
        expect(problem).toBe("context-too-long");
        expect(detail).toMatch(/about \d+ tokens.*1024 are kept.*32768/u);
        expect(server.requests).toEqual([]);
        await answerTo(model, { ...HELLO, messages: [user("word ".repeat(10_000))] });
      },
      settings,
    ),
  );

  const WRONG: readonly { readonly what: string; readonly messages: readonly ModelMessage[]; readonly says: RegExp }[] =
    [
      {
        what: "a call without an answer",
        messages: [user("a"), asks("c1")],
        says: /call c1 has no answer at the end/u,
      },
      {
        what: "a message before an answer",
        messages: [user("a"), asks("c1"), user("b"), result("c1")],
        says: /message 3 \(user\): the call c1/u,
      },
      { what: "an answer without a call", messages: [user("a"), result("c1")], says: /message 2 \(tool\)/u },
      {
        what: "an answer that comes twice",
        messages: [user("a"), asks("c1"), result("c1"), result("c1")],
        says: /message 4/u,
      },
      {
        what: "an id that was used before",
        messages: [user("a"), asks("c1"), result("c1"), asks("c1"), result("c1")],
        says: /used before/u,
      },
      {
        what: "an id that a wire does not take",
        messages: [user("a"), asks("c:1"), result("c:1")],
        says: /c:1.*has to match/u,
      },
      { what: "nobody who asks", messages: [{ role: "system", text: "a" }], says: /message of a person/u },
    ];

  it.each(WRONG)("is not sent with $what, and the message is named", ({ messages, says }) =>
    withServed("anthropic", [], async ({ model, server }) => {
      const { problem, detail } = await problemOf(model, { messages, tools: [] });
      expect(problem).toBe("invalid-request");
      expect(detail).toMatch(says);
      expect(server.requests).toEqual([]);
    }),
  );

  const KEYS: readonly {
    readonly what: string;
    readonly key: () => Promise<string | undefined>;
    readonly says: RegExp;
  }[] = [
    { what: "that has a line break in it", key: () => Promise.resolve("sk-a\nsk-b"), says: /set it anew/u },
    { what: "that cannot be read", key: () => Promise.reject(new Error("sk-secret")), says: /could not be read/u },
  ];

  it.each(KEYS)("is not sent with a key $what, and the key is not told", ({ key, says }) =>
    withServed(
      "openai",
      [],
      async ({ model, server }) => {
        const { problem, detail } = await problemOf(model);
        expect(problem).toBe("auth");
        expect(detail).toMatch(says);
        expect(detail).not.toContain("sk-");
        expect(server.requests).toEqual([]);
      },
      { options: { key } },
    ),
  );

  it("is not sent with a key to a far host without TLS", async () => {
    const model = modelOf({
      provider: "compatible",
      name: "m",
      contextTokens: 8_192,
      baseUrl: "http://far.example/v1",
    });
    const { problem, detail } = await problemOf(model);
    expect(problem).toBe("auth");
    expect(detail).toContain("begins with https://");
  });
});

function asks(id: string): ModelMessage {
  return { role: "assistant", parts: [{ part: "call", id, name: "Read", argumentsText: "{}" }] };
}
