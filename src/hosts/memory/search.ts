import type { CancelToken } from "../../base/cancel.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import type { FileQuery, Search, SearchEnd, TextQuery } from "../../ports/search.ts";
import { isProblem } from "../../ports/files.ts";
import type { FileTree, MemoryFile } from "./file-tree.ts";

const ENGINE = "memory";
const VERSION_CONTROL: ReadonlySet<string> = new Set([".git", ".svn", ".hg", ".bzr", ".jj", ".sl"]);
/** File types by name, as ripgrep knows them; only what tests need. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  ts: ["ts", "tsx"],
  js: ["js", "mjs"],
  md: ["md"],
  py: ["py"],
};

type Sink = (line: string) => boolean;

/**
 * A plain search over the tree: substring and regular-expression scan by lines, in ripgrep's formats, files in order of
 * their paths. Ignore files are not read; `ignored` says what they would exclude.
 */
export function createMemorySearch(tree: FileTree, ignored: (path: string) => boolean): Search {
  return {
    text: (query, sink, cancel) => Promise.resolve(searchText(tree, ignored, { query, sink, cancel })),
    files: (query, sink, cancel) => Promise.resolve(searchFiles(tree, { query, sink, cancel })),
  };
}

interface Asked<Query> {
  readonly query: Query;
  readonly sink: Sink;
  readonly cancel: CancelToken;
}

function searchText(tree: FileTree, ignored: (path: string) => boolean, asked: Asked<TextQuery>): SearchEnd {
  const { query, sink, cancel } = asked;
  const pattern = patternOf(query);
  if (typeof pattern === "string") return failed(pattern, 2);
  const root = rootOf(tree, query.path);
  if (typeof root !== "string") return root;
  const globs = query.globs.map(matcherOf);
  const wanted = ([path]: readonly [path: string, file: MemoryFile]): boolean => {
    const inside = path === root ? path.slice(path.lastIndexOf("/") + 1) : path.slice(root.length + 1);
    return (query.includeIgnored || !ignored(path)) && isWanted(inside, globs, query.type);
  };
  let shown = false;
  for (const [path, file] of filesBelow(tree, root).filter(wanted)) {
    if (cancel.cancelled) return { end: "cancelled", engine: ENGINE };
    const lines = linesFor(query, path, matchedLines(decodeUtf8(file.bytes), pattern));
    if (lines.length > 0 && shown && query.mode === "content") lines.unshift("");
    if (!lines.every((line) => sink(line))) return { end: "stopped", engine: ENGINE };
    shown ||= lines.length > 0;
  }
  return { end: "complete", engine: ENGINE };
}

/** The pattern, or why it is none. */
function patternOf({ pattern, ignoreCase, multiline }: TextQuery): RegExp | string {
  try {
    return new RegExp(pattern, `gu${ignoreCase ? "i" : ""}${multiline ? "ms" : "m"}`);
  } catch (error) {
    return error instanceof Error ? error.message : "the pattern is not a regular expression";
  }
}

function failed(message: string, exitCode: number): SearchEnd {
  return { end: "failed", engine: ENGINE, exitCode, message };
}

function rootOf(tree: FileTree, path: string): string | SearchEnd {
  const end = tree.walk(path);
  if (isProblem(end) || end.node === undefined) return failed(`${path}: no such file or folder`, 2);
  return end.real === "/" ? "" : end.real;
}

