import { join } from "node:path";
import type { FileQuery, SearchEnd, TextQuery } from "../../../ports/search.ts";
import { boundedCall } from "./bounded-call.ts";
import { chosenBy } from "./chosen-by-globs.ts";
import { contentLines } from "./content-lines.ts";
import { globsOfType } from "./file-types.ts";
import { compileNameGlob } from "./glob-pattern.ts";
import { MAX_MATCHES_PER_FILE } from "./limits.ts";
import type { TextMatches } from "./match-text.ts";
import { linesOf, matchText } from "./match-text.ts";
import type { MayMatch, SearchedText } from "./read-text.ts";
import { requiredTexts } from "./required-text.ts";
import type { SearchedTree } from "./searched-tree.ts";
import { DISK } from "./searched-tree.ts";
import { translatePattern } from "./rust-regexp.ts";
import type { Ask, SearchEngine } from "./search-engine.ts";
import type { SearchRoot } from "./search-root.ts";
import { binaryLine, onOneLine } from "./shown-line.ts";
import type { FoundFile, WalkOptions } from "./walk-files.ts";

const ENGINE = "javascript";

/** How long one file may keep this thread from everything else. */
const MAX_FILE_MS = 500;

/** How long the search works before it lets others have a turn. */
const TURN_MS = 10;

/** Files that are read before the search has come to them. */
const FILES_AHEAD = 8;

type Failed = Extract<SearchEnd, { end: "failed" }>;

/** The engine that needs nothing but this program: for where no ripgrep runs, and for what no ripgrep sees. */
export function scriptEngine(tree: SearchedTree = DISK): SearchEngine {
  return {
    name: ENGINE,
    text: (root, query, ask) => searchText(root, query, { ...ask, tree }),
    files: (root, query, ask) => searchFiles(root, query, { ...ask, tree }),
  };
}

/** Who asks, and where it is searched. */
interface TreeAsk extends Ask {
  readonly tree: SearchedTree;
}

function failed(message: string): Failed {
  return { end: "failed", engine: ENGINE, exitCode: 2, message };
}

