import * as z from "zod";
import type { ToolContext, ToolOutcome } from "../pipeline/tool.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { SearchEnd } from "../ports/search.ts";
import { isAbsolutePath } from "../ports/paths.ts";
import { isTimedOut, searchProblem, timeoutText, timeoutWarning } from "./search/search-end.ts";
import { GLOB_RESULT_LIMIT, MAX_GLOB_BYTES, MAX_GLOB_PATHS, SEARCH_TIMEOUT_MS } from "./search/search-limits.ts";
import { searchPaths, startingPoint } from "./search/search-place.ts";
import type { SmallestPaths } from "./search/smallest-paths.ts";
import { createSmallestPaths } from "./search/smallest-paths.ts";
import { encodeUtf8 } from "./text/utf8.ts";

const INPUT = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .describe('Glob relative to path, such as "**/*.ts" or "src/**/test-*.js"; case does not matter'),
  path: z.string().optional().describe("Folder to search; the whole workspace when left out"),
});

/** Finds files by name (2.9, R211). */
export const Glob = defineTool({
  name: "Glob",
  category: "core",
  groups: ["files", "search"],
  summary: "Find files by name with a glob",
  description:
    "Finds files whose path matches a glob, without regard to case, ignored and hidden files included, version-control folders " +
    "left out. Answers one absolute path a line, sorted, at most 100; name a narrower pattern or path to see others.",
  effect: "read",
  standalone: false,
  input: INPUT,
  resultLimit: GLOB_RESULT_LIMIT,
  resources: (input, host) => searchPaths(input.path, host).map((path) => ({ kind: "path", path, access: "read" })),
  run: async (input, context) => {
    const misuse = misuseOf(input.pattern);
    if (misuse !== undefined) return { status: "error", text: misuse };
    const found = createSmallestPaths(MAX_GLOB_PATHS);
    const end = await searchAll(input, found, context);
    const problem = searchProblem(end);
    if (problem !== undefined) return { status: "error", text: problem };
    return outcomeOf(found, isTimedOut(end));
  },
});

function misuseOf(pattern: string): string | undefined {
  const isAbsolute =
    (["/", "\\"] as const).some((separator) => isAbsolutePath(pattern, { separator })) || pattern.startsWith("~");
  if (isAbsolute) return `pattern ${pattern} is absolute: patterns are relative, pass the folder as path`;
  const climbs = pattern.split(/[\\/]/).includes("..");
  return climbs ? `pattern ${pattern} has .. in it: patterns stay below path, pass another folder as path` : undefined;
}

async function searchAll(
  { pattern, path }: z.output<typeof INPUT>,
  found: SmallestPaths,
  context: ToolContext,
): Promise<SearchEnd | string | undefined> {
  const { host } = context;
  const deadline = host.clock.elapsed() + SEARCH_TIMEOUT_MS;
  for (const root of searchPaths(path, host)) {
    const start = await startingPoint(root, context);
    if (typeof start === "string") return start;
    if (!start.isFolder) return `${root} is a file: path names the folder to search`;
    const query = { pattern, path: root, timeoutMs: Math.max(1, deadline - host.clock.elapsed()) };
    const end = await host.search.files(query, take(found), context.cancel);
    if (end.end !== "complete") return end;
  }
  return undefined;
}

function take(found: SmallestPaths): (path: string) => boolean {
  return (path) => {
    // A line is a path: line breaks in a name are written out.
    found.add(/[\n\r]/.test(path) ? path.replaceAll("\n", "\\n").replaceAll("\r", "\\r") : path);
    return true;
  };
}

function outcomeOf(found: SmallestPaths, isPartial: boolean): ToolOutcome {
  const { paths, more } = found.finish();
  if (paths.length === 0) {
    if (isPartial) return { status: "error", text: timeoutText() };
    return {
      status: "success",
      text: "No files found matching pattern",
      renderData: { kind: "glob", files: 0, truncated: false },
    };
  }
  const shown = paths.slice(0, fittingPaths(paths));
  const isShort = more || shown.length < paths.length;
  const notice = isShort
    ? `\n\n... Results truncated (limit: ${MAX_GLOB_PATHS}). Name a narrower pattern or path to see the rest.`
    : "";
  const text = `${isPartial ? `${timeoutWarning()}\n\n` : ""}${shown.join("\n")}${notice}`;
  return { status: "success", text, renderData: { kind: "glob", files: shown.length, truncated: isShort } };
}

function fittingPaths(paths: readonly string[]): number {
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    bytes += encodeUtf8(path).length + 1;
    if (bytes > MAX_GLOB_BYTES) return index;
  }
  return paths.length;
}
