import type { JsonObject } from "../../base/json.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { Window } from "./collect-lines.ts";
import type { GrepInput } from "./grep-input.ts";
import { MAX_GREP_BYTES, MAX_MATCHES_PER_FILE } from "./search-limits.ts";

/** The form of a text search's output. */
export type GrepMode = NonNullable<GrepInput["output_mode"]>;

/** A page of output as the model reads it. */
export interface GrepPage {
  readonly text: string;
  readonly renderData: JsonObject;
}

/** What was collected, and how it is to be shown. */
export interface GrepResult {
  readonly lines: readonly string[];
  /** Whether the search had more than was collected. */
  readonly more: boolean;
  readonly mode: GrepMode;
  readonly numbered: boolean;
}

/** The wanted lines with the notice of 2.9 when some are left out; undefined when the window lies past the last line. */
export function pageOf({ lines, more, mode, numbered }: GrepResult, window: Window): GrepPage | undefined {
  if (lines.length > 0 && window.offset >= lines.length) return undefined;
  const wanted = lines.slice(window.offset, window.offset + window.limit);
  const fitting = fittingLines(wanted);
  const page = wanted.slice(0, fitting);
  const isCut = fitting < wanted.length;
  const isShort = more || window.offset + wanted.length < lines.length;
  const text = (numbered ? page : page.map(withoutNumber)).join("\n").replace(/\n+$/, "");
  const next = window.offset + fitting;
  const full = mode === "content" ? fullFiles(lines.slice(0, next), window.offset) : [];
  const isFull = full.length > 0;
  return {
    text: `${text}${isFull ? fullNotice(full) : ""}${isCut ? byteNotice(next) : isShort ? lineNotice(window) : ""}`,
    renderData: {
      kind: "grep",
      language: "grep",
      mode,
      matches: matchesIn(page, mode),
      truncated: isCut || isShort || isFull,
    },
  };
}

/** Files whose last shown match, at or behind `from`, is the last that a search answers of one file. */
function fullFiles(lines: readonly string[], from: number): readonly string[] {
  const full: string[] = [];
  let path = "";
  let matches = 0;
  for (const [index, line] of lines.entries()) {
    if (/^\d+:/.test(line)) {
      matches += 1;
      if (matches === MAX_MATCHES_PER_FILE && index >= from) full.push(path);
    } else if (!/^(?:\d+-|--$|$)/.test(line)) {
      path = line;
      matches = 0;
    }
  }
  return full;
}

/** Files that a notice names. */
const MAX_NAMED = 3;

function fullNotice(files: readonly string[]): string {
  const rest = files.length - MAX_NAMED;
  const named = files.slice(0, MAX_NAMED).join(", ") + (rest > 0 ? ` and ${rest} others` : "");
  return `\n\n... At most ${MAX_MATCHES_PER_FILE} matching lines of one file are shown; more may be in ${named}: narrow the pattern, or use Read`;
}

function lineNotice({ offset, limit }: Window): string {
  // Without a limit of lines, what ended the output is the number of lines that are looked at.
  return `\n\n... Results truncated (limit: ${limit === Infinity ? 0 : limit}, offset: ${offset})`;
}

function byteNotice(next: number): string {
  return `\n\n... Results truncated at the limit of ${MAX_GREP_BYTES} bytes: continue with offset ${next}, or narrow the search`;
}

/** How many lines fit the limit of bytes. */
function fittingLines(lines: readonly string[]): number {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    bytes += encodeUtf8(line).length + 1;
    if (bytes > MAX_GREP_BYTES + 1) return index;
  }
  return lines.length;
}

function matchesIn(lines: readonly string[], mode: GrepMode): number {
  switch (mode) {
    case "content":
      return lines.filter((line) => /^\d+:/.test(line)).length;
    case "count":
      return lines.reduce((sum, line) => sum + Number(/:(\d+)$/.exec(line)?.[1] ?? 0), 0);
    case "files_with_matches":
      return lines.length;
  }
}

function withoutNumber(line: string): string {
  return line.replace(/^\d+[:-]/, "");
}
