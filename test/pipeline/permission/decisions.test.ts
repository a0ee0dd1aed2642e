import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PermissionOptions } from "../../../src/pipeline/permission/create-permissions.ts";
import type { Bucket, RulesByBucket } from "../../../src/pipeline/permission/rule-book.ts";
import { BUCKETS } from "../../../src/pipeline/permission/rule-book.ts";
import type { RuleAction } from "../../../src/pipeline/permission/rule.ts";
import type { PermissionCheck, PermissionMode, Via } from "../../../src/pipeline/permissions.ts";
import type { Effect } from "../../../src/pipeline/tool.ts";
import { RUNS } from "../../support/property.ts";
import { check, commandCheck, makeWorkspace, NEVER, pathCheck, rules } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

type Outcome = "allow" | "ask" | "deny";
type Lists = Parameters<typeof rules>[0];
type ListsByBucket = Readonly<Partial<Record<Bucket, Lists>>>;

let workspace: PermissionWorkspace;
beforeAll(async () => {
  workspace = await makeWorkspace();
});
afterAll(() => workspace.remove());

const built = (lists: ListsByBucket): RulesByBucket =>
  Object.fromEntries(Object.entries(lists).map(([bucket, each]) => [bucket, rules(each)]));

async function explained(
  options: Partial<PermissionOptions>,
  call: PermissionCheck,
): Promise<{ readonly outcome: Outcome; readonly via: Via }> {
  const { outcome, via } = await workspace.permissions(options).explain(call);
  return { outcome, via };
}

describe("the mode", () => {
  const TABLE: readonly [PermissionMode, string, Effect, "read" | "write", string, Outcome, Via][] = [
    ["ask", "Read", "read", "read", "src/a.ts", "allow", "allowed-root"],
    ["ask", "Edit", "write", "write", "src/a.ts", "ask", "mode"],
    ["ask", "Write", "write", "write", "src/new.ts", "ask", "mode"],
    ["edits", "Edit", "write", "write", "src/a.ts", "allow", "allowed-root"],
    ["edits", "Write", "write", "write", "new/x.ts", "allow", "allowed-root"],
    ["edits", "Edit", "write", "write", "OUT/x", "ask", "workspace-boundary"],
    ["edits", "Edit", "write", "write", "../outside/x", "ask", "workspace-boundary"],
    ["edits", "Custom", "other", "write", "src/a.ts", "ask", "mode"],
    ["full-auto", "Edit", "write", "write", "src/a.ts", "allow", "mode"],
    ["full-auto", "Edit", "write", "write", "OUT/x", "ask", "workspace-boundary"],
    ["full-auto", "Edit", "write", "write", ".git/config", "ask", "protected-path"],
    ["full-auto", "Edit", "write", "write", ".vscode/tasks.json", "ask", "protected-path"],
    ["full-auto", "Read", "read", "read", "~/.ssh/id", "deny", "protected-path"],
    ["ask", "Read", "read", "read", ".git/config", "allow", "allowed-root"],
    ["ask", "Read", "read", "read", "OUT/secret.txt", "ask", "workspace-boundary"],
    ["ask", "Read", "read", "read", "~/notes.txt", "ask", "workspace-boundary"],
    ["ask", "Read", "read", "read", "file:///etc/passwd", "ask", "workspace-boundary"],
    ["plan", "Read", "read", "read", "src/a.ts", "allow", "allowed-root"],
    ["plan", "Edit", "write", "write", "src/a.ts", "deny", "plan-mode"],
    ["plan", "Custom", "other", "read", "src/a.ts", "deny", "plan-mode"],
    ["plan", "Liar", "read", "write", "src/a.ts", "deny", "plan-mode"],
  ];
  it.each(TABLE)("%s: %s (%s) to %s %s: %s by %s", async (...row) => {
    const [mode, tool, effect, access, path, outcome, via] = row;
    const call = await pathCheck(workspace, tool, access, path.replace("OUT", workspace.outside));
    expect(await explained({ mode }, { ...call, effect })).toEqual({ outcome, via });
  });

  it.each<[PermissionMode, Effect, Outcome]>([
    ["ask", "read", "allow"],
    ["ask", "ask", "allow"],
    ["ask", "other", "ask"],
    ["ask", "run", "ask"],
    ["edits", "other", "ask"],
    ["full-auto", "other", "allow"],
    ["plan", "ask", "allow"],
    ["plan", "other", "deny"],
  ])("%s and a call that touches nothing, %s: %s", async (mode, effect, outcome) => {
    expect(await explained({ mode }, check("Tool", effect, []))).toMatchObject({ outcome });
  });
});

