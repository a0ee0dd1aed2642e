import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { stat } from "node:fs/promises";
import type { GlobPattern } from "./glob-pattern.ts";
import { readGlob } from "./glob-pattern.ts";

/** What ignore files say about a path. */
export type IgnoreVerdict = "ignored" | "kept" | "silent";

/** Kinds of ignore files, those that win first. */
const KINDS = [".rgignore", ".ignore", ".gitignore", ".git/info/exclude"] as const;

type Kind = (typeof KINDS)[number];

/** The kinds that count only up to the folder with the repository. */
const REPOSITORY_KINDS: readonly Kind[] = [".gitignore", ".git/info/exclude"];

/** Folders between a file and the root of the file system that are looked into. */
const MAX_DEPTH = 1_000;

/** The ignore files of a folder and of those around it. */
export interface IgnoreRules {
  readonly folder: string;
  readonly around: IgnoreRules | undefined;
  readonly isRepository: boolean;
  readonly patterns: ReadonlyMap<Kind, readonly GlobPattern[]>;
}

/** Where ignore files are. */
export interface IgnoreSource {
  /** The text of a file; empty where it cannot be read. */
  readonly text: (path: string) => Promise<string>;
  readonly exists: (path: string) => Promise<boolean>;
}

const DISK: IgnoreSource = {
  text: (path) => readFile(path, "utf8").catch(() => ""),
  exists: (path) =>
    stat(path).then(
      () => true,
      () => false,
    ),
};

/** The rules that hold in a folder, given those that hold around it. */
export async function rulesOf(
  folder: string,
  around: IgnoreRules | undefined,
  source: IgnoreSource = DISK,
): Promise<IgnoreRules> {
  const patterns = new Map<Kind, readonly GlobPattern[]>();
  for (const kind of KINDS) {
    const text = await source.text(join(folder, kind));
    if (text !== "") patterns.set(kind, patternsIn(text));
  }
  return { folder, around, isRepository: await source.exists(join(folder, ".git")), patterns };
}

/** The rules that hold around a folder, from the root of the file system down. */
export async function rulesAround(folder: string): Promise<IgnoreRules | undefined> {
  const folders: string[] = [];
  for (let at = dirname(folder); folders.length < MAX_DEPTH && folders.at(-1) !== at; at = dirname(at))
    folders.push(at);
  let rules: IgnoreRules | undefined;
  for (const each of folders.reverse()) rules = await rulesOf(each, rules);
  return rules;
}

function patternsIn(text: string): readonly GlobPattern[] {
  const read = text.split("\n").map((line) => readGlob(line));
  return read.filter((glob): glob is GlobPattern => glob !== undefined && "matches" in glob);
}

/**
 * What the rules say about a path that lies in their folder. The kind that wins decides; of one kind the nearest file
 * does, and in a file the last pattern that matches.
 */
export function verdictOf(rules: IgnoreRules | undefined, path: string, isFolder: boolean): IgnoreVerdict {
  for (const kind of KINDS) {
    const verdict = verdictOfKind(rules, kind, path, isFolder);
    if (verdict !== "silent") return verdict;
  }
  return "silent";
}

function verdictOfKind(rules: IgnoreRules | undefined, kind: Kind, path: string, isFolder: boolean): IgnoreVerdict {
  for (let at = rules; at; at = at.around) {
    const patterns = at.patterns.get(kind);
    const seen = patterns && relative(at.folder, path).replaceAll(sep, "/");
    const last = seen === undefined ? undefined : patterns?.findLast((pattern) => pattern.matches(seen, isFolder));
    if (last) return last.isNegative ? "kept" : "ignored";
    if (at.isRepository && REPOSITORY_KINDS.includes(kind)) break;
  }
  return "silent";
}
