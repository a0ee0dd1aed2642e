import type { JsonObject } from "../../base/json.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { Window } from "./collect-lines.ts";
import type { GrepInput } from "./grep-input.ts";
import { MAX_GREP_BYTES } from "./search-limits.ts";

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
  return {
    text: `${text}${isCut ? byteNotice(next) : isShort ? lineNotice(window) : ""}`,
    renderData: { kind: "grep", language: "grep", mode, matches: matchesIn(page, mode), truncated: isCut || isShort },
  };
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