/** Readable files at and below a path, without version-control folders, in order. */
function filesBelow(tree: FileTree, root: string): [path: string, file: MemoryFile][] {
  const found: [string, MemoryFile][] = [];
  for (const [path, node] of tree.nodes) {
    if (node.kind !== "file" || node.unreadable || !(path === root || path.startsWith(`${root}/`))) continue;
    if (
      path
        .slice(root.length)
        .split("/")
        .some((name) => VERSION_CONTROL.has(name))
    )
      continue;
    found.push([path, node]);
  }
  return found.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What a glob says of a path relative to the search's folder. */
type Matcher = { readonly excludes: boolean; readonly matches: (inside: string) => boolean };

function matcherOf(glob: string): Matcher {
  const excludes = glob.startsWith("!");
  const pattern = globPattern(excludes ? glob.slice(1) : glob, false);
  return { excludes, matches: (inside) => pattern.test(inside) };
}

function isWanted(inside: string, globs: readonly Matcher[], type: string | undefined): boolean {
  if (type !== undefined && TYPES[type]?.some((ending) => inside.endsWith(`.${ending}`)) !== true) return false;
  if (globs.some(({ excludes, matches }) => excludes && matches(inside))) return false;
  const wanted = globs.filter(({ excludes }) => !excludes);
  return wanted.length === 0 || wanted.some(({ matches }) => matches(inside));
}

/** A glob as a pattern: `*`, `?`, `**`, `{a,b}`; one without a slash is for names at any depth. */
function globPattern(glob: string, ignoreCase: boolean): RegExp {
  const anchored = glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`;
  const source = anchored.replace(/\*\*\/|\*\*|[*?{},]|[\\^$.|+()[\]]/g, (part) => {
    const known: Readonly<Record<string, string>> = {
      "**/": "(?:.*/)?",
      "**": ".*",
      "*": "[^/]*",
      "?": "[^/]",
      "{": "(?:",
      "}": ")",
      ",": "|",
    };
    return known[part] ?? `\\${part}`;
  });
  return new RegExp(`^${source}$`, ignoreCase ? "i" : "");
}

/** Lines of a text and which of them match. */
interface Matched {
  readonly lines: readonly string[];
  readonly hits: ReadonlySet<number>;
}

function matchedLines(text: string, pattern: RegExp): Matched {
  const lines = text.split("\n");
  if (text.endsWith("\n")) lines.pop();
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const hits = new Set<number>();
  let line = 0;
  for (const match of text.matchAll(pattern)) {
    while (line + 1 < starts.length && (starts[line + 1] as number) <= match.index) line++;
    const end = match.index + Math.max(0, match[0].length - 1);
    for (let touched = line; touched < starts.length && (starts[touched] as number) <= end; touched++)
      hits.add(touched);
  }
  return { lines, hits };
}

/** What is said of one file, in the mode asked for. */
function linesFor(query: TextQuery, path: string, { lines, hits }: Matched): string[] {
  if (hits.size === 0) return [];
  if (query.mode === "files_with_matches") return [path];
  if (query.mode === "count") return [`${path}:${hits.size}`];
  const shown = lines.flatMap((line, at) => (isNear(hits, at, query) ? [{ at, line }] : []));
  const separated = query.before + query.after > 0;
  const said = shown.flatMap(({ at, line }, index) => {
    const gap = separated && index > 0 && at > (shown[index - 1]?.at ?? 0) + 1;
    return [...(gap ? ["--"] : []), query.lineNumbers ? `${at + 1}${hits.has(at) ? ":" : "-"}${line}` : line];
  });
  return [path, ...said];
}

function isNear(hits: ReadonlySet<number>, at: number, { before, after }: TextQuery): boolean {
  for (let hit = at - after; hit <= at + before; hit++) if (hits.has(hit)) return true;
  return false;
}

function searchFiles(tree: FileTree, { query, sink, cancel }: Asked<FileQuery>): SearchEnd {
  const root = rootOf(tree, query.path);
  if (typeof root !== "string") return root;
  const pattern = globPattern(query.pattern, true);
  for (const [path] of filesBelow(tree, root)) {
    if (cancel.cancelled) return { end: "cancelled", engine: ENGINE };
    if (pattern.test(path.slice(root.length + 1)) && !sink(path)) return { end: "stopped", engine: ENGINE };
  }
  return { end: "complete", engine: ENGINE };
}