describe("rules", () => {
  const TABLE: readonly [string, ListsByBucket, Outcome, Via][] = [
    [
      "a rule that denies wins over a closer one that allows",
      { user: { deny: ["Edit"] }, invocation: { allow: ["Edit"] } },
      "deny",
      "deny-rule",
    ],
    [
      "a general rule that denies wins over a special one that allows",
      { session: { deny: ["Edit"], allow: ["Edit(src/**)"] } },
      "deny",
      "deny-rule",
    ],
    ["a rule allows what the mode would ask", { user: { allow: ["Edit(src/**)"] } }, "allow", "rule"],
    [
      "the innermost bucket decides: allow",
      { session: { allow: ["Edit"] }, user: { ask: ["Edit(src/**)"] } },
      "allow",
      "rule",
    ],
    [
      "the innermost bucket decides: ask",
      { invocation: { ask: ["Edit"] }, user: { allow: ["Edit(src/**)"] } },
      "ask",
      "rule",
    ],
    [
      "within a bucket the special rule wins: allow",
      { user: { ask: ["Edit"], allow: ["Edit(src/**)"] } },
      "allow",
      "rule",
    ],
    ["within a bucket the special rule wins: ask", { user: { allow: ["Edit"], ask: ["Edit(src/**)"] } }, "ask", "rule"],
    ["between equals asking wins", { user: { allow: ["Edit(src/**)"], ask: ["Edit(**/a.ts)"] } }, "ask", "rule"],
    ["a star is any tool", { user: { allow: ["*(src/**)"] } }, "allow", "rule"],
    ["other tools' rules do not allow", { user: { allow: ["Write", "Read(src/**)"] } }, "ask", "mode"],
    ["another writer's rule denies this one, too", { user: { deny: ["Write(src/**)"] } }, "deny", "deny-rule"],
    ["who may not read may not write", { user: { deny: ["Read(src/**)"] } }, "deny", "deny-rule"],
    ["denying a folder denies what is in it", { user: { deny: ["Edit(src)"] } }, "deny", "deny-rule"],
    ["allowing a folder does not allow what is in it", { user: { allow: ["Edit(src)"] } }, "ask", "mode"],
  ];
  it.each(TABLE)("%s", async (_, lists, outcome, via) => {
    const call = await pathCheck(workspace, "Edit", "write", "src/a.ts");
    expect(await explained({ rules: built(lists) }, call)).toEqual({ outcome, via });
  });

  it.each(["Read(.env)", "Read(**/.env)", "Read(./.env)", "Read(src/../.env)"])(
    "about reading hold for every tool that reads: %s (report 54)",
    async (deny) => {
      const options = { rules: built({ user: { deny: [deny] } }) };
      for (const tool of ["Read", "Grep", "Glob"]) {
        expect(await explained(options, await pathCheck(workspace, tool, "read", ".env"))).toMatchObject({
          outcome: "deny",
        });
      }
      const { mayRead } = workspace.permissions(options);
      expect([mayRead(`${workspace.root}/.env`), mayRead(`${workspace.root}/src/a.ts`)]).toEqual([false, true]);
    },
  );

  it("never open a protected path; a grant for exactly this path does", async () => {
    const path = `${workspace.root}/.vscode/settings.json`;
    const call = await pathCheck(workspace, "Edit", "write", ".vscode/settings.json");
    const allowed = { mode: "edits" as const, rules: built({ invocation: { allow: ["Edit", "Edit(.vscode/**)"] } }) };
    expect(await explained(allowed, call)).toEqual({ outcome: "ask", via: "protected-path" });
    expect(await explained({ ...allowed, grants: [{ path, access: "read" }] }, call)).toMatchObject({ outcome: "ask" });
    expect(await explained({ ...allowed, grants: [{ path, access: "write" }] }, call)).toMatchObject({
      outcome: "allow",
    });
    const folder = { path: `${workspace.root}/.vscode`, access: "write" as const };
    expect(await explained({ ...allowed, grants: [folder] }, call)).toMatchObject({ outcome: "ask" });
  });

  it("never open the folders with keys; a grant for exactly this path does", async () => {
    const call = await pathCheck(workspace, "Read", "read", "~/.ssh/id");
    const options = { mode: "full-auto" as const, rules: built({ invocation: { allow: ["*", "Read(~/.ssh/**)"] } }) };
    expect(await explained(options, call)).toEqual({ outcome: "deny", via: "protected-path" });
    const granted = { ...options, grants: [{ path: "~/.ssh/id", access: "read" as const }] };
    expect(await explained(granted, call)).toMatchObject({ outcome: "allow" });
  });

  it("let out of the workspace only by path, root or grant", async () => {
    const call = await pathCheck(workspace, "Read", "read", `${workspace.outside}/secret.txt`);
    const path = `${workspace.outside}/secret.txt`;
    expect(await explained({}, call)).toEqual({ outcome: "ask", via: "workspace-boundary" });
    expect(await explained({ roots: [workspace.outside] }, call)).toEqual({ outcome: "allow", via: "allowed-root" });
    expect(await explained({ grants: [{ path, access: "read" }] }, call)).toEqual({
      outcome: "allow",
      via: "resource-grant",
    });
    expect(await explained({ rules: built({ user: { allow: [`Read(${path})`] } }) }, call)).toEqual({
      outcome: "allow",
      via: "rule",
    });
  });

  it.each<[string, string, Outcome]>([
    ["domain:example.org", "example.org", "allow"],
    ["domain:example.org", "EXAMPLE.org.", "allow"],
    ["domain:example.org", "evil-example.org", "ask"],
    ["domain:example.org", "a.example.org", "ask"],
    ["domain:*.example.org", "a.example.org", "allow"],
    ["domain:*.example.org", "example.org", "ask"],
  ])("WebFetch(%s) and %s: %s", async (specifier, domain, outcome) => {
    const options = { rules: built({ user: { allow: [`WebFetch(${specifier})`] } }) };
    const call = check("WebFetch", "other", [{ kind: "domain", domain }]);
    expect(await explained(options, call)).toMatchObject({ outcome });
  });

  it("that deny a domain deny what is below it", async () => {
    const options = { mode: "full-auto" as const, rules: built({ user: { deny: ["WebFetch(domain:example.org)"] } }) };
    const call = check("WebFetch", "other", [{ kind: "domain", domain: "a.example.org" }]);
    expect(await explained(options, call)).toMatchObject({ outcome: "deny" });
  });

  it("take a tool away only when they deny it altogether (report 2)", () => {
    const permissions = workspace.permissions({ rules: built({ user: { deny: ["Bash", "Edit(src/**)"] } }) });
    expect(["Bash", "Edit", "Read"].map(permissions.deniedOutright)).toEqual([true, false, false]);
  });

  it("of a workspace that is not trusted deny and ask, and never allow", async () => {
    const host = { ...workspace.host, workspace: { ...workspace.host.workspace, trusted: false } };
    const edit = await pathCheck(workspace, "Edit", "write", "src/a.ts");
    expect(await explained({ host, rules: built({ workspace: { allow: ["Edit"] } }) }, edit)).toMatchObject({
      outcome: "ask",
    });
    expect(await explained({ host, rules: built({ workspace: { deny: ["Edit"] } }) }, edit)).toMatchObject({
      outcome: "deny",
    });
  });

  it("a tool's own checker comes before rules that allow, and after those that deny", async () => {
    const checkers = { Describe: () => ({ outcome: "ask" as const, reason: "values are shown" }) };
    const call = check("Describe", "read", []);
    expect(await explained({ checkers, rules: built({ user: { allow: ["Describe"] } }) }, call)).toEqual({
      outcome: "ask",
      via: "tool-slot",
    });
    expect(await explained({ checkers, rules: built({ user: { deny: ["Describe"] } }) }, call)).toEqual({
      outcome: "deny",
      via: "deny-rule",
    });
  });
});