/** Runs `visit` on each item until it has enough, time is up, or the search is cancelled. */
async function visitAll<Item>(
  items: AsyncIterable<Item>,
  { cancel, timeoutMs }: Ask,
  visit: (item: Item, leftMs: number) => boolean,
): Promise<SearchEnd> {
  const end = performance.now() + timeoutMs;
  let turn = performance.now();
  for await (const item of items) {
    if (cancel.cancelled) return { end: "cancelled", engine: ENGINE };
    const now = performance.now();
    if (now >= end) return { end: "timed-out", engine: ENGINE };
    if (now - turn > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
    if (!visit(item, end - now)) return { end: "stopped", engine: ENGINE };
  }
  return { end: cancel.cancelled ? "cancelled" : "complete", engine: ENGINE };
}

async function searchFiles(root: SearchRoot, query: FileQuery, ask: TreeAsk): Promise<SearchEnd> {
  const chosen = chosenBy([/^[!#]/.test(query.pattern) ? `\\${query.pattern}` : query.pattern], true);
  if (typeof chosen === "string") return failed(chosen);
  const files = ask.tree.walk({ folder: root.folder, includeIgnored: true, chosen, isWanted: () => true });
  return visitAll(files, ask, ({ relative }) => ask.sink(root.shown(relative)));
}

async function searchText(root: SearchRoot, query: TextQuery, ask: TreeAsk): Promise<SearchEnd> {
  const pattern = translatePattern(query.pattern, query);
  if ("mistake" in pattern) return failed(pattern.mistake);
  const options = walkOptions(root, query);
  if (typeof options === "string") return failed(options);
  const show = createShow(root, query, ask);
  const files = root.file === undefined ? ask.tree.walk(options) : [onlyFile(root.folder, root.file)];
  let isPartial = false as boolean;
  const mayMatch = mayMatchFor(query);
  const reads = readAhead(files, (file) => ask.tree.read(file, mayMatch));
  const end = await visitAll(reads, ask, ({ file, read }, leftMs) => {
    const found = searchRead(read, query, { regexp: pattern.regexp, limitMs: Math.min(leftMs, MAX_FILE_MS) });
    isPartial ||= found === "too long";
    return typeof found !== "object" || show(file, found);
  });
  return end.end === "complete" && isPartial ? { end: "timed-out", engine: ENGINE } : end;
}

/** Says by the bytes of a file whether the search can find anything in it: most files need not even be decoded. */
function mayMatchFor({ pattern, ignoreCase }: TextQuery): MayMatch {
  const texts = requiredTexts(pattern, ignoreCase)?.map((text) => Buffer.from(text));
  return (bytes) => texts?.some((text) => bytes.includes(text)) ?? true;
}

function onlyFile(folder: string, file: string): FoundFile {
  return { bytes: Buffer.from(join(folder, file)), relative: file };
}

function walkOptions(root: SearchRoot, query: TextQuery): WalkOptions | string {
  const chosen = chosenBy(query.globs, false);
  if (typeof chosen === "string") return chosen;
  const globs = query.type === undefined ? undefined : globsOfType(query.type);
  if (query.type !== undefined && !globs) return `unrecognized file type: ${query.type}`;
  const tests = globs?.map(compileNameGlob);
  const isWanted = (name: string) => tests?.some((test) => test(name)) ?? true;
  return { folder: root.folder, includeIgnored: query.includeIgnored, chosen, isWanted };
}

/** What was found in one file. */
interface Found {
  /** All lines of the file; undefined when it is binary. */
  readonly lines: readonly string[] | undefined;
  readonly matches: TextMatches;
}

const LIMITS: Readonly<Record<TextQuery["mode"], number>> = {
  content: MAX_MATCHES_PER_FILE,
  files_with_matches: 1,
  count: Infinity,
};

/** A file with its text; undefined when it cannot be searched. */
interface ReadFile {
  readonly file: FoundFile;
  readonly read: SearchedText | undefined;
}

/** Reads a few files ahead of the search. */
async function* readAhead(
  files: AsyncIterable<FoundFile> | Iterable<FoundFile>,
  readFile: (file: FoundFile) => Promise<SearchedText | undefined>,
): AsyncGenerator<ReadFile, void, undefined> {
  const ahead: Promise<ReadFile>[] = [];
  for await (const file of files) {
    ahead.push(readFile(file).then((read) => ({ file, read })));
    if (ahead.length >= FILES_AHEAD) yield (await ahead.shift()) as ReadFile;
  }
  for (const each of ahead) yield await each;
}

/**
 * Whether a pattern that fits nowhere in a whole text fits no line of it either: always but for the ends of the text, which
 * each line has when it is looked at by itself.
 */
function cannotMatch(text: string, { pattern }: TextQuery, regexp: RegExp): boolean {
  regexp.lastIndex = 0;
  return !/\\[Az]/.test(pattern) && !regexp.test(text);
}

function searchRead(
  read: SearchedText | undefined,
  query: TextQuery,
  { regexp, limitMs }: { readonly regexp: RegExp; readonly limitMs: number },
): Found | "nothing" | "too long" {
  // Without repetition a pattern cannot backtrack without end, and need not be watched.
  const isWatched = /[*+{]/.test(query.pattern);
  if (!read || (!isWatched && cannotMatch(read.text, query, regexp))) return "nothing";
  const lines = linesOf(read.text);
  const options = { regexp, multiline: query.multiline, limit: LIMITS[query.mode] };
  const match = () => matchText(read.text, lines, options);
  const matches = isWatched ? boundedCall(match, limitMs) : match();
  if (!matches) return "too long";
  return matches.count === 0 ? "nothing" : { lines: read.isBinary ? undefined : lines, matches };
}

/** How the files that match are shown. A binary file is only named, and only when it is the one that was asked for. */
function createShow(root: SearchRoot, query: TextQuery, { sink }: Ask): (file: FoundFile, found: Found) => boolean {
  let isFirst = true;
  return ({ relative }, { lines, matches }) => {
    const path = onOneLine(root.shown(relative));
    if (!lines && root.file === undefined) return true;
    if (query.mode === "files_with_matches") return sink(path);
    if (query.mode === "count") return sink(`${path}:${matches.count}`);
    if (!lines) return sink(binaryLine(path));
    if (!isFirst && !sink("")) return false;
    isFirst = false;
    if (!sink(path)) return false;
    for (const line of contentLines(lines, matches.lines, query)) if (!sink(line)) return false;
    return true;
  };
}
