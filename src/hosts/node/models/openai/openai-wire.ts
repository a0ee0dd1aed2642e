import type { Wire } from "../round.ts";
import { AFTER_END_MS, SDK_TIMEOUT_MS, SILENT, StreamError } from "../round.ts";
import { createChunkReader } from "./openai-chunks.ts";
import { openAiRequest } from "./openai-request.ts";

/** Speaks chat completions, as OpenAI and many others have them, through OpenAI's official SDK. */
export const openAiWire: Wire = async ({ request, model, key, answerTokens, collect, wire, signal }) => {
  const { OpenAI } = await import("./openai-sdk.ts");
  const client = new OpenAI({
    apiKey: key ?? "none",
    adminAPIKey: null,
    baseURL: model.baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: "off",
    logger: SILENT,
    fetch: wire.fetch,
  });
  const reader = createChunkReader(collect);
  try {
    const chunks = await client.chat.completions.create(openAiRequest(request, model, answerTokens), { signal });
    for await (const chunk of chunks) {
      reader.read(chunk);
      if (reader.ended() !== undefined) wire.expectWithin(AFTER_END_MS);
    }
  } catch (error) {
    if (reader.ended() === undefined) throw asStreamError(error);
  }
  return reader.ended();
};

function asStreamError(error: unknown): unknown {
  if (!(error instanceof Error) || !("error" in error) || error.error === undefined) return error;
  return new StreamError({ error: error.error });
}