const RANK: Readonly<Record<Outcome, number>> = { allow: 0, ask: 1, deny: 2 };

const RULES = [
  "*", "Read", "Edit", "Bash", "Read(src/**)", "Edit(src/*)", "Edit(**/a.ts)", "Read(.env)", "*(docs/**)", "Bash(git *)", "Bash(git status *)",
  "Bash(rm *)", "Bash(ls; rm x)", "Read(~/**)", "Edit(.vscode/**)",
]; // prettier-ignore

type BookRow = readonly [Bucket, RuleAction, string];

const rowOf = (...actions: RuleAction[]): fc.Arbitrary<BookRow> =>
  fc.tuple(fc.constantFrom(...BUCKETS), fc.constantFrom(...actions), fc.constantFrom(...RULES));

const BOOKS = fc.array(rowOf("allow", "ask", "deny"), { maxLength: 6 });
const DENIAL = rowOf("deny");

const CALLS: readonly (() => Promise<PermissionCheck>)[] = [
  () => pathCheck(workspace, "Read", "read", "src/a.ts"),
  () => pathCheck(workspace, "Read", "read", ".env"),
  () => pathCheck(workspace, "Read", "read", "outbox/secret.txt"),
  () => pathCheck(workspace, "Edit", "write", "src/a.ts"),
  () => pathCheck(workspace, "Edit", "write", ".vscode/settings.json"),
  () => Promise.resolve(commandCheck(workspace, "git status")),
  () => Promise.resolve(commandCheck(workspace, "ls; rm x")),
  () => Promise.resolve(commandCheck(workspace, "cat ~/notes.txt > docs/y")),
  () => Promise.resolve(commandCheck(workspace, "$X y")),
];

