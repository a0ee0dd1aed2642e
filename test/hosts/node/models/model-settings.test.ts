import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelUsage } from "../../../../src/ports/model.ts";
import { costOf } from "../../../../src/hosts/node/models/cost.ts";
import { estimateTokens } from "../../../../src/hosts/node/models/estimate-tokens.ts";
import { KNOWN_MODELS, KNOWN_MODELS_DATE, knownModel } from "../../../../src/hosts/node/models/known-models.ts";
import type { ModelSettings } from "../../../../src/hosts/node/models/model-settings.ts";
import { CONTEXT_TOKENS, resolveModel } from "../../../../src/hosts/node/models/model-settings.ts";
import type { ProviderName } from "../../../../src/hosts/node/models/providers.ts";
import { PROVIDERS } from "../../../../src/hosts/node/models/providers.ts";
import { redact } from "../../../../src/hosts/node/models/redact.ts";
import { RUNS } from "../../../support/property.ts";

const ALL = Object.entries(KNOWN_MODELS).flatMap(([provider, models]) =>
  Object.entries(models).map(([name, model]) => ({ provider: provider as ProviderName, name, model })),
);

describe("the table of known models", () => {
  it("says when it was looked up", () => {
    expect(KNOWN_MODELS_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
  });

  it.each(ALL)("has sizes and prices that can be: $name", ({ provider, name, model }) => {
    expect(model.contextTokens).toBeGreaterThan(model.outputTokens);
    for (const prices of [model.prices, model.prices?.beyond]) {
      if (prices === undefined) continue;
      expect(prices.cacheRead).toBeLessThan(prices.input);
      expect(prices.input).toBeLessThanOrEqual(prices.cacheWrite);
      expect(prices.input).toBeLessThan(prices.output);
    }
    expect(resolveModel({ provider, name })).toMatchObject({
      model: { info: { id: `${provider}/${name}`, label: model.label, images: true } },
    });
  });

  it("knows a model also by a name with a date, and none by a name of JavaScript's", () => {
    expect(knownModel("anthropic", "claude-haiku-4-5-20251001")).toBe(knownModel("anthropic", "claude-haiku-4-5"));
    expect(knownModel("openai", "gpt-6-sol-2026-09-22")).toBe(knownModel("openai", "gpt-6-sol"));
    for (const name of ["constructor", "__proto__", "claude", ""])
      expect(knownModel("anthropic", name)).toBeUndefined();
    expect(knownModel("ollama", "qwen3:8b")).toBeUndefined();
  });
});

describe("settings of a model", () => {
  const QWEN: ModelSettings = { provider: "ollama", name: "qwen3:8b", contextTokens: 32_768 };

  it("give a model that is not known its context size, and the rest from that", () => {
    expect(resolveModel(QWEN)).toEqual({
      model: {
        info: {
          id: "ollama/qwen3:8b",
          label: "qwen3:8b",
          contextTokens: 32_768,
          outputTokens: 8_192,
          images: false,
          documents: false,
        },
        name: "qwen3:8b",
        provider: PROVIDERS.ollama,
        baseUrl: "http://127.0.0.1:11434",
        headers: {},
      },
    });
  });

  it("override everything that is known", () => {
    const prices = { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 };
    const own = { label: "Mine", contextTokens: 50_000, outputTokens: 60_000, images: false, documents: false };
    const resolved = resolveModel({ provider: "anthropic", name: "claude-opus-5-5", prices, ...own });
    expect(resolved).toMatchObject({ prices, model: { info: { ...own, outputTokens: 50_000 } } });
  });

  it.each([
    ["ollama", "https://box.example/ollama/", "https://box.example/ollama"],
    ["ollama", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"],
    ["ollama", "http://127.0.0.1:11434/api/", "http://127.0.0.1:11434"],
    ["anthropic", "https://api.anthropic.com/v1/", "https://api.anthropic.com"],
    ["lmstudio", "http://127.0.0.1:1234", "http://127.0.0.1:1234/v1"],
    ["lmstudio", "http://127.0.0.1:1234/v1/", "http://127.0.0.1:1234/v1"],
    ["compatible", "https://gateway.example/openai/deployments/a", "https://gateway.example/openai/deployments/a"],
  ] as const)(
    "may give %s another address, with the beginning of its paths or without: %s",
    (provider, given, baseUrl) => {
      expect(resolveModel({ ...QWEN, provider, baseUrl: given })).toMatchObject({ model: { baseUrl } });
    },
  );

  const WRONG: readonly { readonly what: string; readonly settings: object; readonly says: RegExp }[] = [
    {
      what: "an unknown model without a context size",
      settings: { contextTokens: undefined },
      says: /qwen3:8b.*contextTokens/u,
    },
    { what: "an unknown provider", settings: { provider: "toString" }, says: /no provider "toString".*anthropic/u },
    { what: "no name", settings: { name: " " }, says: /needs its name/u },
    { what: "no address", settings: { baseUrl: "127.0.0.1:11434/v1 x" }, says: /baseUrl/u },
    { what: "an address of another kind", settings: { baseUrl: "file:///etc/passwd" }, says: /https:\/\/ or http:/u },
    { what: "an address with a query", settings: { baseUrl: "http://127.0.0.1/?a=b" }, says: /\? and #/u },
    { what: "a small context", settings: { contextTokens: CONTEXT_TOKENS.least - 1 }, says: /2048 to/u },
    { what: "half a token", settings: { contextTokens: 4_096.5 }, says: /whole number/u },
    { what: "an endless context", settings: { contextTokens: Infinity }, says: /whole number/u },
    { what: "no answer", settings: { outputTokens: 0 }, says: /outputTokens/u },
  ];

  it.each(WRONG)("are refused with $what, with words that say what is expected", ({ settings, says }) => {
    const { contextTokens, ...rest } = { ...QWEN, ...settings };
    const resolved = resolveModel({ ...rest, ...(contextTokens !== undefined && { contextTokens }) });
    expect("unusable" in resolved && resolved.unusable).toMatch(says);
  });

  it.each([
    ["http://api.example.com", false],
    ["http://8.8.8.8", false],
    ["http://172.32.0.1", false],
    ["https://api.example.com", true],
    ["http://localhost:4000", true],
    ["http://127.0.0.1:4000", true],
    ["http://[::1]:4000", true],
    ["http://192.168.1.7", true],
    ["http://172.16.0.1", true],
    ["http://gateway", true],
    ["http://box.local", true],
  ])("send a key without TLS only to neighbours: %s", (baseUrl, isTaken) => {
    const resolved = resolveModel({ provider: "anthropic", name: "claude-opus-5-5", baseUrl });
    expect("model" in resolved).toBe(isTaken);
  });
});

describe("the cost of a round", () => {
  const usage = (inputTokens: number): ModelUsage => ({
    inputTokens,
    cacheReadTokens: 1_000_000,
    cacheWriteTokens: 100_000,
    outputTokens: 10_000,
  });
  const prices = { input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 };
  const beyond = { input: 4, cacheRead: 0.4, cacheWrite: 5, output: 15 };

  it("is what each kind of token costs", () => {
    expect(costOf(usage(500_000), prices)).toBeCloseTo(1 + 0.2 + 0.25 + 0.1, 10);
  });

  it("is that of long prompts for the whole of one, cached tokens counted", () => {
    const list = { ...prices, above: 1_600_000, beyond };
    expect(costOf(usage(500_000), list)).toBeCloseTo(1.55, 10);
    expect(costOf(usage(500_001), list)).toBeCloseTo(2 + 0.4 + 0.5 + 0.15, 4);
  });

  it("is not known where counts or prices are not", () => {
    expect(costOf(undefined, prices)).toBeUndefined();
    expect(costOf(usage(1), undefined)).toBeUndefined();
  });
});

describe("the estimate of tokens", () => {
  /** About what a vocabulary of 200,000 tokens needs. */
  const TEXTS: readonly (readonly [string, string, number])[] = [
    ["a sentence", "The quick brown fox jumps over the lazy dog.", 10],
    ["code", "export function add(a: number, b: number): number {\n  return a + b;\n}\n", 20],
    ["digits", "12345678901234567890", 7],
    ["Chinese", "你好，世界", 3],
  ];

  it.each(TEXTS)(
    "is not below what a large vocabulary needs, nor above three times that: %s",
    (_what, text, tokens) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(3 * tokens);
    },
  );

  it("grows with a text, and counts two texts together like each for itself, but for where they meet", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: "grapheme" }), (first, second) => {
        const both = estimateTokens(first + second);
        expect(both).toBeGreaterThanOrEqual(estimateTokens(first));
        expect(both).toBeGreaterThanOrEqual(estimateTokens(second));
        expect(Math.abs(both - estimateTokens(first) - estimateTokens(second))).toBeLessThanOrEqual(1);
        expect(both).toBeLessThanOrEqual((first + second).length);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("what is told of a failure", () => {
  it("never holds the key, wherever it stands", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (key, before, after) => {
        const text = redact(before + key + after, key);
        expect(text.includes(key) && !"[key]".includes(key)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});
