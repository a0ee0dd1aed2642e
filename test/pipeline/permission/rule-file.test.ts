import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeRuleText, parseRuleFile } from "../../../src/pipeline/permission/rule-file.ts";
import { changeRules, keepInRuleFiles, loadRules, ruleFilePath } from "../../../src/pipeline/permission/rule-store.ts";
import { printRule } from "../../../src/pipeline/permission/rule.ts";
import { commandCheck, makeWorkspace, rule } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

const FILE = `{
  // what I never mind
  "allow": [
    "Read", // everywhere
    "Bash(git status *)",
  ],
  /* and what I do */
  "deny": ["Read(**/.env)"],
  "grants": [{ "path": "/etc/hosts", "access": "read" }]
}
`;

describe("a rule file", () => {
  it("is JSON with comments and trailing commas", () => {
    const { lists, grants, problems } = parseRuleFile(FILE);
    expect(problems).toEqual([]);
    expect(lists.allow?.map(printRule)).toEqual(["Read", "Bash(git status *)"]);
    expect(lists.deny?.map(printRule)).toEqual(["Read(**/.env)"]);
    expect(grants).toEqual([{ path: "/etc/hosts", access: "read" }]);
  });

  it.each([
    [`{\n  "alow": ["Read"]\n}`, 2, 3, /"alow" is not known here; the keys are "allow"/],
    [`{"allow": "Read"}`, 1, 11, /takes a list of rules/],
    [`{"allow": [1]}`, 1, 12, /A rule is a text/],
    [`{"deny": ["Read",\n "Re ad"]}`, 2, 5, /cannot contain " "/],
    [`{"allow": ["Read"], "allow": []}`, 1, 21, /second time/],
    [`{"grants": {}}`, 1, 12, /takes a list/],
    [`{"grants": [{"path": "x", "access": "read"}]}`, 1, 22, /A grant is/],
    [`{"grants": [{"path": "/x", "access": "all"}]}`, 1, 22, /A grant is/],
    [`{"grants": [{"path": "/x", "access": "read", "why": 1}]}`, 1, 46, /"why" is not known/],
    [`[]`, 1, 1, /is an object/],
    [`{"allow": [}`, 1, 12, /no JSON/],
  ])("with a mistake says where it is: %s", (text, line, column, message) => {
    const [problem] = parseRuleFile(text).problems;
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toMatch(message);
  });

  it("with a mistake allows and grants nothing, and still denies", () => {
    const { lists, grants } = parseRuleFile(FILE.replace('"deny"', '"x": 1, "deny"'));
    expect(lists.allow ?? []).toEqual([]);
    expect(grants).toEqual([]);
    expect(lists.deny?.map(printRule)).toEqual(["Read(**/.env)"]);
  });

  it("keeps its comments when a rule is added", () => {
    const changed = changeRuleText(FILE, { change: "add", action: "allow", rule: rule("Bash(ls *)") });
    for (const comment of ["// what I never mind", "// everywhere", "/* and what I do */"])
      expect(changed).toContain(comment);
    expect(parseRuleFile(changed ?? "").lists.allow?.map(printRule)).toEqual([
      "Read",
      "Bash(git status *)",
      "Bash(ls *)",
    ]);
  });

  it.each(["Read", "Bash(git status *)", "Bash(git status:*)"])("has %s once however often it is saved", (text) => {
    expect(changeRuleText(FILE, { change: "add", action: "allow", rule: rule(text) })).toBe(FILE);
  });

  it("loses a rule in every spelling", () => {
    const text = `{"allow": ["Bash(ls:*)", "Read", "Bash(ls *)"]}`;
    const changed = changeRuleText(text, { change: "remove", action: "allow", rule: rule("Bash(ls *)") });
    expect(parseRuleFile(changed ?? "").lists.allow?.map(printRule)).toEqual(["Read"]);
  });

  it("gets a list that it does not have yet", () => {
    const changed = changeRuleText(`{}`, { change: "grant", grant: { path: "/x", access: "write" } });
    expect(parseRuleFile(changed ?? "").grants).toEqual([{ path: "/x", access: "write" }]);
  });

  it("with mistakes is not changed", () => {
    expect(changeRuleText(`{"alow": []}`, { change: "add", action: "allow", rule: rule("Read") })).toBeUndefined();
  });
});

