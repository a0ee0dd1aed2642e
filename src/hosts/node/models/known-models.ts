import type { ProviderName } from "./providers.ts";

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** What a round costs; a round whose prompt has more tokens than `above` costs the `beyond` prices as a whole. */
export interface PriceList extends Prices {
  readonly above?: number;
  readonly beyond?: Prices;
}

/** How a model is told to think: it decides itself, or it gets a number of tokens for it. */
export type ThinkingStyle = "adaptive" | "budget";

/** What is known of a model. */
export interface KnownModel {
  readonly label: string;
  /** Tokens of a whole round. */
  readonly contextTokens: number;
  /** Most tokens of an answer. */
  readonly outputTokens: number;
  readonly thinking?: ThinkingStyle;
  readonly prices?: PriceList;
}

/** The day on which the sizes and prices below were looked up. Settings override each of them. */
export const KNOWN_MODELS_DATE = "2026-11-30";

const CLAUDE = { contextTokens: 1_000_000, outputTokens: 128_000, thinking: "adaptive" } as const;
const OLDER_CLAUDE = { contextTokens: 200_000, outputTokens: 64_000, thinking: "budget" } as const;
const GPT = { contextTokens: 1_050_000, outputTokens: 128_000 } as const;
const LONG_PROMPT = 272_000;

const OPUS_PRICES: PriceList = { input: 5, cacheWrite: 6.25, cacheRead: 0.5, output: 25 };

/** Long prompts cost twice as much to read and half as much again to answer. */
function withLongPrompts(prices: Prices): PriceList {
  const { input, cacheRead, cacheWrite, output } = prices;
  const beyond = { input: 2 * input, cacheRead: 2 * cacheRead, cacheWrite: 2 * cacheWrite, output: 1.5 * output };
  return { ...prices, above: LONG_PROMPT, beyond };
}

/** Models by provider and name; a name with a date at its end is the same model as the name without it. */
export const KNOWN_MODELS: Readonly<Partial<Record<ProviderName, Readonly<Record<string, KnownModel>>>>> = {
  anthropic: {
    "claude-fable-5-1": {
      ...CLAUDE,
      label: "Claude Fable 5.1",
      prices: { input: 10, cacheWrite: 12.5, cacheRead: 0.25, output: 50 },
    },
    "claude-fable-5": {
      ...CLAUDE,
      label: "Claude Fable 5",
      prices: { input: 10, cacheWrite: 12.5, cacheRead: 1, output: 50 },
    },
    "claude-opus-5-5": {
      ...CLAUDE,
      label: "Claude Opus 5.5",
      prices: { input: 4, cacheWrite: 5, cacheRead: 0.2, output: 20 },
    },
    "claude-opus-5": { ...CLAUDE, label: "Claude Opus 5", prices: OPUS_PRICES },
    "claude-opus-4-8": { ...CLAUDE, label: "Claude Opus 4.8", prices: OPUS_PRICES },
    "claude-opus-4-7": { ...CLAUDE, label: "Claude Opus 4.7", prices: OPUS_PRICES },
    "claude-opus-4-6": { ...CLAUDE, contextTokens: 200_000, label: "Claude Opus 4.6", prices: OPUS_PRICES },
    "claude-opus-4-5": { ...OLDER_CLAUDE, label: "Claude Opus 4.5", prices: OPUS_PRICES },
    "claude-sonnet-5-5": {
      ...CLAUDE,
      label: "Claude Sonnet 5.5",
      prices: { input: 2, cacheWrite: 2.5, cacheRead: 0.1, output: 10 },
    },
    "claude-sonnet-5": {
      ...CLAUDE,
      label: "Claude Sonnet 5",
      prices: { input: 2, cacheWrite: 2.5, cacheRead: 0.2, output: 10 },
    },
    "claude-sonnet-4-6": {
      ...OLDER_CLAUDE,
      thinking: "adaptive",
      label: "Claude Sonnet 4.6",
      prices: { input: 3, cacheWrite: 3.75, cacheRead: 0.3, output: 15 },
    },
    "claude-sonnet-4-5": {
      ...OLDER_CLAUDE,
      label: "Claude Sonnet 4.5",
      prices: { input: 3, cacheWrite: 3.75, cacheRead: 0.3, output: 15 },
    },
    "claude-haiku-5-5": {
      ...CLAUDE,
      label: "Claude Haiku 5.5",
      prices: {
        input: 0.1,
        cacheWrite: 0.125,
        cacheRead: 0.01,
        output: 0.5,
        above: 100_000,
        beyond: { input: 0.5, cacheWrite: 0.625, cacheRead: 0.05, output: 2.5 },
      },
    },
    "claude-haiku-4-5": {
      ...OLDER_CLAUDE,
      label: "Claude Haiku 4.5",
      prices: { input: 1, cacheWrite: 1.25, cacheRead: 0.1, output: 5 },
    },
  },
  openai: {
    "gpt-6.1-sol": {
      ...GPT,
      label: "GPT-6.1 Sol",
      prices: {
        input: 2,
        cacheWrite: 2.5,
        cacheRead: 0.1,
        output: 10,
        above: LONG_PROMPT,
        beyond: { input: 4, cacheWrite: 5, cacheRead: 0.2, output: 15 },
      },
    },
    "gpt-6-astra": {
      ...GPT,
      label: "GPT-6 Astra",
      prices: withLongPrompts({ input: 10, cacheWrite: 12.5, cacheRead: 1, output: 50 }),
    },
    "gpt-6-sol": {
      ...GPT,
      label: "GPT-6 Sol",
      prices: withLongPrompts({ input: 2, cacheWrite: 2.5, cacheRead: 0.2, output: 10 }),
    },
    "gpt-6-luna": {
      ...GPT,
      label: "GPT-6 Luna",
      prices: withLongPrompts({ input: 0.1, cacheWrite: 0.125, cacheRead: 0.01, output: 0.5 }),
    },
  },
};

/** What is known of a model by its name at its provider. */
export function knownModel(provider: ProviderName, name: string): KnownModel | undefined {
  const models = KNOWN_MODELS[provider];
  if (models === undefined) return undefined;
  const plain = [name, name.replace(/-\d{8}$|-\d{4}-\d{2}-\d{2}$/u, "")];
  const found = plain.find((each) => Object.hasOwn(models, each));
  return found === undefined ? undefined : models[found];
}
