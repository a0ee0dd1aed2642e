import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/tools/tools.ts";
import { expectedAnswers } from "../../support/generated-repository-answers.ts";
import { readFacts } from "../../support/generated-repository-facts.ts";
import type { GeneratedRepository } from "../../support/generated-repository.ts";
import { generateRepository } from "../../support/generated-repository.ts";
import type { Result } from "./memory-io.ts";
import { run } from "./memory-io.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../scripts/", import.meta.url));
const SCRIPTS = readdirSync(FOLDER).sort();

function scriptText(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** A page of an invented program; the fourth line calls, the third has a note. */
function page(index: number, header = "// SPDX-License-Identifier: MIT"): string {
  return [
    header,
    'import { loadUser } from "./user.ts";',
    `// TODO: page ${index}`,
    `export const page${index} = loadUser("loadUser", loadUserName, t("page.open"));`,
    "",
  ].join("\n");
}

/** A small repository in which each script finds something. */
const FILES: Readonly<Record<string, string>> = {
  "src/user.ts": "// SPDX-License-Identifier: MIT\nexport function loadUser(id: string) {\n  return id;\n}\n",
  "src/page1.ts": page(1),
  "src/page2.ts": page(2),
  "src/deep/page3.ts": `${page(3)}// FIXME: too long\n${"// more\n".repeat(30)}`,
  "src/bare.ts": 'export const bare = t("page.close");\n',
  "test/page1.test.ts": "// SPDX-License-Identifier: MIT\n",
  "test/gone.test.ts": "// SPDX-License-Identifier: MIT\n",
  "locales/en.json": '{\n  "page.open": "Open: now",\n  "page.title": "Page"\n}\n',
  "docs/guide.md":
    "# Guide\n\n[code](../src/page1.ts) and [gone](gone.md#part), [web](https://example.org), [here](#guide)\n",
  "CHANGELOG.md": "# Changes\n\n## [1.1.0] - unreleased\n\n## [1.0.0]\n",
};

describe.each(SCRIPTS)("the script %s", (name) => {
  it("is checked without a remark and stands in the formatter's form", async () => {
    const files = { [name]: scriptText(name) };
    const tools = TOOLS.map((tool) => tool.name).join(",");
    expect(await run(["check", name, "--tools", tools], { files })).toMatchObject({
      code: 0,
      out: "1 script checked, nothing to report\n",
    });
    expect(await run(["format", "--check", name], { files })).toMatchObject({ code: 0 });
  });
});

/** A repository in a folder of its own, with a place for sessions beside it. */
interface Workshop {
  readonly base: string;
  readonly workspace: string;
}

function makeWorkshop(): Workshop {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-scripts-")));
  const workspace = join(base, "repository");
  mkdirSync(workspace);
  return { base, workspace };
}

function removeWorkshop({ base }: Workshop): void {
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
}

function gitIn({ workspace }: Workshop, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    cwd: workspace,
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
}

/** Runs a text by the real command line on the real folder. */
function runText({ base, workspace }: Workshop, text: string, ...options: readonly string[]): Promise<Result> {
  return run(["run", "script.tcl", "--workspace", workspace, ...options], {
    files: { "script.tcl": text },
    env: { TOOLCALL_STATE: join(base, "state") },
    home: join(base, "home"),
  });
}

/** The value of a text that went well, with paths from the repository's folder on. */
async function valueOfText(workshop: Workshop, text: string, ...options: readonly string[]): Promise<string> {
  const { code, out, err } = await runText(workshop, text, ...options);
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("(completed)") as string });
  return out.replaceAll(`${workshop.workspace}/`, "").replace(/\n$/, "");
}

/** Takes back what the last script changed. */
async function undo({ base, workspace }: Workshop): Promise<void> {
  const world = { env: { TOOLCALL_STATE: join(base, "state") }, home: join(base, "home") };
  expect(await run(["undo", "--workspace", workspace], world)).toMatchObject({ code: 0 });
}

