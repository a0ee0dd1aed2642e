import type { ModelInfo } from "../../../ports/model.ts";
import type { KnownModel, PriceList } from "./known-models.ts";
import { knownModel } from "./known-models.ts";
import { wouldShowKey } from "./near-host.ts";
import type { Provider, ProviderName } from "./providers.ts";
import { PROVIDERS } from "./providers.ts";
import type { Effort, ResolvedModel } from "./round.ts";

/** What a person says of a model. Everything but its provider and name is known for known models, and overrides it. */
export interface ModelSettings {
  readonly provider: ProviderName;
  /** Its name at the provider, such as `claude-opus-5-5` or `qwen3:8b`. */
  readonly name: string;
  readonly label?: string;
  /** Where the provider is, such as `http://127.0.0.1:11434`; with or without the `/v1` of its paths. */
  readonly baseUrl?: string;
  /** Tokens of a whole round; needed for models that are not known. Ollama loads the model with it. */
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  readonly images?: boolean;
  readonly documents?: boolean;
  readonly effort?: Effort;
  readonly prices?: PriceList;
  /** Headers that a gateway wants. They may be secret: never told. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bounds of the sizes that settings may name. */
export const CONTEXT_TOKENS = { least: 2_048, most: 100_000_000 } as const;

/** An answer's share of a context whose model is not known, and its most. */
const ANSWER_SHARE = 4;
const ANSWER_MOST = 32_000;

/** Settings that name a model, or what is wrong with them. */
export type Resolution = { readonly model: ResolvedModel; readonly prices?: PriceList } | { readonly unusable: string };

/** Makes a model of what is known and what a person says of it. */
export function resolveModel(settings: ModelSettings): Resolution {
  const { name, provider: providerName } = settings;
  if (!Object.hasOwn(PROVIDERS, providerName)) {
    return {
      unusable: `there is no provider ${JSON.stringify(providerName)}; there are ${Object.keys(PROVIDERS).join(", ")}`,
    };
  }
  const provider: Provider = PROVIDERS[providerName];
  if (name.trim() === "") return { unusable: `a model of ${provider.label} needs its name there` };
  const baseUrl = settings.baseUrl ?? provider.baseUrl;
  const wrong = wrongAddress(baseUrl, provider) ?? wrongSizes(settings);
  if (wrong !== undefined) return { unusable: `${providerName}/${name}: ${wrong}` };
  return resolved(settings, provider, addressFor(baseUrl, provider));
}

function resolved(settings: ModelSettings, provider: Provider, baseUrl: string): Resolution {
  const { name, provider: providerName, headers = {}, effort } = settings;
  const known = knownModel(providerName, name);
  const info = infoOf(settings, provider, known);
  if (info === undefined) {
    return {
      unusable:
        `${providerName}/${name} is not in the table of known models, so its contextTokens have to be set: ` +
        "the tokens of a whole round, as its server is set up",
    };
  }
  const prices = settings.prices ?? known?.prices;
  return {
    model: {
      info,
      name,
      provider,
      baseUrl,
      headers,
      ...(known?.thinking !== undefined && { thinking: known.thinking }),
      ...(effort !== undefined && { effort }),
    },
    ...(prices !== undefined && { prices }),
  };
}

function infoOf(settings: ModelSettings, provider: Provider, known: KnownModel | undefined): ModelInfo | undefined {
  const { name, provider: providerName } = settings;
  const contextTokens = settings.contextTokens ?? known?.contextTokens;
  if (contextTokens === undefined) return undefined;
  const share = Math.min(ANSWER_MOST, Math.floor(contextTokens / ANSWER_SHARE));
  const { label = name, outputTokens = share } = known ?? {};
  const isKnown = known !== undefined;
  return {
    id: `${providerName}/${name}`,
    label: settings.label ?? label,
    contextTokens,
    outputTokens: Math.min(settings.outputTokens ?? outputTokens, contextTokens),
    images: settings.images ?? isKnown,
    documents: (settings.documents ?? isKnown) && provider.takesFiles,
  };
}

/** An address as its wire needs it, whether or not the beginning of the paths was written along. */
function addressFor(baseUrl: string, { wire }: Provider): string {
  const bare = baseUrl.replace(/\/+$/u, "");
  if (wire !== "openai") return bare.replace(/\/(?:v1|api)$/u, "");
  return new URL(bare).pathname === "/" ? `${bare}/v1` : bare;
}

function wrongAddress(baseUrl: string, { needsKey, label }: Provider): string | undefined {
  if (!URL.canParse(baseUrl)) return "its baseUrl is no address, such as http://127.0.0.1:11434";
  const { protocol, search, hash } = new URL(baseUrl);
  if (protocol !== "https:" && protocol !== "http:") return "its baseUrl has to begin with https:// or http://";
  if (search !== "" || hash !== "") return "its baseUrl ends before ? and #";
  if (needsKey && wouldShowKey(baseUrl)) {
    return `its baseUrl has to begin with https://, because the key for ${label} would go over the network readable`;
  }
  return undefined;
}

function wrongSizes({ contextTokens, outputTokens }: ModelSettings): string | undefined {
  const { least, most } = CONTEXT_TOKENS;
  const isWrong = (size: number | undefined, from: number): boolean =>
    size !== undefined && !(Number.isInteger(size) && size >= from && size <= most);
  if (isWrong(contextTokens, least)) return `its contextTokens have to be a whole number from ${least} to ${most}`;
  if (isWrong(outputTokens, 1)) return `its outputTokens have to be a whole number from 1 to ${most}`;
  return undefined;
}
