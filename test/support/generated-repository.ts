import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { RepositoryFacts } from "./generated-repository-facts.ts";
import { emptyFacts, firstOf } from "./generated-repository-facts.ts";

/** Files in one folder of a generated repository. */
const FILES_IN_FOLDER = 50;
/** Folders in one area of it. */
const FOLDERS_IN_AREA = 20;
/** Message keys that are used, the last of which nobody defines. */
const KEYS = 1_200;
const HEADER = "// SPDX-License-Identifier: MIT\n";

/** A repository that was written, and what is in it. */
export interface GeneratedRepository {
  /** What a right script finds. */
  readonly facts: RepositoryFacts;
  /** Text of each file that names `loadUser` or imports `src/core/user.ts`, by its path. */
  readonly users: ReadonlyMap<string, string>;
  /** How many files it has; the ignored one is not counted. */
  readonly files: number;
}

/** Where the numbered file of a kind lies; as many folders as it takes. */
function folderOf(index: number, kind: "src" | "test" | "docs"): string {
  const folder = Math.floor(index / FILES_IN_FOLDER);
  return `${kind}/area${Math.floor(folder / FOLDERS_IN_AREA)}/part${folder}`;
}

interface Draft {
  readonly write: (path: string, text: string) => void;
  readonly facts: RepositoryFacts;
  readonly users: Map<string, string>;
}

/** `test/…/fileN.test.ts` for the file before it, or for one that is not there. */
function testFile(index: number, { write, facts }: Draft): void {
  const isOrphan = Math.floor(index / 25) % 80 === 2;
  const path = `${folderOf(index, "test")}/${isOrphan ? `gone${index}` : `file${index - 1}`}.test.ts`;
  facts.tests.push(path);
  if (isOrphan) facts.orphans.push(path);
  write(path, `${HEADER}test("works", () => undefined);\n`);
}

/** A page with a link to the file before it, one to a folder, others that do not count, and now and then a dead one. */
function pageFile(index: number, { write, facts }: Draft): void {
  const folder = folderOf(index, "docs");
  const path = `${folder}/page${index}.md`;
  const source = posix.relative(folder, `${folderOf(index - 1, "src")}/${sourceName(index - 1)}`);
  const isDead = Math.floor(index / 100) % 20 === 0;
  const last = isDead ? `Then [gone](./gone${index}.md "Gone").` : "Nothing more.";
  write(
    path,
    `# Page ${index}\n\nSee [the source](${source}#top) and [core](../../../src/core), [web](https://example.org), [here](#page).\n${last}\n`,
  );
  facts.links += isDead ? 3 : 2;
  if (isDead) facts.dead.push({ path, line: 4, target: `./gone${index}.md` });
}

function sourceName(index: number): string {
  return `file${index}.${index % 10 === 9 ? "js" : "ts"}`;
}

function isCaller(index: number): boolean {
  return index % 251 === 5 || (index < 60 && index % 13 === 2);
}

/** The lines of a source file; what they plant is told by its number. */
function sourceLines(index: number, path: string, { facts }: Draft): string[] {
  const lines: string[] = [];
  if (index % 101 === 3) facts.headerless.push(path);
  else lines.push(HEADER.trimEnd());
  if (isCaller(index)) {
    const user = posix.relative(dirname(path), "src/core/user.ts");
    lines.push(`import { loadUser, loadUserName } from "${user}";`);
    lines.push(`export const user${index} = loadUser(loadUserName);`);
    facts.callers.push({ path, line: lines.length });
  }
  if (index % 33 === 1) {
    const notes = index % 66 === 1 ? ["// TODO: split", "// FIXME: slow, XXX"] : ["// TODO: split"];
    lines.push(...notes, "// TODOS are no notes");
    const folder = `${dirname(path)}/`;
    facts.notes.set(folder, (facts.notes.get(folder) ?? 0) + notes.length);
  }
  if (index % 31 === 4) {
    const key = `message.${(index * 7) % KEYS}`;
    lines.push(`export const text${index} = t("${key}") + not("message.none");`);
    facts.usedKeys.add(key);
  }
  const filler = index % 1_009 === 17 ? 300 + 17 * Math.floor(index / 1_009) : 2 + (index % 7);
  for (let line = 0; line < filler; line += 1) lines.push(`export const value${index}x${line} = ${line};`);
  return lines;
}

function sourceFile(index: number, draft: Draft): void {
  const path = `${folderOf(index, "src")}/${sourceName(index)}`;
  const lines = sourceLines(index, path, draft);
  const text = `${lines.join("\n")}\n`;
  if (isCaller(index)) draft.users.set(path, text);
  draft.facts.sizes.push({ path, lines: lines.length });
  draft.write(path, text);
}

/** The files that every generated repository has. */
function fixedFiles({ write, facts, users }: Draft): void {
  const core = `${HEADER}export const loadUserName = "name";\nexport function loadUser(id: string) {\n  return id;\n}\n`;
  write("src/core/user.ts", core);
  users.set("src/core/user.ts", core);
  const other = `${HEADER}export const other = 1;\n`;
  write("src/other/user.ts", other);
  const near = `${HEADER}import { other } from "./user.ts";\nimport "../core/user.ts";\nexport { other };\n`;
  write("src/other/near.ts", near);
  users.set("src/other/near.ts", near);
  facts.sizes.push({ path: "src/core/user.ts", lines: 5 }, { path: "src/other/user.ts", lines: 2 });
  facts.sizes.push({ path: "src/other/near.ts", lines: 4 });
  const defined = Array.from({ length: KEYS - 40 }, (_, key) => `message.${key}`);
  write("locales/en.json", `{\n${defined.map((key) => `  "${key}": "Text: ${key}"`).join(",\n")}\n}\n`);
  for (const key of defined) facts.definedKeys.add(key);
  write("CHANGELOG.md", "# Changes\n\n## 1.2.0 - unreleased\n\n## [1.1.0]\n\n## 1.0.0\n");
  facts.entries.push("1.2.0", "1.1.0", "1.0.0");
  write(".gitignore", "ignored/\n");
}

/** How many files `fixedFiles` writes. */
const FIXED = 6;

/**
 * Writes a repository of `files` files into a folder, the same one each time, and answers what was planted in it. Version
 * control is left to the caller.
 */
export function generateRepository(root: string, files: number): GeneratedRepository {
  const folders = new Set<string>();
  const draft: Draft = {
    facts: emptyFacts(),
    users: new Map(),
    write(path, text) {
      const folder = dirname(path);
      if (!folders.has(folder)) mkdirSync(join(root, folder), { recursive: true });
      folders.add(folder);
      writeFileSync(join(root, path), text);
    },
  };
  fixedFiles(draft);
  // Nothing in it counts: it is ignored.
  draft.write("ignored/x.ts", '// TODO: no\nloadUser("no"); t("no");\n');
  for (let index = 0; index < files - FIXED; index += 1) {
    if (index % 25 === 7) testFile(index, draft);
    else if (index % 100 === 11) pageFile(index, draft);
    else sourceFile(index, draft);
  }
  // A test file is a source file, too, with two lines.
  const sizes = [...draft.facts.sizes, ...draft.facts.tests.map((path) => ({ path, lines: 2 }))];
  return { facts: firstOf({ ...draft.facts, sizes }), users: draft.users, files };
}