describe("scripts on a repository", () => {
  let workshop: Workshop;
  let base = "";
  let workspace = "";
  beforeEach(() => {
    workshop = makeWorkshop();
    ({ base, workspace } = workshop);
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Begin");
    git("tag", "v1.0.0");
    git("tag", "v0.9.0");
  });
  afterEach(() => {
    removeWorkshop(workshop);
  });

  const git = (...args: readonly string[]): string => gitIn(workshop, ...args);
  const runScript = (name: string, ...options: readonly string[]): Promise<Result> =>
    runText(workshop, scriptText(name), ...options);
  const valueOf = (name: string, ...options: readonly string[]): Promise<string> =>
    valueOfText(workshop, scriptText(name), ...options);

  it("counts notes by folder, most first", async () => {
    expect(await valueOf("todo-by-folder.tcl")).toBe("4 lines with notes in 2 folders\n    2  src/\n    2  src/deep/");
  });

  it("renames whole names only", async () => {
    expect(await valueOf("rename-across-files.tcl", "--mode", "edits")).toBe("4 files were changed");
    const text = readFileSync(join(workspace, "src/page2.ts"), "utf8");
    expect(text).toBe(page(2).replaceAll(/\bloadUser\b/g, "fetchUser"));
    expect(git("diff", "--stat")).toContain("4 files changed");
  });

  it("changes nothing where changing is not allowed, and says which call was denied", async () => {
    const { code, out, err } = await runScript("rename-across-files.tcl");
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("nested ApplyPatch was denied");
    expect(err).toContain("--allow RULE");
    expect(git("status", "--short")).toBe("");
  });

  it("reads around each call of a function", async () => {
    const value = await valueOf("callers-of-function.tcl");
    expect(value).toMatch(/^3 lines call loadUser\n/);
    expect(value).toContain('src/page2.ts:4\n2\timport { loadUser } from "./user.ts";');
  });

  it("finds files without a licence header", async () => {
    expect(await valueOf("licence-headers-missing.tcl")).toBe("1 source files without a licence header:\nsrc/bare.ts");
  });

  it("orders files by their lines", async () => {
    const value = await valueOf("largest-source-files.tcl");
    expect(value.split("\n").slice(0, 2)).toEqual(["    35  src/deep/page3.ts", "     4  src/page1.ts"]);
  });

  it("finds dead links", async () => {
    expect(await valueOf("dead-links.tcl")).toBe("2 local links, 1 dead\ndocs/guide.md:3 -> gone.md");
  });

  it("compares the change log with the tags", async () => {
    expect(await valueOf("changelog-against-tags.tcl")).toBe(
      "tags without an entry: 0.9.0\nentries without a tag: 1.1.0",
    );
  });

  it("finds tests whose source is gone", async () => {
    expect(await valueOf("tests-without-source.tcl")).toBe("2 tests looked at, 1 without a source\ntest/gone.test.ts");
  });

  it("finds message keys that are not defined", async () => {
    expect(await valueOf("undefined-message-keys.tcl")).toBe("2 keys used, 2 defined, undefined: page.close");
  });

  it("says that there are no messages where their file is missing", async () => {
    rmSync(join(workspace, "locales"), { recursive: true });
    expect(await valueOf("undefined-message-keys.tcl")).toMatch(/^There are no messages: .*locales/);
  });

  it("moves a module and changes its imports, and undo takes both back", async () => {
    const text = scriptText("move-module.tcl").replace('"src/core/"', '"src/"');
    expect(await valueOfText(workshop, text, "--mode", "edits")).toContain("No import was forgotten");
    expect(git("status", "--short")).toContain(" D src/user.ts");
    expect(readFileSync(join(workspace, "src/page1.ts"), "utf8")).toContain('from "./person.ts"');
    const world = { env: { TOOLCALL_STATE: join(base, "state") } };
    expect(await run(["undo", "--workspace", workspace], world)).toMatchObject({ code: 0 });
    expect(git("status", "--short")).toBe("");
    expect(await run(["redo", "--workspace", workspace], world)).toMatchObject({ code: 0 });
    expect(git("status", "--short")).toContain(" D src/user.ts");
  });
});

/** The scripts that only read, with their texts for a repository. */
const READING = SCRIPTS.filter((name) => !["rename-across-files.tcl", "move-module.tcl"].includes(name));

