import { join, relative, sep } from "node:path";
import type { SearchEnd, TextQuery } from "../../../ports/search.ts";
import { scriptEngine } from "./script-engine.ts";
import type { Ask, SearchEngine } from "./search-engine.ts";
import type { SearchedTree } from "./searched-tree.ts";
import { DISK } from "./searched-tree.ts";
import type { SearchRoot } from "./search-root.ts";
import { walkFiles } from "./walk-files.ts";

/** Texts that count instead of those on disk, by the real path of their file: what an editor has not saved. */
export type UnsavedTexts = ReadonlyMap<string, string>;

/** Characters of a glob that have a meaning, and a blank, which would be taken off at the end. */
const MEANINGFUL = /[*?[\]{}\\ ]/g;

/**
 * A text search to which unsaved texts belong. They are searched in JavaScript first, by the same rules; the engine then
 * searches everything else. A pattern that only the engine knows is a failure that says so, never an old text.
 */
export async function searchWithUnsaved(
  engine: SearchEngine,
  unsaved: UnsavedTexts,
  { root, query, ask }: { readonly root: SearchRoot; readonly query: TextQuery; readonly ask: Ask },
): Promise<SearchEnd> {
  const texts = textsIn(root, unsaved);
  if (texts.size === 0) return engine.text(root, query, ask);
  const tree = treeOf(texts, root);
  const only = scriptEngine(tree);
  if (root.file !== undefined || engine.name === only.name) {
    return scriptEngine({ ...tree, walk: walkFiles }).text(root, query, ask);
  }
  const until = performance.now() + ask.timeoutMs;
  const state = { shown: false };
  const first = await only.text(root, query, { ...ask, sink: noting(state, ask.sink) });
  if (first.end === "stopped" || first.end === "cancelled") return { ...first, engine: engine.name };
  const rest = await engine.text(
    root,
    { ...query, globs: [...query.globs, ...[...texts.keys()].map(leftOut)] },
    { ...ask, sink: separated(state, query, ask.sink), timeoutMs: Math.max(1, until - performance.now()) },
  );
  return both(first, rest, engine.name);
}

/** Unsaved texts of a search's files, by path from the folder searched with forward slashes. */
function textsIn(root: SearchRoot, unsaved: UnsavedTexts): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [path, text] of unsaved) {
    const inside = relative(root.folder, path).replaceAll(sep, "/");
    const isBelow = inside !== "" && inside !== ".." && !inside.startsWith("../") && join(root.folder, inside) === path;
    if (isBelow && (root.file === undefined || root.file === inside)) texts.set(inside, text);
  }
  return texts;
}

/** The files that have unsaved texts, and these instead of what is on disk; all others as they are. */
function treeOf(texts: ReadonlyMap<string, string>, root: SearchRoot): SearchedTree {
  const paths = [...texts.keys()];
  const isNeeded = (path: string, isFolder: boolean): boolean =>
    isFolder ? paths.some((each) => each.startsWith(`${path}/`)) : texts.has(path);
  return {
    walk: (options) => walkFiles({ ...options, only: isNeeded }),
    read: (file, mayMatch) => {
      const text = texts.get(root.file ?? file.relative);
      return text === undefined ? DISK.read(file, mayMatch) : Promise.resolve({ text, isBinary: false });
    },
  };
}

/** A glob that leaves out exactly one file; characters with a meaning stand as classes of one, which works everywhere. */
function leftOut(path: string): string {
  return `!/${path.replaceAll(MEANINGFUL, (character) => (character === "\\" ? "\\\\" : `[${character}]`))}`;
}

type Sink = (line: string) => boolean;

function noting(state: { shown: boolean }, sink: Sink): Sink {
  return (line) => {
    state.shown = true;
    return sink(line);
  };
}

/** Puts the empty line between two files before the first one that follows. */
function separated(state: { shown: boolean }, { mode }: TextQuery, sink: Sink): Sink {
  let isFirst = mode === "content" && state.shown;
  return (line) => {
    if (isFirst && !sink("")) return false;
    isFirst = false;
    return sink(line);
  };
}

/** How both searches ended together. */
function both(first: SearchEnd, rest: SearchEnd, engine: string): SearchEnd {
  if (first.end === "failed" && rest.end !== "failed") {
    const message =
      `files with unsaved changes are searched in JavaScript, where this does not work (${first.message}): ` +
      "save them, or ask more simply";
    return { end: "failed", engine, exitCode: 2, message };
  }
  return first.end === "timed-out" && rest.end === "complete" ? { ...first, engine } : rest;
}
