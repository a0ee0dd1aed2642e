import type { Json } from "../../src/base/json.ts";
import type { CallEntry } from "../../src/protocol/view.ts";
import { STRINGS } from "../strings.ts";
import { withoutEscapes } from "../text/ansi.ts";
import { listOf, memberOf } from "./describe.ts";

type Data = Readonly<Record<string, Json>>;

/** Characters of a reason that stand among the figures; the whole stands in the body. */
const REASON_CHARS = 60;
/** Times below it say nothing. */
const SHOWN_MS = 1;

/** What stands quietly at the end of a row. */
export interface Figures {
  /** How much came back, or how it stands or ended. */
  readonly amount: string;
  /** How long it took; empty while it goes on, and when it took no time to speak of. */
  readonly duration: string;
}

/** How much a call brought back, and how long it took. */
export function figuresOf(call: CallEntry): Figures {
  const { settled } = call;
  if (settled === undefined) return { amount: progressOf(call), duration: "" };
  return {
    amount: call.undone === true ? STRINGS.undone : amountOf(call),
    duration: settled.handlerMs >= SHOWN_MS ? durationOf(settled.handlerMs) : "",
  };
}

function progressOf({ state, progress }: CallEntry): string {
  if (state === "queued") return STRINGS.queued;
  if (state === "asked") return STRINGS.waits;
  return progress === undefined ? STRINGS.running : short(progress);
}

const ENDS: Readonly<Record<string, string>> = {
  denied: STRINGS.denied,
  cancelled: STRINGS.cancelled,
  interrupted: STRINGS.interrupted,
};

function amountOf({ settled }: CallEntry): string {
  if (settled === undefined) return "";
  const { status, reason = "", renderData = {}, lines } = settled;
  const end = ENDS[status] ?? (renderData["kind"] === "command" ? commandEnd(renderData) : undefined);
  if (end !== undefined) return end;
  if (status === "success") return countOf(renderData) ?? STRINGS.lines(lines);
  return short(reason.replace(/^[a-z-]+: /, "")) || STRINGS.failed;
}

function commandEnd({ end, exitCode, signal }: Data): string {
  if (end === "running") return STRINGS.stillRunning;
  if (typeof exitCode === "number") return STRINGS.exit(exitCode);
  if (typeof signal === "string") return signal;
  return typeof end === "string" ? end.replaceAll("-", " ") : "";
}

function countOf(data: Data): string | undefined {
  if (data["kind"] === "edit") return changesOf(data);
  if (data["kind"] === "media" && typeof data["bytes"] === "number") return sizeOf(data["bytes"]);
  for (const [name, words] of Object.entries(STRINGS.counts)) {
    const count = data[name];
    if (typeof count === "number") return words(count);
  }
  return undefined;
}

/** `+14 −2`: lines added and removed in all files. */
function changesOf(data: Data): string {
  const sum = (name: string): number =>
    listOf(data["files"]).reduce<number>((total, file) => {
      const count = memberOf(file, name);
      return total + (typeof count === "number" ? count : 0);
    }, 0);
  return `+${sum("added")} −${sum("removed")}`;
}

function short(text: string): string {
  const line = withoutEscapes(text).replaceAll(/\s+/g, " ").trim();
  return line.length <= REASON_CHARS ? line : `${line.slice(0, REASON_CHARS - 1)}…`;
}

/** A time in words: `12 ms`, `5.9 s`, `2 min 5 s`. */
export function durationOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A number of bytes in words: `512 B`, `11 KB`, `2.4 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
