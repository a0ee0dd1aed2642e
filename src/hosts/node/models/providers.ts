/** How a provider wants to be spoken to. */
export type WireName = "anthropic" | "openai" | "ollama";

/** What is known of a provider, whatever model of it is asked. */
export interface Provider {
  readonly label: string;
  readonly wire: WireName;
  /** Where it is unless settings say otherwise; without a slash at its end. */
  readonly baseUrl: string;
  /** The environment variable that holds its key by custom. */
  readonly keyVariable: string;
  /** Without a key it answers nobody at its own address. */
  readonly needsKey: boolean;
  /**
   * It may drop the front of a prompt that does not fit and answer all the same (report 110). Such a prompt is not sent, and
   * the context size of its models has to be set.
   */
  readonly cutsSilently: boolean;
  /** How a chat completion is told the most tokens of an answer. */
  readonly outputField: "max_tokens" | "max_completion_tokens";
  /** How a chat completion is told how hard to think. */
  readonly effortField: "reasoning_effort" | "reasoning";
  /** It takes documents as `file` parts. */
  readonly takesFiles: boolean;
  /** It keeps prompt caches by a name. */
  readonly namesCaches: boolean;
}

const COMPATIBLE = {
  wire: "openai",
  needsKey: false,
  cutsSilently: false,
  outputField: "max_tokens",
  effortField: "reasoning_effort",
  takesFiles: false,
  namesCaches: false,
} as const;

/** Every provider that there is a client for; `compatible` is any other server with chat completions. */
export const PROVIDERS = {
  anthropic: {
    ...COMPATIBLE,
    label: "Anthropic",
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    needsKey: true,
    takesFiles: true,
  },
  openai: {
    ...COMPATIBLE,
    label: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    needsKey: true,
    outputField: "max_completion_tokens",
    takesFiles: true,
    namesCaches: true,
  },
  openrouter: {
    ...COMPATIBLE,
    label: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    needsKey: true,
    effortField: "reasoning",
    takesFiles: true,
  },
  ollama: {
    ...COMPATIBLE,
    label: "Ollama",
    wire: "ollama",
    baseUrl: "http://127.0.0.1:11434",
    keyVariable: "OLLAMA_API_KEY",
    cutsSilently: true,
  },
  lmstudio: {
    ...COMPATIBLE,
    label: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    keyVariable: "LMSTUDIO_API_KEY",
    cutsSilently: true,
  },
  vllm: { ...COMPATIBLE, label: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", keyVariable: "VLLM_API_KEY" },
  compatible: {
    ...COMPATIBLE,
    label: "OpenAI-compatible",
    baseUrl: "http://127.0.0.1:8080/v1",
    keyVariable: "OPENAI_COMPATIBLE_API_KEY",
    cutsSilently: true,
  },
} as const satisfies Readonly<Record<string, Provider>>;

/** The name of a provider in settings and in `ModelInfo.id`. */
export type ProviderName = keyof typeof PROVIDERS;
