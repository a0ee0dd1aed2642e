import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_WILDCARD_NAMES } from "../../../src/pipeline/permission/wildcard-names.ts";
import type { PermissionMode } from "../../../src/pipeline/permissions.ts";
import { commandCheck, makeWorkspace, rules } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

/** Command lines under the same rules. */
interface Lines {
  readonly title: string;
  readonly mode: PermissionMode;
  readonly tool?: string;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly lines: readonly (readonly ["allow" | "ask" | "deny", string])[];
}

const TABLE: readonly Lines[] = [
  {
    title: "each name that wildcards fit decides by where it really is (report 45)",
    mode: "ask",
    lines: [
      ["allow", "cat src/*"],
      ["allow", "cat s*/a.ts"],
      ["allow", "cat pack*.json"],
      ["allow", "cat in*/a.ts"],
      ["allow", "cat inner/*"],
      ["allow", "cat ./s?c/[ab].ts"],
      ["allow", "cat nothing*"],
      ["allow", "cat nothing*/x/y"],
      ["ask", "cat *"],
      ["ask", "cat */secret.txt"],
      ["ask", "cat ou*/secret.txt"],
      ["ask", "cat [o]utbox/secret.txt"],
      ["ask", "cat out?ox/*"],
      ["ask", "cat O*/secret.txt"],
      ["ask", "cat dang*"],
      ["deny", "cat deep/*"],
      ["ask", "cat d*/*/secret.txt"],
      ["ask", "cat de*/l?nk"],
      ["allow", "cat deep/r*"],
      ["deny", "grep -r key deep/*"],
      ["deny", "grep --file=deep/* src/a.ts"],
      ["ask", "grep --file=deep/l* src/a.ts"],
      ["ask", "cd deep && cat l*"],
      ["ask", "cat deep/*/../link"],
      ["ask", "sh -c 'cat ou*/secret.txt'"],
      ["ask", "cat $(ls ou*/*)"],
      ["allow", "cat src/**"],
      ["allow", "cat src/**/*.ts"],
      ["ask", "cat tree/**/l*"],
      ["ask", "cat tree/**"],
      ["allow", "cat circle/**/x"],
    ],
  },
  {
    title: "rules that deny or ask know each name",
    mode: "ask",
    deny: ["Read(.env)"],
    ask: ["Read(docs/**)"],
    lines: [
      ["deny", "cat .e*"],
      ["ask", "cat .[e]nv"],
      ["deny", "head -1 .en?"],
      ["deny", "cat src/a.ts .E*"],
      ["deny", "cat deep/../.e*"],
      ["allow", "cat p*"],
      ["ask", "cat doc*/x.md"],
      ["ask", "cat doc*/*"],
      ["ask", "ls do*"],
    ],
  },
  {
    title: "a rule that allows the command allows no name outside",
    mode: "ask",
    allow: ["Bash(cat *)", "Bash(cp *)"],
    lines: [
      ["allow", "cat src/*"],
      ["ask", "cat ou*/secret.txt"],
      ["ask", "cp src/a.ts deep/l*"],
      ["allow", "cp src/*.ts docs"],
    ],
  },
  {
    title: "what is protected is so by whatever wildcards it is named",
    mode: "full-auto",
    lines: [
      ["ask", "cp src/a.ts .v*/settings.json"],
      ["ask", "cp src/a.ts .vscode/*"],
      ["ask", "tee settings-l* < src/a.ts"],
      ["ask", "touch .gi?/config"],
      ["deny", "cat ~/.s*/id"],
      ["deny", "cat ~/.ss?/*"],
      ["deny", "cat deep/k*"],
      ["allow", "cp src/a.ts do*/y.md"],
    ],
  },
  {
    title: "a name that a program would take for an option is asked",
    mode: "ask",
    lines: [
      ["ask", "cd dash && cat *"],
      ["ask", "cd dash && sort ?o*"],
      ["allow", "cat dash/*"],
      ["allow", "cd dash && cat ./?o"],
      ["allow", "cd dash && cat p*"],
    ],
  },
  {
    title: "what cannot be said is asked",
    mode: "ask",
    allow: ["Bash(*)"],
    lines: [
      ["ask", "cat many/*"],
      ["allow", "cat many/f1*"],
      ["ask", "cat many/f1* many/f2* many/f3* many/f4* many/f5* many/f6* many/f7* many/f8* many/f9* many/f1*"],
      ["ask", "shopt -s dotglob; cat src/*"],
      ["ask", "GLOBIGNORE=x cat src/*"],
      ["ask", "bash -O globstar -c 'cat src/**'"],
      ["ask", "/bin/c?t src/a.ts"],
      ["ask", "c* src/a.ts"],
      ["allow", "[ -f src/a.ts ]"],
      ["allow", "echo 'src/*'"],
    ],
  },
  {
    title: "PowerShell's wildcards fit names with a dot in front",
    mode: "ask",
    tool: "PowerShell",
    deny: ["Read(.env)"],
    lines: [
      ["deny", "Get-Content *"],
      ["deny", "Get-Content *nv"],
      ["allow", "Get-Content src\\*"],
      ["ask", "Get-Content ou*\\secret.txt"],
      ["allow", "Get-ChildItem src | ? Name -eq 'a.ts'"],
    ],
  },
];