describe.each([100, 10_000])("scripts on a generated repository of %i files", (files) => {
  let workshop: Workshop;
  let repository: GeneratedRepository;
  let answers: Readonly<Record<string, string>>;
  beforeAll(() => {
    workshop = makeWorkshop();
    repository = generateRepository(workshop.workspace, files);
    gitIn(workshop, "init", "--quiet");
    gitIn(workshop, "add", "CHANGELOG.md");
    gitIn(workshop, "commit", "--quiet", "--message", "Begin");
    for (const tag of ["v1.0.0", "v1.1.0", "v0.9.0"]) gitIn(workshop, "tag", tag);
    answers = expectedAnswers(workshop.workspace, repository.facts, {
      called: "loadUser",
      tags: ["0.9.0", "1.0.0", "1.1.0"],
    });
  });
  afterAll(() => {
    removeWorkshop(workshop);
  });

  const textsOf = (): ReadonlyMap<string, string> =>
    new Map([...repository.users.keys()].map((path) => [path, textAt(workshop, path)]));

  it("has in it what was planted", () => {
    const paths = gitIn(workshop, "ls-files", "--cached", "--others", "--exclude-standard").trim().split("\n");
    expect(paths.length).toBe(files);
    expect(readFacts(workshop.workspace, paths, "loadUser")).toEqual(repository.facts);
  });

  it.each(READING)("%s answers what was planted", async (name) => {
    expect(await valueOfText(workshop, scriptText(name))).toBe(answers[name]);
  });

  it.each(files > 1_000 ? TOO_MUCH : [])("%s says so when there is more than it can look at", async (...row) => {
    const [name, asked, more] = row;
    const text = scriptText(name);
    expect(text).toContain(asked);
    const replaced =
      asked === ":multiline t"
        ? text.replace(/:pattern\s+"(?:[^"\\]|\\.)*"\s+:multiline t/, more)
        : text.replace(asked, more);
    const last = (await valueOfText(workshop, replaced)).split("\n").at(-1);
    expect(last).toMatch(/^Only the first \d{4,} lines that were found are in this\.$/);
  });

  it("the renaming reaches every place and nothing else, and can be undone", async () => {
    await valueOfText(workshop, scriptText("rename-across-files.tcl"), "--mode", "edits");
    for (const [path, text] of textsOf()) {
      expect(text).toBe(repository.users.get(path)?.replaceAll(/\bloadUser\b/g, "fetchUser"));
    }
    await undo(workshop);
    expect(textsOf()).toEqual(repository.users);
  });

  it("the move changes every import of the module and of no other, and can be undone", async () => {
    const value = await valueOfText(workshop, scriptText("move-module.tcl"), "--mode", "edits");
    expect(value).toContain("No import was forgotten");
    expect(existsSync(join(workshop.workspace, "src/core/user.ts"))).toBe(false);
    for (const [path, text] of repository.users) {
      if (path === "src/core/user.ts") continue;
      expect(textAt(workshop, path)).toBe(text.replaceAll("core/user.ts", "core/person.ts"));
    }
    await undo(workshop);
    expect(textsOf()).toEqual(repository.users);
  });
});

/** Scripts that ask for so much that the budgets of a script do not reach: what is replaced, and by what. */
const TOO_MUCH: readonly (readonly [name: string, asked: string, more: string])[] = [
  ["todo-by-folder.tcl", String.raw`"\\b(TODO|FIXME|XXX)\\b"`, '"export|test"'],
  ["licence-headers-missing.tcl", ":multiline t", ':pattern "e"'],
  ["callers-of-function.tcl", String.raw`(concat "\\b" name "\\(")`, '"export"'],
  ["undefined-message-keys.tcl", String.raw`"\\bt\\(\"[^\"]+\""`, '"export"'],
];

/** What of this repository's folder belongs to no copy of it; whatever else is not kept in it, its ignore file names. */
const NOT_COPIED: ReadonlySet<string> = new Set([".git", "node_modules", "dist", ".cache"]);

