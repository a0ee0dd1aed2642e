import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { DecisionEntry } from "../../../src/pipeline/permission/decision-log.ts";
import { decisionLine } from "../../../src/pipeline/permission/decision-log.ts";
import { keepInRuleFiles, ruleFilePath } from "../../../src/pipeline/permission/rule-store.ts";
import type { ApprovalAnswer } from "../../../src/ports/approval.ts";
import { commandCheck, makeWorkspace, NEVER, pathCheck, rules } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

const opened: PermissionWorkspace[] = [];
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.remove();
});

/** A workspace whose person is the test: each question waits for its answer. */
async function withPerson(): Promise<
  PermissionWorkspace & { readonly answer: (answer: ApprovalAnswer) => Promise<void> }
> {
  const waiting: ((answer: ApprovalAnswer) => void)[] = [];
  let arrived: (() => void) | undefined;
  const workspace = await makeWorkspace(
    (_, cancel) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        arrived?.();
        cancel.onCancel(() => {
          waiting.splice(waiting.indexOf(resolve), 1);
          resolve({ answer: "withdrawn" });
        });
      }),
  );
  opened.push(workspace);
  return {
    ...workspace,
    async answer(answer) {
      if (waiting.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      waiting.shift()?.(answer);
    },
  };
}

async function answering(answer: ApprovalAnswer): Promise<PermissionWorkspace> {
  const workspace = await makeWorkspace(() => answer);
  opened.push(workspace);
  return workspace;
}

const ONCE: ApprovalAnswer = { answer: "allow", scope: "once" };

describe("the queue of questions", () => {
  it("shows one at a time, in the order asked, and every answer counts for one (report 28)", async () => {
    const workspace = await withPerson();
    const permissions = workspace.permissions();
    const lines = ["npm test", "make a", "cargo build"];
    const decided = lines.map((line) => permissions.decide(commandCheck(workspace, line), NEVER));
    await workspace.answer(ONCE);
    await workspace.answer({ answer: "deny", scope: "once" });
    await workspace.answer(ONCE);
    const outcomes = (await Promise.all(decided)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["allow", "deny", "allow"]);
    expect(workspace.asked.map(({ subject }) => subject)).toEqual(lines);
    expect(permissions.waiting()).toEqual([]);
  });

  it("never has more than one question open", async () => {
    let open = 0;
    const workspace = await makeWorkspace(async () => {
      open += 1;
      expect(open).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return ONCE;
    });
    opened.push(workspace);
    const permissions = workspace.permissions();
    const calls = Array.from({ length: 12 }, (_, index) =>
      permissions.decide(commandCheck(workspace, `make ${index}`), NEVER),
    );
    expect((await Promise.all(calls)).every(({ outcome }) => outcome === "allow")).toBe(true);
    expect(workspace.asked).toHaveLength(12);
  });

  it("asks no more what an answer in front of it has settled", async () => {
    const workspace = await withPerson();
    const permissions = workspace.permissions();
    const lines = ["npm run a", "npm run b", "make"];
    const decided = lines.map((line) => permissions.decide(commandCheck(workspace, line), NEVER));
    await expect.poll(() => permissions.waiting().length).toBe(3);
    await workspace.answer({ answer: "allow", scope: "session", rule: "Bash(npm run *)" });
    await workspace.answer(ONCE);
    expect((await Promise.all(decided)).map(({ outcome }) => outcome)).toEqual(["allow", "allow", "allow"]);
    expect(workspace.asked.map(({ subject }) => subject)).toEqual(["npm run a", "make"]);
  });

  it("is settled by a change of mode or rules, the question that is shown excepted", async () => {
    const workspace = await withPerson();
    const permissions = workspace.permissions();
    const shown = permissions.decide(commandCheck(workspace, "make a"), NEVER);
    await expect.poll(() => permissions.waiting().length).toBe(1);
    const waits = permissions.decide(commandCheck(workspace, "make b"), NEVER);
    await expect.poll(() => permissions.waiting().length).toBe(2);
    permissions.setMode("full-auto");
    expect(await waits).toMatchObject({ outcome: "allow", via: "mode" });
    await workspace.answer({ answer: "deny", scope: "once" });
    expect(await shown).toMatchObject({ outcome: "deny", via: "prompt" });
  });

  it("withdraws the question of a call that is cancelled: interrupted, not denied (report 36)", async () => {
    const workspace = await withPerson();
    const permissions = workspace.permissions();
    const [one, two] = [createCancelSource(), createCancelSource()];
    const first = permissions.decide(commandCheck(workspace, "make a"), one.token);
    await expect.poll(() => permissions.waiting().length).toBe(1);
    const second = permissions.decide(commandCheck(workspace, "make b"), two.token);
    const third = permissions.decide(commandCheck(workspace, "make c"), NEVER);
    await expect.poll(() => permissions.waiting().length).toBe(3);
    two.cancel("stop");
    expect(await second).toMatchObject({ outcome: "withdrawn" });
    one.cancel("stop");
    expect(await first).toMatchObject({ outcome: "withdrawn" });
    await expect.poll(() => workspace.asked.length).toBe(2);
    expect(workspace.asked.map(({ subject }) => subject)).toEqual(["make a", "make c"]);
    expect(permissions.waiting()).toHaveLength(1);
    permissions.setMode("full-auto");
    await workspace.answer(ONCE);
    expect(await third).toMatchObject({ outcome: "allow" });
  });

  it("withdraws what is asked after a cancel, and when asking itself fails", async () => {
    const failing = await makeWorkspace(() => Promise.reject(new Error("no window")));
    opened.push(failing);
    expect(await failing.permissions().decide(commandCheck(failing, "make"), NEVER)).toMatchObject({
      outcome: "withdrawn",
    });
    const cancelled = createCancelSource();
    cancelled.cancel("gone");
    expect(await failing.permissions().decide(commandCheck(failing, "make"), cancelled.token)).toMatchObject({
      outcome: "withdrawn",
    });
  });
});

