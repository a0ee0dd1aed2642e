import type { ToolContext, ToolOutcome } from "../pipeline/tool.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { SearchEnd, TextQuery } from "../ports/search.ts";
import { withArtifact } from "./search/artifact-file.ts";
import type { LineCollector, Window } from "./search/collect-lines.ts";
import { createLineCollector } from "./search/collect-lines.ts";
import type { GrepInput } from "./search/grep-input.ts";
import { GREP_INPUT } from "./search/grep-input.ts";
import type { GrepMode } from "./search/grep-output.ts";
import { pageOf } from "./search/grep-output.ts";
import { namesIgnored } from "./search/ignore-rules.ts";
import { isTimedOut, searchProblem, timeoutText, timeoutWarning } from "./search/search-end.ts";
import { DEFAULT_HEAD_LIMIT, GREP_RESULT_LIMIT, SEARCH_TIMEOUT_MS } from "./search/search-limits.ts";
import { searchPaths, startingPoint } from "./search/search-place.ts";

const ARTIFACT = "artifact://";

/** Searches in files (2.9, R020, R210). */
export const Grep = defineTool({
  name: "Grep",
  category: "core",
  groups: ["files", "search"],
  summary: "Search file contents with a regular expression",
  description:
    "Searches files with ripgrep. Hidden files are searched, what ignore files exclude is not, unless path or glob names it; " +
    "version-control folders never are, links are not followed. Output is sorted by path: paths of files, " +
    "numbered lines under the path of their file, or absolute path:count lines. At most 250 lines unless head_limit says " +
    "otherwise; a notice says when there are more: offset plus limit goes on from there. Lines are cut at 2000 columns, and at most 1000 " +
    "matching lines of one file are shown.",
  effect: "read",
  standalone: false,
  input: GREP_INPUT,
  resultLimit: GREP_RESULT_LIMIT,
  resources: (input, host) =>
    isArtifact(input.path)
      ? []
      : searchPaths(input.path, host).map((path) => ({ kind: "path" as const, path, access: "read" as const })),
  run: async (input, context) => {
    const { path } = input;
    if (!isArtifact(path)) return search(input, { paths: searchPaths(path, context.host) }, context);
    return withArtifact(path, context, (file) => search(input, { paths: [file], shown: path }, context));
  },
});

/** Where a search goes; `shown` is written in place of the path of its only file. */
interface Places {
  readonly paths: readonly string[];
  readonly shown?: string;
}

function isArtifact(path: string | undefined): path is `artifact://${string}` {
  return path?.startsWith(ARTIFACT) === true;
}

async function search(input: GrepInput, places: Places, context: ToolContext): Promise<ToolOutcome> {
  const window: Window = { offset: input.offset ?? 0, limit: limitOf(input) };
  const mode = input.output_mode ?? "files_with_matches";
  const collector = createLineCollector(window, groupingOf(mode, context));
  const end = await searchAll(input, places, { collector, context });
  const problem = searchProblem(end);
  if (problem !== undefined) return { status: "error", text: problem };
  const { lines, more } = collector.finish();
  const isPartial = isTimedOut(end);
  if (lines.length === 0) return isPartial ? { status: "error", text: timeoutText() } : nothing(mode);
  const result = { lines: readdressed(lines, places), more, mode, numbered: input["-n"] !== false };
  const page = pageOf(result, window);
  if (page === undefined) {
    return { status: "error", text: `offset ${window.offset} is past the last of the ${lines.length} lines of output` };
  }
  return {
    status: "success",
    text: isPartial ? `${timeoutWarning()}\n\n${page.text}` : page.text,
    renderData: page.renderData,
  };
}

/** Searches one place after the other. Answers how it ended when that was not the end of the last place, or why it did not begin. */
async function searchAll(
  input: GrepInput,
  { paths, shown }: Places,
  { collector, context }: { readonly collector: LineCollector; readonly context: ToolContext },
): Promise<SearchEnd | string | undefined> {
  const { host } = context;
  const deadline = host.clock.elapsed() + SEARCH_TIMEOUT_MS;
  for (const path of paths) {
    const start = await startingPoint(path, context);
    if (typeof start === "string") return start;
    const globs = input.glob === undefined || input.glob === "" ? [] : [input.glob];
    const includeIgnored = shown !== undefined || (await namesIgnored({ ...start, globs }, host));
    const timeoutMs = Math.max(1, deadline - host.clock.elapsed());
    const query = { ...queryOf(input), path, globs, includeIgnored, timeoutMs };
    const end = await host.search.text(query, collector.add, context.cancel);
    if (end.end !== "complete") return end;
  }
  return undefined;
}

function queryOf(input: GrepInput): Omit<TextQuery, "path" | "globs" | "includeIgnored" | "timeoutMs"> {
  const around = input["-C"] ?? input.context ?? 0;
  return {
    pattern: input.pattern,
    mode: input.output_mode ?? "files_with_matches",
    ...(input.type === undefined || input.type === "" ? {} : { type: input.type }),
    ignoreCase: input["-i"] ?? false,
    multiline: input.multiline ?? false,
    // Numbers tell lines from paths; they are taken off later where they are not wanted.
    lineNumbers: true,
    before: input["-B"] ?? around,
    after: input["-A"] ?? around,
  };
}

function limitOf({ head_limit: limit = DEFAULT_HEAD_LIMIT }: GrepInput): number {
  return limit === 0 ? Infinity : limit;
}

function groupingOf(mode: GrepMode, { mayRead }: ToolContext): Parameters<typeof createLineCollector>[1] {
  const isHidden = (path: string): boolean => mayRead?.(path) === false;
  if (mode === "content") {
    return {
      begins: (line) => !/^(?:\d+[:-]|--$|$)/.test(line) && !isBinaryNote(line),
      pathOf: (line) => line,
      apart: true,
      isHidden,
    };
  }
  const pathOf = (line: string): string => (mode === "count" ? line.replace(/:\d+$/, "") : line);
  return { begins: (line) => line !== "", pathOf, apart: false, isHidden };
}

/** The engine's remark about a file that matches and is no text, below the path of that file. */
function isBinaryNote(line: string): boolean {
  return line.endsWith(": binary file matches");
}

function readdressed(lines: readonly string[], { paths: [file = ""], shown }: Places): readonly string[] {
  if (shown === undefined) return lines;
  return lines.map((line) => (line.startsWith(file) ? `${shown}${line.slice(file.length)}` : line));
}

function nothing(mode: GrepMode): ToolOutcome {
  return {
    status: "success",
    text: "No matches found",
    renderData: { kind: "grep", mode, matches: 0, truncated: false },
  };
}
