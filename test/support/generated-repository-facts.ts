import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the scripts ask about a repository. Paths are relative to it, with slashes. */
export interface RepositoryFacts {
  /** Lines with notes, by folder. */
  readonly notes: Map<string, number>;
  readonly callers: { readonly path: string; readonly line: number }[];
  readonly headerless: string[];
  /** Local links of Markdown files. */
  links: number;
  readonly dead: { readonly path: string; readonly line: number; readonly target: string }[];
  readonly tests: string[];
  readonly orphans: string[];
  readonly usedKeys: Set<string>;
  readonly definedKeys: Set<string>;
  /** Versions that the change log speaks of. */
  readonly entries: string[];
  /** The ten source files with most lines, the longest first. */
  readonly sizes: { readonly path: string; readonly lines: number }[];
}

/** Facts of a repository without files. */
export function emptyFacts(): RepositoryFacts {
  return {
    notes: new Map(),
    callers: [],
    headerless: [],
    links: 0,
    dead: [],
    tests: [],
    orphans: [],
    usedKeys: new Set(),
    definedKeys: new Set(),
    entries: [],
    sizes: [],
  };
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Puts facts that were collected in any order into the order of the answers. */
export function firstOf(facts: RepositoryFacts): RepositoryFacts {
  const places = <Place extends { path: string }>(list: readonly Place[]) =>
    [...list].sort((left, right) => byText(left.path, right.path));
  return {
    ...facts,
    callers: places(facts.callers),
    headerless: [...facts.headerless].sort(byText),
    dead: places(facts.dead),
    tests: [...facts.tests].sort(byText),
    orphans: [...facts.orphans].sort(byText),
    sizes: places(facts.sizes)
      .sort((left, right) => right.lines - left.lines)
      .slice(0, 10),
  };
}

/** Finds the facts by reading every file of a list, in another way than the scripts do. `called` is the function asked about. */
export function readFacts(root: string, paths: readonly string[], called: string): RepositoryFacts {
  const facts = emptyFacts();
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    if (text.includes("\0")) continue;
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    const notes = lines.filter((line) => /\b(?:TODO|FIXME|XXX)\b/.test(line)).length;
    if (notes > 0) facts.notes.set(folderOf(path), (facts.notes.get(folderOf(path)) ?? 0) + notes);
    if (path.endsWith(".md")) readPage(root, { path, lines }, facts);
    if (/\.(?:ts|js)$/.test(path)) readSource({ path, lines }, called, facts);
    readNamed(root, { path, lines }, facts);
  }
  return firstOf(facts);
}

interface TextFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** What a file says by its own name. */
function readNamed(root: string, { path, lines }: TextFile, facts: RepositoryFacts): void {
  if (path.startsWith("test/") && path.endsWith(".test.ts")) {
    facts.tests.push(path);
    const source = `src/${path.slice("test/".length, -".test.ts".length)}.ts`;
    if (!existsSync(join(root, source))) facts.orphans.push(path);
  }
  if (path === "CHANGELOG.md") {
    facts.entries.push(...lines.flatMap((line) => /^## \[?(\d+\.\d[^ \]]*)/.exec(line)?.[1] ?? []));
  }
  if (path === "locales/en.json") {
    for (const key of Object.keys(JSON.parse(lines.join("\n")) as object)) facts.definedKeys.add(key);
  }
}

function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return path.slice(0, at + 1);
}

function readPage(root: string, { path, lines }: TextFile, facts: RepositoryFacts): void {
  for (const [index, line] of lines.entries()) {
    for (const [, target = ""] of line.matchAll(/\]\(([^)# ]+)(?=[^)]*\))/g)) {
      if (target.includes(":") || target.startsWith("/")) continue;
      facts.links += 1;
      if (!existsSync(join(root, dirname(path), target))) facts.dead.push({ path, line: index + 1, target });
    }
  }
}

function readSource({ path, lines }: TextFile, called: string, facts: RepositoryFacts): void {
  if (lines.length > 0 && lines[0]?.startsWith("// SPD") !== true) facts.headerless.push(path);
  facts.sizes.push({ path, lines: lines.length });
  for (const [index, line] of lines.entries()) {
    const isCall = new RegExp(`\\b${called}\\(`).test(line) && !line.includes(`function ${called}`);
    if (isCall) facts.callers.push({ path, line: index + 1 });
    for (const [, key = ""] of line.matchAll(/(?<![\w$])t\("([^"]+)"/g)) facts.usedKeys.add(key);
  }
}
