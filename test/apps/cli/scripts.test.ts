import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOOLS } from "../../../src/tools/tools.ts";
import type { Result } from "./memory-io.ts";
import { run } from "./memory-io.ts";
import { removeFolderSync } from "../../support/remove-folder.ts";

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

describe("scripts on a repository", () => {
  let base = "";
  let workspace = "";
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-scripts-")));
    workspace = join(base, "repository");
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
    removeFolderSync(base);
  });

  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: workspace,
      encoding: "utf8",
    });

  /** Runs a script by the real command line on the real folder. */
  const runScript = (name: string, ...options: readonly string[]): Promise<Result> =>
    run(["run", name, "--workspace", workspace, ...options], {
      files: { [name]: scriptText(name) },
      env: { TOOLCALL_STATE: join(base, "state") },
      home: join(base, "home"),
    });

  /** The value of a script that went well, with paths from the repository's folder on. */
  const valueOf = async (name: string, ...options: readonly string[]): Promise<string> => {
    const { code, out, err } = await runScript(name, ...options);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("(completed)") as string });
    return out.replaceAll(`${workspace}/`, "");
  };

  it("counts notes by folder, most first", async () => {
    expect(await valueOf("todo-by-folder.tcl")).toBe("    2  src/deep/\n    2  src/\n");
  });

  it("renames in one patch, whole names only", async () => {
    expect(await valueOf("rename-across-files.tcl", "--mode", "edits")).toContain("modified src/deep/page3.ts (+2 -2)");
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
    expect(value).toMatch(/^3 calls of loadUser\n/);
    expect(value).toContain('src/page2.ts:4\n2\timport { loadUser } from "./user.ts";');
  });

  it("finds files without a licence header", async () => {
    expect(await valueOf("licence-headers-missing.tcl")).toBe(
      "1 source files without a licence header:\nsrc/bare.ts\n",
    );
  });

  it("orders files by their lines", async () => {
    const value = await valueOf("largest-source-files.tcl");
    expect(value.split("\n").slice(0, 2)).toEqual(["    35  src/deep/page3.ts", "     4  src/user.ts"]);
  });

  it("finds dead links", async () => {
    expect(await valueOf("dead-links.tcl")).toBe(
      "2 of 2 local links looked at, 1 dead\ndocs/guide.md:3 -> docs/gone.md\n",
    );
  });

  it("compares the change log with the tags", async () => {
    expect(await valueOf("changelog-against-tags.tcl")).toBe(
      "tags without an entry: 0.9.0\nentries without a tag: 1.1.0\n",
    );
  });

  it("finds tests whose source is gone", async () => {
    expect(await valueOf("tests-without-source.tcl")).toBe(
      "2 tests looked at, 1 without a source\ntest/gone.test.ts\n",
    );
  });

  it("finds message keys that are not defined", async () => {
    expect(await valueOf("undefined-message-keys.tcl")).toBe("2 keys used, 2 defined, undefined: page.close\n");
  });

  it("says that there are no messages where their file is missing", async () => {
    rmSync(join(workspace, "locales"), { recursive: true });
    expect(await valueOf("undefined-message-keys.tcl")).toMatch(/^There are no messages: .*locales/);
  });

  it("moves a module and changes its imports, and undo takes both back", async () => {
    expect(await valueOf("move-module.tcl", "--mode", "edits")).toContain("No import was forgotten");
    expect(git("status", "--short")).toContain(" D src/user.ts");
    expect(readFileSync(join(workspace, "src/page1.ts"), "utf8")).toContain('from "./person.ts"');
    const world = { env: { TOOLCALL_STATE: join(base, "state") } };
    expect(await run(["undo", "--workspace", workspace], world)).toMatchObject({ code: 0 });
    expect(git("status", "--short")).toBe("");
    expect(await run(["redo", "--workspace", workspace], world)).toMatchObject({ code: 0 });
    expect(git("status", "--short")).toContain(" D src/user.ts");
  });
});