describe("the decision about a command with wildcards", () => {
  let workspace: PermissionWorkspace;
  beforeAll(async () => {
    workspace = await makeWorkspace();
    const { root, home, outside } = workspace;
    for (const folder of ["deep", "dash", "many"]) await mkdir(join(root, folder));
    await writeFile(join(root, "deep/real.txt"), "");
    await symlink("../../outside/secret.txt", join(root, "deep/link"));
    await symlink(join(home, ".ssh/id"), join(root, "deep/key"));
    await symlink("../../outside", join(root, "deep/out"));
    await mkdir(join(root, "tree/one/two"), { recursive: true });
    await symlink(join(outside, "secret.txt"), join(root, "tree/one/two/link"));
    await mkdir(join(root, "circle"));
    await symlink(".", join(root, "circle/round"));
    await writeFile(join(root, "dash/-o"), "");
    await writeFile(join(root, "dash/plain"), "");
    const names = Array.from({ length: MAX_WILDCARD_NAMES + 1 }, (_, index) => `f${index}`);
    await Promise.all(names.map((name) => writeFile(join(root, "many", name), "")));
  });
  afterAll(() => workspace.remove());

  describe.each(TABLE)("$mode: $title", ({ mode, tool = "Bash", allow = [], ask = [], deny = [], lines }) => {
    it.each(lines)("%s: %j", async (outcome, line) => {
      const permissions = workspace.permissions({ mode, rules: { session: rules({ allow, ask, deny }) } });
      const explained = await permissions.explain(commandCheck(workspace, line, tool));
      expect({ outcome: explained.outcome, why: explained.why }).toEqual({ outcome, why: explained.why });
    });
  });

  it("is made by what is there when it is made", async () => {
    const { root, outside } = workspace;
    const check = commandCheck(workspace, "cat docs/*");
    const permissions = workspace.permissions();
    expect((await permissions.explain(check)).outcome).toBe("allow");
    await symlink(outside, join(root, "docs/new"));
    expect((await permissions.explain(check)).outcome).toBe("ask");
    await rm(join(root, "docs/new"));
  });

  it("names the real path that is the reason", async () => {
    const { root, outside } = workspace;
    const { outcome, why } = await workspace.permissions().explain(commandCheck(workspace, "cat dash/* deep/l*"));
    expect(outcome).toBe("ask");
    expect(why).toBe(`${outside}/secret.txt (through ${root}/deep/link): it is outside the allowed folders`);
  });
});
