import type { SearchEnd } from "../../ports/search.ts";
import { SEARCH_TIMEOUT_MS } from "./search-limits.ts";

const SECONDS = SEARCH_TIMEOUT_MS / 1_000;

/** What a model reads when the engine failed: its exit code first (2.9). */
function failureText({ engine, exitCode, message }: Extract<SearchEnd, { readonly end: "failed" }>): string {
  const how = exitCode === undefined ? `${engine} could not run` : `exit code ${exitCode} from ${engine}`;
  const remedy = /regex parse error|unclosed|repetition/i.test(message)
    ? "\nEscape what is meant literally with a backslash: ( ) [ ] { } . * + ? ^ $ |"
    : "";
  return `${how}: ${message.trim()}${remedy}`;
}

/** The line above results that are not all there are. */
export function timeoutWarning(): string {
  return `Warning: search timed out; results are partial. It was stopped after ${SECONDS} s: name a smaller path, or a glob or type.`;
}

/** The error when time was up before anything was found. */
export function timeoutText(): string {
  return `The search was stopped after ${SECONDS} s and had found nothing: name a smaller path, or a glob or type`;
}

/** Why a search gave no answer: it did not begin, failed or was cancelled; undefined for one that gave at least a part. */
export function searchProblem(end: SearchEnd | string | undefined): string | undefined {
  if (typeof end === "string") return end;
  if (end?.end === "failed") return failureText(end);
  return end?.end === "cancelled" ? "The search was cancelled" : undefined;
}

/** Whether time was up before everything was searched. */
export function isTimedOut(end: SearchEnd | string | undefined): boolean {
  return typeof end === "object" && end.end === "timed-out";
}
