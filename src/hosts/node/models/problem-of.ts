import type { ModelProblem, ModelProblemKind } from "../../../ports/model.ts";
import { DETAIL_CHARS } from "../../../ports/model.ts";
import { complaintOf, kindOf } from "./problem-of-body.ts";
import { redact } from "./redact.ts";

/** What may be said of the place that a round went to, and what must not be said. */
export interface Place {
  /** Address of the server, without anything secret. */
  readonly address: string;
  readonly key: string | undefined;
}

/** The longest wait that is passed on, ms. */
const LONGEST_RETRY_MS = 86_400_000;
const PAGE_CHARS = 200;

/** A problem whose words are cut and hold no key. */
export function problem(kind: ModelProblemKind, detail: string, place: Place): ModelProblem {
  return { problem: kind, detail: redact(detail, place.key).slice(0, DETAIL_CHARS) };
}

/** An answer that is none: its status, its headers and the beginning of its body. */
export interface FailedResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

/** How long a provider wants to be left alone, ms; in seconds or as a date in its header. */
export function retryAfterOf({ header }: Pick<FailedResponse, "header">, now: number): number | undefined {
  const exact = Number(header("retry-after-ms") ?? "x");
  const said = header("retry-after") ?? "";
  const seconds = said === "" ? NaN : Number(said);
  const found = [exact, seconds * 1_000, Date.parse(said) - now].find((ms) => Number.isFinite(ms) && ms >= 0);
  return found === undefined ? undefined : Math.min(Math.ceil(found), LONGEST_RETRY_MS);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a page or a line of plain text says, in few words. */
function wordsOf(body: string): string {
  const isPage = /^\s*<(?:!doctype|html|\?xml)/iu.test(body);
  if (!isPage) return body.trim();
  const title =
    /<title[^>]*>([^<]*)/iu.exec(body)?.[1] ?? body.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/giu, " ");
  return `a web page that says "${title.replace(/\s+/gu, " ").trim().slice(0, PAGE_CHARS)}"`;
}

/** What an answer with an error's status means. */
export function problemOfResponse(response: FailedResponse, place: Place): ModelProblem {
  const { status, body } = response;
  if (status < 400) return problem("invalid-request", movedWords(response, place), place);
  const complaint = complaintOf(parsed(body)) ?? { message: wordsOf(body), codes: "", status: undefined };
  const kind = kindOf(status, complaint);
  const detail = complaint.message === "" ? `status ${status} without words` : complaint.message;
  const retryAfterMs = retryAfterOf(response, Date.now());
  const found = problem(kind, detail, place);
  return { ...found, status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function movedWords({ status, header }: FailedResponse, { address }: Place): string {
  const to = header("location");
  const where = to === undefined ? "" : ` to ${to}`;
  return `${address} sends requests elsewhere${where} (status ${status}); a key is not sent on. Set the address itself`;
}

/** What an error amid a stream means. */
export function problemOfStream(body: unknown, place: Place): ModelProblem {
  const complaint = complaintOf(body) ?? { message: "", codes: "", status: undefined };
  const detail = complaint.message === "" ? "the provider broke off its answer without words" : complaint.message;
  const status = complaint.status;
  return { ...problem(kindOf(status ?? 0, complaint), detail, place), ...(status !== undefined && { status }) };
}

/** Why nobody could be talked to, by the code of the system's error. */
const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens at",
  ENOTFOUND: "there is no host of this name:",
  EAI_AGAIN: "the name could not be looked up:",
  ECONNRESET: "the connection broke off:",
  EPIPE: "the connection broke off:",
  ETIMEDOUT: "nobody answers at",
  EHOSTUNREACH: "there is no way to",
  ENETUNREACH: "there is no way to",
  EPROTO: "TLS is not spoken at",
  ERR_SSL_WRONG_VERSION_NUMBER: "TLS is not spoken at",
};

/** What an error of the connection means. */
export function problemOfConnection(error: Error, place: Place): ModelProblem {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code.startsWith("HPE_")) {
    return problem("malformed", `${place.address} does not speak HTTP (${code})`, place);
  }
  const words = CONNECTION[code];
  if (words !== undefined) return problem("network", `${words} ${place.address} (${code})`, place);
  return problem("network", `${place.address}: ${error.message}${code === "" ? "" : ` (${code})`}`, place);
}
