import type { CancelToken } from "../../../base/cancel.ts";
import type { Model, ModelAnswer, ModelProblem, ModelRequest } from "../../../ports/model.ts";
import { MODEL_LIMITS } from "../../../ports/model.ts";
import { messagesProblem } from "./check-messages.ts";
import { AnswerTooLarge, createCollector } from "./collector.ts";
import { answerTokens, tooLong } from "./estimate-tokens.ts";
import { wouldShowKey } from "./near-host.ts";
import type { Place } from "./problem-of.ts";
import { problem, problemOfStream } from "./problem-of.ts";
import type { WireName } from "./providers.ts";
import type { Ended, ResolvedModel, Wire } from "./round.ts";
import { StreamError } from "./round.ts";
import type { WireFetch } from "./wire-fetch.ts";
import { createWireFetch } from "./wire-fetch.ts";

/** Bytes of an answer on the wire: each piece of text comes in a frame of its own. */
const BODY_BYTES = 512_000_000;

/** What a model's client has beside the model. */
export interface ModelOptions {
  /** The key for the model's provider, asked for in each round; none: the provider gets none. Never kept or told. */
  readonly key?: () => Promise<string | undefined>;
  /** Ms until the first byte of an answer, `MODEL_LIMITS.idleMs` without it. */
  readonly firstByteMs?: number;
  /** Ms between two pieces of it, `MODEL_LIMITS.idleMs` without it. */
  readonly idleMs?: number;
}

/** SDKs are loaded with the first round that needs them, not with the program. */
const WIRES: Readonly<Record<WireName, () => Promise<Wire>>> = {
  anthropic: async () => (await import("./anthropic/anthropic-wire.ts")).anthropicWire,
  openai: async () => (await import("./openai/openai-wire.ts")).openAiWire,
  ollama: async () => (await import("./ollama/ollama-wire.ts")).ollamaWire,
};

const CANCELLED: ModelProblem = { problem: "cancelled", detail: "" };

/** A model behind HTTP, on the port. It tries once: whether to try again is the caller's decision. */
export function createModel(model: ResolvedModel, options: ModelOptions = {}): Model {
  return {
    info: model.info,
    chat: async (request, sink, cancel) => {
      if (cancel.cancelled) return CANCELLED;
      const refused = refusedUnsent(request, model);
      if (refused !== undefined) return refused;
      const closing = new AbortController();
      let isOver = false;
      let stopListening: () => void = () => undefined;
      const cancelled = new Promise<ModelProblem>((resolve) => {
        stopListening = cancel.onCancel(() => {
          resolve(CANCELLED);
          closing.abort();
        });
      });
      const told = createCollector(model.info.id, (delta) => {
        if (!isOver && !cancel.cancelled) sink(delta);
      });
      const attempt = tryOnce(model, options, { request, collect: told, signal: closing.signal, cancel });
      const ended = await Promise.race([cancelled, attempt]);
      isOver = true;
      stopListening();
      closing.abort();
      return ended;
    },
  };
}

/** Why a round is not sent at all. */
function refusedUnsent(request: ModelRequest, { info, provider }: ResolvedModel): ModelProblem | undefined {
  const wrong = messagesProblem(request.messages);
  if (wrong !== undefined) return { problem: "invalid-request", detail: wrong };
  const long = provider.cutsSilently ? tooLong(request, info) : undefined;
  return long === undefined ? undefined : { problem: "context-too-long", detail: long };
}

interface Attempt {
  readonly request: ModelRequest;
  readonly collect: ReturnType<typeof createCollector>;
  readonly signal: AbortSignal;
  readonly cancel: CancelToken;
}

async function keyOf({ key }: ModelOptions): Promise<string | undefined | ModelProblem> {
  try {
    const found = (await key?.())?.trim();
    return found === "" ? undefined : found;
  } catch {
    return { problem: "auth", detail: "the place where keys are kept could not be read" };
  }
}

/** Why a round is not sent with this key, or without one. */
function refusedKey(key: string | undefined, { provider, headers, baseUrl }: ResolvedModel): string | undefined {
  if (key === undefined) {
    const isNeeded = provider.needsKey && Object.keys(headers).length === 0;
    return isNeeded ? `there is no key for ${provider.label} (${provider.keyVariable})` : undefined;
  }
  if (wouldShowKey(baseUrl)) {
    return `the key was not sent, because ${addressOf(baseUrl)} has no TLS: set an address that begins with https://`;
  }
  // What no header may hold would make an error that shows it.
  return /^[\x21-\x7e]+$/u.test(key) ? undefined : "the key has characters that no key has; set it anew";
}

async function tryOnce(
  model: ResolvedModel,
  options: ModelOptions,
  attempt: Attempt,
): Promise<ModelAnswer | ModelProblem> {
  let place: Place = { address: addressOf(model.baseUrl), key: undefined };
  let wire: WireFetch | undefined;
  try {
    const key = await keyOf(options);
    if (typeof key === "object") return key;
    place = { ...place, key };
    const refused = refusedKey(key, model);
    if (refused !== undefined) return { problem: "auth", detail: refused };
    wire = createWireFetch({ place, limits: limitsOf(options), headers: model.headers, signal: attempt.signal });
    const ended = await talk(model, wire, { ...attempt, key });
    if (ended === undefined) return wire.failure() ?? unfinished(place);
    const { stop, usage, model: name = model.name } = ended;
    return { parts: attempt.collect.parts(), stop, model: name, ...(usage !== undefined && { usage }) };
  } catch (error) {
    return attempt.cancel.cancelled ? CANCELLED : problemOf(error, wire, place);
  }
}

async function talk(
  model: ResolvedModel,
  wire: WireFetch,
  { request, collect, signal, key }: Attempt & { readonly key: string | undefined },
): Promise<Ended | undefined> {
  const speak = await WIRES[model.provider.wire]();
  signal.throwIfAborted();
  return speak({ request, model, key, answerTokens: answerTokens(request, model.info), collect, wire, signal });
}

function unfinished(place: Place): ModelProblem {
  return problem("network", "the connection ended before the answer did", place);
}

function problemOf(error: unknown, wire: WireFetch | undefined, place: Place): ModelProblem {
  const failed = wire?.failure();
  if (failed !== undefined) return failed;
  if (error instanceof StreamError) return problemOfStream(error.body, place);
  if (error instanceof AnswerTooLarge) return problem("malformed", error.message, place);
  if (error instanceof SyntaxError) return problem("malformed", "a piece of the answer is no JSON", place);
  return problem("malformed", error instanceof Error ? error.message : String(error), place);
}

function limitsOf({ firstByteMs = MODEL_LIMITS.idleMs, idleMs = MODEL_LIMITS.idleMs }: ModelOptions): {
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly lineBytes: number;
  readonly bodyBytes: number;
} {
  return { firstByteMs, idleMs, lineBytes: MODEL_LIMITS.chunkChars, bodyBytes: BODY_BYTES };
}

/** An address without what may be secret in it. */
function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return pathname === "/" ? origin : `${origin}${pathname}`;
}
