import type { ClientRequest, IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { ModelProblem } from "../../../ports/model.ts";
import type { Place } from "./problem-of.ts";
import { problem, problemOfConnection, problemOfResponse } from "./problem-of.ts";
import { bodyOf, readBeginning } from "./wire-body.ts";

/** Bounds of one request. */
export interface WireLimits {
  /** Until the first byte of the answer, ms. */
  readonly firstByteMs: number;
  /** Between two pieces of it, ms. */
  readonly idleMs: number;
  /** Bytes of one line of it. */
  readonly lineBytes: number;
  /** Bytes of all of it. */
  readonly bodyBytes: number;
}

/** Time until a connection stands, ms. */
export const CONNECT_MS = 30_000;
/** Bytes that are read of an answer which is an error. */
const ERROR_BYTES = 65_536;

/** The headers that a provider gets, besides those that settings name: what an SDK adds of its own is for nobody. */
const SENT_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-version",
  "authorization",
  "content-type",
  "x-api-key",
]);

/** What a request is made with. */
export interface WireFetchOptions {
  readonly place: Place;
  readonly limits: WireLimits;
  /** Headers that settings name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A `fetch` for one round that knows why it failed. */
export interface WireFetch {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The first thing that went wrong; SDKs put errors into others and lose what they were. */
  readonly failure: () => ModelProblem | undefined;
  /** Shortens the time that may pass between two pieces. */
  readonly expectWithin: (ms: number) => void;
}

/**
 * A `fetch` over Node's own HTTP, which VS Code gives its proxy and its certificates: it follows no redirection, sends no header
 * that is not wanted, has a limit for every wait and size, and closes its connection as soon as the signal says so.
 */
export function createWireFetch(options: WireFetchOptions): WireFetch {
  const { place, limits } = options;
  let failed: ModelProblem | undefined;
  let idleMs = limits.idleMs;
  let onIdleChange: () => void = () => undefined;
  const fail = (found: ModelProblem): Error => {
    failed ??= found;
    return new Error(failed.detail);
  };
  return {
    failure: () => failed,
    expectWithin: (ms) => {
      idleMs = Math.min(ms, limits.idleMs);
      onIdleChange();
    },
    fetch: async (url, init = {}) => {
      const { response, request } = await exchange(new URL(url instanceof Request ? url.url : url), init, {
        options,
        fail,
      });
      const refused = await refusal(response, place, limits);
      if (refused !== undefined) {
        request.destroy();
        throw fail(refused);
      }
      const body = bodyOf(response, {
        limits: { ...limits, idleMs: () => idleMs },
        fail: (kind, detail) => fail(problem(kind, detail, place)),
        failConnection: (error) => fail(problemOfConnection(error, place)),
        onIdleChange: (listener) => (onIdleChange = listener),
        close: () => request.destroy(),
      });
      return new Response(body, { status: 200, headers: { "content-type": response.headers["content-type"] ?? "" } });
    },
  };
}

interface Exchange {
  readonly response: IncomingMessage;
  readonly request: ClientRequest;
}

interface Sending {
  readonly options: WireFetchOptions;
  readonly fail: (found: ModelProblem) => Error;
}

/** Sends a request and waits for the beginning of its answer; once more where a kept connection had gone stale. */
async function exchange(url: URL, init: RequestInit, sending: Sending): Promise<Exchange> {
  const first = await send(url, init, sending);
  if (first !== "stale") return first;
  const second = await send(url, init, sending);
  if (second !== "stale") return second;
  throw sending.fail(problem("network", `${sending.options.place.address} closes connections`, sending.options.place));
}

function send(url: URL, init: RequestInit, { options, fail }: Sending): Promise<Exchange | "stale"> {
  const { place, limits, signal } = options;
  const body = typeof init.body === "string" ? Buffer.from(init.body) : Buffer.alloc(0);
  const headers = { ...sentHeaders(init, options), "content-length": body.length };
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = open(url, { method: init.method ?? "GET", headers, signal });
    const stop = (detail: string): void => {
      request.destroy(fail(problem("network", detail, place)));
    };
    const connecting = setTimeout(() => {
      stop(`no connection to ${place.address} within ${CONNECT_MS} ms`);
    }, CONNECT_MS);
    const waiting = setTimeout(() => {
      stop(`${place.address} did not begin to answer within ${limits.firstByteMs} ms`);
    }, limits.firstByteMs);
    const settle = (): void => {
      clearTimeout(connecting);
      clearTimeout(waiting);
    };
    request.on("socket", (socket) => {
      if (!socket.connecting) clearTimeout(connecting);
      else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(connecting));
    });
    request.on("response", (response) => {
      settle();
      resolve({ response, request });
    });
    request.on("error", (error: Error & { code?: string }) => {
      settle();
      if (request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted) resolve("stale");
      else reject(signal.aborted ? error : fail(problemOfConnection(error, place)));
    });
    request.end(body);
  });
}

function sentHeaders(init: RequestInit, { headers, place }: WireFetchOptions): Record<string, string> {
  const sent: Record<string, string> = { "user-agent": "toolcall" };
  new Headers(init.headers).forEach((value, name) => {
    if (SENT_HEADERS.has(name)) sent[name] = value;
  });
  if (place.key === undefined) {
    delete sent["authorization"];
    delete sent["x-api-key"];
  }
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = value;
  return sent;
}

/** Why an answer is no stream: it has an error's status, or it is something else with the status of success. */
async function refusal(
  response: IncomingMessage,
  place: Place,
  { firstByteMs }: WireLimits,
): Promise<ModelProblem | undefined> {
  const status = response.statusCode ?? 0;
  const type = response.headers["content-type"] ?? "";
  const coding = response.headers["content-encoding"] ?? "identity";
  if (coding !== "identity") {
    return problem("malformed", `${place.address} sends its answer as ${coding}, which was not asked for`, place);
  }
  const isStream = status === 200 && !/^(?:text\/html|application\/json)\b/iu.test(type);
  if (isStream) return undefined;
  const body = await readBeginning(response, ERROR_BYTES, firstByteMs);
  const header = (name: string): string | undefined => {
    const value = response.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  if (status !== 200) return problemOfResponse({ status, header, body }, place);
  const told = problemOfResponse({ status: 400, header, body }, place);
  if (/"error"\s*:/u.test(body)) return { ...told, status };
  const what = type.startsWith("text/html") ? told.detail : "one piece of JSON, though a stream was asked for";
  return problem("malformed", `${place.address} answers with ${what}`, place);
}