describe("the rule files of a host", () => {
  let workspace: PermissionWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace();
  });
  afterEach(() => workspace.remove());

  const put = async (scope: "workspace" | "user", text: string): Promise<void> => {
    const path = ruleFilePath(scope, workspace.host.workspace);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  it("are both read, and absent ones hold nothing", async () => {
    expect(await loadRules(workspace.host)).toEqual({ rules: { workspace: {}, user: {} }, grants: [], problems: [] });
    await put("user", `{"deny": ["Read"]}`);
    await put("workspace", `{"allow": ["Write"]}`);
    const { rules } = await loadRules(workspace.host);
    expect(rules.user.deny?.map(printRule)).toEqual(["Read"]);
    expect(rules.workspace.allow?.map(printRule)).toEqual(["Write"]);
  });

  it("hold for the workspace only when it is trusted", async () => {
    await put("workspace", `{"allow": ["Write"]}`);
    const host = { ...workspace.host, workspace: { ...workspace.host.workspace, trusted: false } };
    expect((await loadRules(host)).rules.workspace).toEqual({});
    expect(await changeRules(host, "workspace", { change: "add", action: "allow", rule: rule("Read") })).toMatch(
      /not trusted/,
    );
  });

  it("of a workspace grant no keys", async () => {
    const grants = `{"grants": [{"path": "~/.ssh/id", "access": "read"}]}`;
    await put("workspace", grants);
    const fromWorkspace = await loadRules(workspace.host);
    expect(fromWorkspace.grants).toEqual([]);
    expect(fromWorkspace.problems[0]?.message).toMatch(/in the user's own file/);
    await put("user", grants);
    expect((await loadRules(workspace.host)).grants).toEqual([{ path: "~/.ssh/id", access: "read" }]);
  });

  it("are made when something is kept, with one rule for however many answers", async () => {
    const save = keepInRuleFiles(workspace.host);
    const kept = [1, 2, 3].map(() => save("workspace", { keep: "rule", action: "allow", rule: rule("Bash(ls *)") }));
    expect(await Promise.all(kept)).toEqual([undefined, undefined, undefined]);
    const text = await readFile(ruleFilePath("workspace", workspace.host.workspace), "utf8");
    expect(text.match(/Bash\(ls \*\)/g)).toHaveLength(1);
    expect(text).toContain("// Which tool calls");
  });

  it.each([
    ["a rule that cannot be read", `{"deny": ["Read(.env", "Write"]}`, ["Write"]],
    ["an unknown key", `{"denny": ["Read(.env)"]}`, []],
    ["no JSON", `{"deny": [`, []],
    ["too many bytes", `{"deny": ["Read(.env)"]} ${" ".repeat(1_000_000)}`, []],
  ])("have everything asked while they hold %s: what they deny may be lost", async (_, text, denied) => {
    for (const scope of ["user", "workspace"] as const) {
      await put(scope, text);
      const { rules, problems } = await loadRules(workspace.host);
      expect(problems.length).toBeGreaterThan(0);
      expect(rules[scope].ask?.map(printRule)).toEqual(["*"]);
      expect((rules[scope].deny ?? []).map(printRule)).toEqual(denied);
    }
    const permissions = workspace.permissions({ mode: "full-auto", rules: (await loadRules(workspace.host)).rules });
    expect(await permissions.explain(commandCheck(workspace, "ls"))).toMatchObject({ outcome: "ask", via: "rule" });
  });

  it("with mistakes are named with their place and left alone", async () => {
    await put("user", `{"alow": []}`);
    const { problems } = await loadRules(workspace.host);
    expect(problems).toMatchObject([{ path: ruleFilePath("user", workspace.host.workspace), line: 1, column: 2 }]);
    const problem = await keepInRuleFiles(workspace.host)("user", {
      keep: "rule",
      action: "allow",
      rule: rule("Read"),
    });
    expect(problem).toMatch(/it has mistakes; correct them first/);
  });
});
