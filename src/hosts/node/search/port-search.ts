import { join, sep } from "node:path";
import type { FileEntry, Files } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import type { Search, SearchEnd } from "../../../ports/search.ts";
import type { IgnoreRules, IgnoreSource } from "./ignore-rules.ts";
import { rulesOf } from "./ignore-rules.ts";
import { isVcsFolder } from "./limits.ts";
import { MAX_SEARCHED_BYTES, searchedText } from "./read-text.ts";
import { scriptEngine } from "./script-engine.ts";
import type { SearchedTree } from "./searched-tree.ts";
import type { SearchRoot } from "./search-root.ts";
import type { FoundFile, WalkOptions } from "./walk-files.ts";
import { isChosen } from "./walk-files.ts";

/** Most folders that one search goes into: each is a question to somebody else's file system. */
const MAX_FOLDERS = 20_000;

type Failed = Extract<SearchEnd, { end: "failed" }>;

/**
 * Search over any files, in JavaScript: for file systems that no ripgrep sees. Ignore files count from the folder searched
 * down. A search that would go into more folders than its limit ends as one whose time is up.
 */
export function createPortSearch(files: Files): Search {
  return {
    text: async (query, sink, cancel) => {
      const state = { isPartial: false };
      const engine = scriptEngine(portTree(files, state));
      const root = await findPortRoot(files, query.path, engine.name);
      if ("end" in root) return root;
      if (root.isExcluded) return { end: "complete", engine: engine.name };
      return whole(state, await engine.text(root, query, { sink, cancel, timeoutMs: query.timeoutMs }));
    },
    files: async (query, sink, cancel) => {
      const state = { isPartial: false };
      const engine = scriptEngine(portTree(files, state));
      const root = await findPortRoot(files, query.path, engine.name);
      if ("end" in root) return root;
      if (root.file !== undefined)
        return failed(engine.name, `${query.path}: it is a file; names are searched in a folder`);
      if (root.isExcluded) return { end: "complete", engine: engine.name };
      return whole(state, await engine.files(root, query, { sink, cancel, timeoutMs: query.timeoutMs }));
    },
  };
}

function failed(engine: string, message: string): Failed {
  return { end: "failed", engine, exitCode: 2, message };
}

function whole({ isPartial }: { readonly isPartial: boolean }, end: SearchEnd): SearchEnd {
  return isPartial && end.end === "complete" ? { end: "timed-out", engine: end.engine } : end;
}

async function findPortRoot(files: Files, path: string, engine: string): Promise<SearchRoot | Failed> {
  const place = await files.resolve(path);
  const stat = isProblem(place) ? place : await files.stat(place.real);
  if (isProblem(stat)) return failed(engine, `${path}: ${stat.detail}`);
  const real = isProblem(place) ? path : place.real;
  const at = real.lastIndexOf(sep);
  const isExcluded = real.split(sep).some(isVcsFolder);
  if (stat.kind === "directory") {
    const start = path.endsWith(sep) ? path : path + sep;
    return { folder: real, file: undefined, shown: (relative) => start + relative, isExcluded };
  }
  return { folder: real.slice(0, at), file: real.slice(at + 1), shown: () => path, isExcluded };
}

function portTree(files: Files, state: { isPartial: boolean }): SearchedTree {
  return {
    walk: (options) => walkPort(files, options, state),
    read: async ({ bytes }) => {
      const content = await files.read(bytes.toString("utf8"));
      return isProblem(content) || content.length > MAX_SEARCHED_BYTES ? undefined : searchedText(content);
    },
  };
}

/** A folder that is still to be listed. */
interface Pending {
  readonly path: string;
  readonly relative: string;
  readonly around: IgnoreRules | undefined;
}

async function* walkPort(
  files: Files,
  options: WalkOptions,
  state: { isPartial: boolean },
): AsyncGenerator<FoundFile, void, undefined> {
  const pending: Pending[] = [{ path: options.folder, relative: "", around: undefined }];
  let folders = 0;
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    folders += 1;
    if (folders > MAX_FOLDERS) {
      state.isPartial = true;
      return;
    }
    const entries = await files.list(folder.path);
    if (isProblem(entries)) continue;
    const source = ignoreSource(files, folder.path, entries);
    const rules = options.includeIgnored ? undefined : await rulesOf(folder.path, folder.around, source);
    for (const { name, kind } of entries) {
      const relative = `${folder.relative}${name}`;
      const isFolder = kind === "directory";
      if ((!isFolder && kind !== "file") || !isChosen(options, rules, { relative, isFolder })) continue;
      const path = join(folder.path, name);
      if (isFolder) pending.push({ path, relative: `${relative}/`, around: rules });
      else yield { bytes: Buffer.from(path), relative };
    }
  }
}

/** The ignore files of a folder whose entries are known: no question is asked about one that is not among them. */
function ignoreSource(files: Files, folder: string, entries: readonly FileEntry[]): IgnoreSource {
  const names = new Set(entries.map(({ name }) => name));
  const isListed = (path: string): boolean => names.has(path.slice(folder.length + 1).split(sep)[0] ?? "");
  return {
    exists: (path) => Promise.resolve(isListed(path)),
    text: async (path) => {
      const bytes = isListed(path) ? await files.read(path) : undefined;
      return bytes === undefined || isProblem(bytes) ? "" : searchedText(bytes).text;
    },
  };
}