describe("for every set of rules, mode and call", () => {
  const modes = fc.constantFrom<PermissionMode>("ask", "edits", "plan", "full-auto");
  const calls = fc.constantFrom(...CALLS);
  const listsOf = (book: readonly BookRow[]): RulesByBucket => {
    const lists: Partial<Record<Bucket, Record<RuleAction, string[]>>> = {};
    for (const [bucket, action, text] of book) (lists[bucket] ??= { allow: [], ask: [], deny: [] })[action].push(text);
    return built(lists);
  };

  it("one more rule that denies never makes more possible", async () => {
    await fc.assert(
      fc.asyncProperty(BOOKS, DENIAL, modes, calls, async (book, denial, mode, call) => {
        const made = await call();
        const before = await explained({ mode, rules: listsOf(book) }, made);
        const after = await explained({ mode, rules: listsOf([...book, denial]) }, made);
        expect(RANK[after.outcome]).toBeGreaterThanOrEqual(RANK[before.outcome]);
      }),
      { numRuns: RUNS },
    );
  });

  it("what a hook says never makes more possible (report 26)", async () => {
    const decisions = fc.constantFrom("allow" as const, "ask" as const, "deny" as const);
    await fc.assert(
      fc.asyncProperty(BOOKS, decisions, modes, calls, async (book, decision, mode, call) => {
        const made = await call();
        const options = { mode, rules: listsOf(book) };
        const without = await explained(options, made);
        const hooked = await explained(options, { ...made, hook: { decision } });
        expect(RANK[hooked.outcome]).toBe(Math.max(RANK[without.outcome], RANK[decision]));
      }),
      { numRuns: RUNS },
    );
  });

  it("what would be asked is denied where nobody can be asked, and nothing else changes", async () => {
    await fc.assert(
      fc.asyncProperty(BOOKS, modes, calls, async (book, mode, call) => {
        const made = await call();
        const permissions = workspace.permissions({ mode, rules: listsOf(book) });
        const { outcome } = await permissions.explain(made);
        const decided = await permissions.decide(made, NEVER);
        expect(decided.outcome).toBe(outcome === "allow" ? "allow" : "deny");
        if (outcome === "ask") expect(decided).toMatchObject({ via: "nobody-to-ask" });
        if (outcome !== "allow") expect(decided.message).toMatch(/^Permission denied: \S/);
      }),
      { numRuns: RUNS },
    );
  });
});