describe("scripts on this repository", () => {
  const CALLED = "definePrimitive";
  const [FOLDER_OF_MODULE, MODULE] = ["src/dialect/", "primitive.ts"];
  let workshop: Workshop;
  let paths: readonly string[];
  let sources: readonly string[];
  beforeAll(() => {
    workshop = makeWorkshop();
    for (const name of readdirSync(ROOT).filter((each) => !NOT_COPIED.has(each))) {
      cpSync(join(ROOT, name), join(workshop.workspace, name), { recursive: true });
    }
    // It has no messages of its own; its tests speak of some.
    mkdirSync(join(workshop.workspace, "locales"));
    writeFileSync(
      join(workshop.workspace, "locales/en.json"),
      '{\n  "page.open": "Open",\n  "page.title": "Page"\n}\n',
    );
    gitIn(workshop, "init", "--quiet");
    paths = gitIn(workshop, "ls-files", "-z", "--others", "--exclude-standard").split("\0").slice(0, -1);
    sources = paths.filter((path) => /\.(?:ts|js)$/.test(path));
    gitIn(workshop, "add", "CHANGELOG.md");
    gitIn(workshop, "commit", "--quiet", "--message", "Begin");
    gitIn(workshop, "tag", "v0.0.1");
  });
  afterAll(() => {
    removeWorkshop(workshop);
  });

  /** The script, asking about something that there is here. */
  const textFor = (name: string): string =>
    scriptText(name)
      .replace('"loadUser"', `"${CALLED}"`)
      .replace('"fetchUser"', '"makePrimitive"')
      .replace('"src/core/"', `"${FOLDER_OF_MODULE}"`)
      .replace('"user.ts"', `"${MODULE}"`)
      .replace('"person.ts"', '"builtin.ts"');
  const textsOf = (): ReadonlyMap<string, string> => new Map(sources.map((path) => [path, textAt(workshop, path)]));

  it("has enough in it to be asked about", () => {
    const facts = readFacts(workshop.workspace, paths, CALLED);
    expect(facts.callers.length).toBeGreaterThan(40);
    expect(facts.tests.length).toBeGreaterThan(100);
    expect(facts.links).toBeGreaterThan(20);
    expect(facts.usedKeys.size).toBeGreaterThan(2);
  });

  it.each(READING)("%s answers what reading all files finds", async (name) => {
    const { workspace } = workshop;
    const answers = expectedAnswers(workspace, readFacts(workspace, paths, CALLED), {
      called: CALLED,
      tags: ["0.0.1"],
    });
    const value = await valueOfText(workshop, textFor(name));
    expect(value).toBe(answers[name]);
  });

  it("the renaming reaches every place and nothing else, and can be undone", async () => {
    const before = textsOf();
    await valueOfText(workshop, textFor("rename-across-files.tcl"), "--mode", "edits");
    const pattern = new RegExp(`\\b${CALLED}\\b`, "g");
    for (const [path, text] of before) expect(textAt(workshop, path)).toBe(text.replaceAll(pattern, "makePrimitive"));
    await undo(workshop);
    expect(textsOf()).toEqual(before);
  });

  it("the move changes every import of the module and of no other, and can be undone", async () => {
    const before = textsOf();
    const value = await valueOfText(workshop, textFor("move-module.tcl"), "--mode", "edits");
    expect(value).toContain("No import was forgotten");
    let changed = 0;
    for (const [path, text] of before) {
      if (path === FOLDER_OF_MODULE + MODULE) continue;
      const expected = text.replaceAll(/"(\.\.?\/[^"\n]*)"/g, (quoted, target: string) =>
        join(dirname(path), target) === FOLDER_OF_MODULE + MODULE
          ? `"${target.slice(0, -MODULE.length)}builtin.ts"`
          : quoted,
      );
      changed += expected === text ? 0 : 1;
      expect(textAt(workshop, path)).toBe(expected);
    }
    expect(changed).toBeGreaterThan(10);
    await undo(workshop);
    expect(textsOf()).toEqual(before);
  });
});

function textAt({ workspace }: Workshop, path: string): string {
  return readFileSync(join(workspace, path), "utf8");
}
