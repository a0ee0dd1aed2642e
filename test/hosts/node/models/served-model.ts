import type { Model, ModelAnswer, ModelDelta, ModelProblem, ModelRequest } from "../../../../src/ports/model.ts";
import { isModelProblem } from "../../../../src/ports/model.ts";
import { NEVER } from "../../../../src/base/cancel.ts";
import type { ModelOptions } from "../../../../src/hosts/node/models/create-model.ts";
import { createModel } from "../../../../src/hosts/node/models/create-model.ts";
import type { ModelSettings } from "../../../../src/hosts/node/models/model-settings.ts";
import { resolveModel } from "../../../../src/hosts/node/models/model-settings.ts";
import type { ModelServer, Serve } from "../../../support/model-server.ts";
import { startModelServer } from "../../../support/model-server.ts";
import type { ServedWire } from "../../../support/model-server-wires.ts";

export const WIRES: readonly ServedWire[] = ["anthropic", "openai", "ollama"];

/** The key that tests use; no message may hold it. */
export const KEY = "sk-test-0123456789abcdef";

export const NAMES: Readonly<Record<ServedWire, Pick<ModelSettings, "provider" | "name" | "contextTokens">>> = {
  anthropic: { provider: "anthropic", name: "claude-opus-5-5" },
  openai: { provider: "openai", name: "gpt-6-sol" },
  ollama: { provider: "ollama", name: "qwen3:8b", contextTokens: 32_768 },
};

export function settingsFor(wire: ServedWire, origin: string, more: Partial<ModelSettings> = {}): ModelSettings {
  return { ...NAMES[wire], baseUrl: wire === "openai" ? `${origin}/v1` : origin, images: true, ...more };
}

export function modelOf(settings: ModelSettings, options: ModelOptions = {}): Model {
  const resolved = resolveModel(settings);
  if ("unusable" in resolved) throw new Error(resolved.unusable);
  return createModel(resolved.model, { key: () => Promise.resolve(KEY), ...options });
}

export interface Served {
  readonly model: Model;
  readonly server: ModelServer;
}

/** Gives a test a model over a server that plays rounds, and stops the server afterwards. */
export async function withServed(
  wire: ServedWire,
  serve: Serve,
  work: (served: Served) => Promise<void>,
  more: Partial<ModelSettings> & { readonly options?: ModelOptions } = {},
): Promise<void> {
  const { options = {}, ...settings } = more;
  const server = await startModelServer(serve);
  try {
    await work({ model: modelOf(settingsFor(wire, server.origin, settings), options), server });
  } finally {
    await server.stop();
  }
}

export const HELLO: ModelRequest = {
  messages: [
    { role: "system", text: "You are brief." },
    { role: "user", parts: [{ part: "text", text: "Hello" }] },
  ],
  tools: [{ name: "Read", description: "Reads a file.", parameters: { type: "object", properties: {} } }],
};

export interface Told {
  readonly answer: ModelAnswer | ModelProblem;
  readonly deltas: readonly ModelDelta[];
}

export async function ask(model: Model, request: ModelRequest = HELLO): Promise<Told> {
  const deltas: ModelDelta[] = [];
  const answer = await model.chat(request, (delta) => deltas.push(delta), NEVER);
  return { answer, deltas };
}

export async function answerTo(model: Model, request: ModelRequest = HELLO): Promise<ModelAnswer> {
  const { answer } = await ask(model, request);
  if (isModelProblem(answer)) throw new Error(`${answer.problem}: ${answer.detail}`);
  return answer;
}

export async function problemOf(model: Model, request: ModelRequest = HELLO): Promise<ModelProblem> {
  const { answer } = await ask(model, request);
  if (!isModelProblem(answer)) throw new Error(`an answer: ${JSON.stringify(answer)}`);
  return answer;
}