describe("an answer", () => {
  it("for this time holds for this time", async () => {
    const workspace = await answering(ONCE);
    const permissions = workspace.permissions();
    for (const _ of [1, 2]) await permissions.decide(commandCheck(workspace, "make"), NEVER);
    expect(workspace.asked).toHaveLength(2);
    expect(permissions.rules()).toEqual([]);
  });

  it("for a script holds for its calls until it ends", async () => {
    const workspace = await answering({ answer: "allow", scope: "script" });
    const permissions = workspace.permissions();
    for (const callId of ["ptc-1/1", "ptc-1/2", "ptc-1/3"]) {
      await permissions.decide(commandCheck(workspace, "make", "Bash", { callId }), NEVER);
    }
    expect(workspace.asked).toHaveLength(1);
    await permissions.decide(commandCheck(workspace, "make", "Bash", { callId: "ptc-2/1" }), NEVER);
    expect(workspace.asked).toHaveLength(2);
    permissions.forgetScript("ptc-1");
    await permissions.decide(commandCheck(workspace, "make", "Bash", { callId: "ptc-1/4" }), NEVER);
    expect(workspace.asked).toHaveLength(3);
  });

  it("for the session holds for what the suggested rule covers (report 30)", async () => {
    const workspace = await answering({ answer: "allow", scope: "session" });
    const permissions = workspace.permissions({ rules: { user: rules({ ask: ["Bash(git grep *)"] }) } });
    await permissions.decide(commandCheck(workspace, "git grep -A 10 x"), NEVER);
    await permissions.decide(commandCheck(workspace, "git grep -A 20 y"), NEVER);
    expect(workspace.asked.map(({ suggestedRule }) => suggestedRule)).toEqual(["Bash(git grep *)"]);
  });

  it.each([
    ["git grep -A 10 x", "Bash(git grep *)"],
    ["npm run build -- --watch", "Bash(npm run build *)"],
    ["npm test", "Bash(npm test *)"],
    ["eslint --fix src", "Bash(eslint *)"],
    ["timeout 60 cargo build --release", "Bash(cargo build *)"],
    ["ls && make all", "Bash(make all *)"],
    ["rm -rf src/old", "Bash(rm -rf src/old)"],
    ["node x.js", "Bash(node x.js)"],
    ["git push origin main", "Bash(git push origin main)"],
    ["git branch -D '*'", "Bash(git branch *)"],
    ["sh x.sh", "Bash(sh x.sh)"],
    ["npm test && make", "Bash(npm test && make)"],
    ["npm test > out.txt", "Bash(npm test > out.txt)"],
    ["touch a*", "Bash(touch *)"],
    ["cp a* b", "Bash(cp a* b)"],
    ["FOO=1 npm test", "Bash(FOO=1 npm test)"],
    ["$X y", undefined],
  ])("to %s would store %s", async (line, expected) => {
    const workspace = await answering({ answer: "allow", scope: "session" });
    const permissions = workspace.permissions({ rules: { user: rules({ ask: ["Bash(git grep *)"] }) } });
    await permissions.decide(commandCheck(workspace, line), NEVER);
    expect(workspace.asked[0]?.suggestedRule?.replaceAll("\\*", "*")).toBe(expected);
    await permissions.decide(commandCheck(workspace, line), NEVER);
    expect(workspace.asked).toHaveLength(expected === undefined ? 2 : 1);
  });

  it.each([
    ["Edit", "src/a.ts", "Edit(src/**)"],
    ["Edit", "package.json", "Edit(package.json)"],
  ])("to %s of %s would store %s", async (tool, path, expected) => {
    const workspace = await answering({ answer: "allow", scope: "session" });
    await workspace.permissions().decide(await pathCheck(workspace, tool, "write", path), NEVER);
    expect(workspace.asked[0]?.suggestedRule).toBe(expected);
  });

  it("with an edited rule stores what was written; what is no rule allows once and is reported (report 38)", async () => {
    const edited = await answering({ answer: "allow", scope: "session", rule: "Bash(make:*)" });
    const permissions = edited.permissions();
    await permissions.decide(commandCheck(edited, "make all"), NEVER);
    expect(permissions.rules()).toEqual([{ bucket: "session", action: "allow", text: "Bash(make *)" }]);
    const problems: string[] = [];
    const broken = await answering({ answer: "allow", scope: "session", rule: "Bash(" });
    const others = broken.permissions({ onProblem: (message) => problems.push(message) });
    expect(await others.decide(commandCheck(broken, "make all"), NEVER)).toMatchObject({ outcome: "allow" });
    expect(others.rules()).toEqual([]);
    expect(problems[0]).toMatch(/not kept.*not closed/);
  });

  it.each(["workspace", "user"] as const)("for the %s is kept in its file, once (report 32)", async (scope) => {
    const workspace = await answering({ answer: "allow", scope });
    const save = keepInRuleFiles(workspace.host);
    const kept: Promise<unknown>[] = [];
    const keep: typeof save = (...args) => {
      const done = save(...args);
      kept.push(done);
      return done;
    };
    for (const _ of [1, 2]) {
      await workspace.permissions({ save: keep }).decide(commandCheck(workspace, "make all"), NEVER);
      await Promise.all(kept);
    }
    const text = await readFile(ruleFilePath(scope, workspace.host.workspace), "utf8");
    expect(text.match(/Bash\(make all \*\)/g)).toHaveLength(1);
  });

  it("to a protected path grants exactly this path and nothing beside it", async () => {
    const workspace = await answering({ answer: "allow", scope: "session" });
    const permissions = workspace.permissions({ mode: "full-auto" });
    const paths = [".vscode/settings.json", ".vscode/settings.json", ".vscode/tasks.json"];
    for (const path of paths) await permissions.decide(await pathCheck(workspace, "Edit", "write", path), NEVER);
    expect(workspace.asked).toHaveLength(2);
    expect(workspace.asked[0]?.suggestedRule).toBeUndefined();
    expect(permissions.grants()).toHaveLength(2);
  });

  it.each<[ApprovalAnswer, string]>([
    [{ answer: "deny", scope: "once" }, "Permission denied"],
    [{ answer: "deny", scope: "once", feedback: "use pnpm" }, "Permission denied: use pnpm"],
  ])("that denies says so: %j", async (answer, message) => {
    const workspace = await answering(answer);
    expect(await workspace.permissions().decide(commandCheck(workspace, "npm test"), NEVER)).toMatchObject({
      outcome: "deny",
      message,
    });
  });

  it("that denies for the session denies exactly that", async () => {
    const workspace = await answering({ answer: "deny", scope: "session" });
    const permissions = workspace.permissions();
    for (const line of ["npm test", "npm test", "npm run x"])
      await permissions.decide(commandCheck(workspace, line), NEVER);
    expect(workspace.asked.map(({ subject }) => subject)).toEqual(["npm test", "npm run x"]);
  });

  it("cannot silence a hook that wants to be asked", async () => {
    const workspace = await answering({ answer: "allow", scope: "session" });
    const permissions = workspace.permissions();
    const hook = { decision: "ask" as const, reason: "look first" };
    for (const _ of [1, 2]) await permissions.decide(commandCheck(workspace, "ls", "Bash", { hook }), NEVER);
    expect(workspace.asked.map(({ reason }) => reason)).toEqual(["look first", "look first"]);
  });
});

describe("the log of decisions", () => {
  it("has one entry for each, with rule and bucket, and never what the call was about", async () => {
    const workspace = await answering({ answer: "deny", scope: "once", feedback: "secret words" });
    const entries: DecisionEntry[] = [];
    const user = rules({ deny: ["Bash(rm *)"], allow: ["Bash(make *)"] });
    const permissions = workspace.permissions({ rules: { user }, log: (entry) => entries.push(entry) });
    for (const line of ["ls src", "rm secret.txt", "make secret", "npm secret"]) {
      await permissions.decide(commandCheck(workspace, line), NEVER);
    }
    const common = { tool: "Bash", origin: "model", mode: "ask", protected: false };
    expect(entries).toMatchObject([
      { ...common, outcome: "allow" },
      { ...common, outcome: "deny", via: "deny-rule", specifier: "rm *", bucket: "user" },
      { ...common, outcome: "allow", via: "rule", specifier: "make *", bucket: "user" },
      { ...common, outcome: "deny", via: "prompt" },
    ]);
    const text = entries.map((entry) => decisionLine(entry, 0)).join("\n");
    expect(text).not.toMatch(/secret|src/);
    expect(text.split("\n")).toHaveLength(4);
  });
});
