import { afterEach, describe, expect, it } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import { agreesTo } from "../../../src/pipeline/permission/gravity.ts";
import type { PermissionControl } from "../../../src/pipeline/permission/create-permissions.ts";
import type { PermissionCheck } from "../../../src/pipeline/permissions.ts";
import type { ApprovalAnswer } from "../../../src/ports/approval.ts";
import { commandCheck, makeWorkspace, NEVER, pathCheck } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

const opened: PermissionWorkspace[] = [];
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.remove();
});

const ONCE: ApprovalAnswer = { answer: "allow", scope: "once" };

/** A person who answers when the test does, by the call's id, and what is told of questions. */
async function withPerson() {
  const open = new Map<string, (answer: ApprovalAnswer) => void>();
  const told: string[] = [];
  const workspace = await makeWorkspace(
    ({ callId }, cancel) =>
      new Promise((resolve) => {
        const end = (answer: ApprovalAnswer): void => {
          open.delete(callId);
          resolve(answer);
        };
        open.set(callId, end);
        cancel.onCancel(() => end({ answer: "withdrawn" }));
      }),
  );
  opened.push(workspace);
  const permissions = workspace.permissions({
    told: {
      asked: ({ callId }) => told.push(`${callId} asked`),
      answered: ({ callId }, { answer }, along) =>
        told.push(`${callId} ${answer}${along === undefined ? "" : ` along ${along}`}`),
      decided: ({ callId }) => told.push(`${callId} decided`),
    },
  });
  return { workspace, permissions, told, open };
}

const inGroup = (callId: string, group = "e#1"): Partial<PermissionCheck> => ({ callId, group, source: "script" });

function decideAll(permissions: PermissionControl, checks: readonly PermissionCheck[]) {
  return checks.map((check) => permissions.decide(check, NEVER));
}

describe("the questions of one parallel join", () => {
  it("are open together, in order, and may be answered in any order; others wait behind them", async () => {
    const { workspace, permissions, open, told } = await withPerson();
    const checks = [
      commandCheck(workspace, "make a", "Bash", inGroup("e/1")),
      commandCheck(workspace, "make b", "Bash", { callId: "other" }),
      commandCheck(workspace, "make c", "Bash", inGroup("e/2")),
    ];
    const decided = decideAll(permissions, checks);
    await expect.poll(() => [...open.keys()]).toEqual(["e/1", "e/2"]);
    expect(told).toEqual(["e/1 asked", "other asked", "e/2 asked"]);
    open.get("e/2")!({ answer: "deny", scope: "once" });
    expect(await decided[2]).toMatchObject({ outcome: "deny" });
    expect([...open.keys()]).toEqual(["e/1"]);
    open.get("e/1")!(ONCE);
    await expect.poll(() => [...open.keys()]).toEqual(["other"]);
    open.get("other")!(ONCE);
    expect((await Promise.all(decided)).map(({ outcome }) => outcome)).toEqual(["allow", "allow", "deny"]);
  });

  it("are all settled by an answer for the rest, which names what the person saw", async () => {
    const { workspace, permissions, open, told } = await withPerson();
    const ids = ["e/1", "e/2", "e/3", "e/4"];
    const decided = decideAll(
      permissions,
      ids.map((id) => commandCheck(workspace, `make ${id}`, "Bash", inGroup(id))),
    );
    await expect.poll(() => open.size).toBe(4);
    open.get("e/2")!({ ...ONCE, rest: ["e/1", "e/3"] });
    for (const at of [0, 1, 2]) expect(await decided[at]).toMatchObject({ outcome: "allow", via: "prompt" });
    expect(told.slice(4)).toEqual(["e/2 allow", "e/1 allow along e/2", "e/3 allow along e/2"]);
    await expect.poll(() => [...open.keys()]).toEqual(["e/4"]);
    open.get("e/4")!({ answer: "deny", scope: "once" });
    expect(await decided[3]).toMatchObject({ outcome: "deny" });
  });

  it("are all denied with the same words", async () => {
    const { workspace, permissions, open } = await withPerson();
    const ids = ["e/1", "e/2"];
    const decided = decideAll(
      permissions,
      ids.map((id) => commandCheck(workspace, `make ${id}`, "Bash", inGroup(id))),
    );
    await expect.poll(() => open.size).toBe(2);
    open.get("e/1")!({ answer: "deny", scope: "once", feedback: "not now", rest: ["e/2"] });
    const denied = { outcome: "deny", message: "Permission denied: not now" };
    expect(await Promise.all(decided)).toMatchObject([denied, denied]);
  });

  it("stay open where the answer for the rest does not mean them: other groups, stricter reasons, greater effects", async () => {
    const { workspace, permissions, open } = await withPerson();
    const checks = [
      { ...(await pathCheck(workspace, "Edit", "write", "src/a.ts")), ...inGroup("e/1") },
      { ...(await pathCheck(workspace, "Edit", "write", "src/b.ts")), ...inGroup("e/2") },
      { ...(await pathCheck(workspace, "Edit", "write", ".vscode/settings.json")), ...inGroup("e/3") },
      { ...(await pathCheck(workspace, "Edit", "write", "../outside/x.txt")), ...inGroup("e/4") },
      commandCheck(workspace, "make", "Bash", inGroup("e/5")),
    ];
    const decided = decideAll(permissions, checks);
    await expect.poll(() => open.size).toBe(5);
    const other = permissions.decide(commandCheck(workspace, "make", "Bash", inGroup("f/1", "f#1")), NEVER);
    open.get("e/1")!({ ...ONCE, rest: ["e/2", "e/3", "e/4", "e/5", "f/1"] });
    expect(await decided[1]).toMatchObject({ outcome: "allow" });
    await expect.poll(() => [...open.keys()]).toEqual(["e/3", "e/4", "e/5"]);
    for (const id of ["e/3", "e/4", "e/5", "f/1"]) {
      await expect.poll(() => open.has(id)).toBe(true);
      open.get(id)!({ answer: "deny", scope: "once" });
    }
    expect((await Promise.all([...decided.slice(2), other])).every(({ outcome }) => outcome === "deny")).toBe(true);
  });

  it("are settled by a rule that the answer to one of them made", async () => {
    const { workspace, permissions, open, told } = await withPerson();
    const decided = decideAll(
      permissions,
      ["e/1", "e/2", "e/3"].map((id) => commandCheck(workspace, `npm run ${id}`, "Bash", inGroup(id))),
    );
    await expect.poll(() => open.size).toBe(3);
    open.get("e/2")!({ answer: "allow", scope: "session", rule: "Bash(npm run *)" });
    expect((await Promise.all(decided)).map(({ outcome }) => outcome)).toEqual(["allow", "allow", "allow"]);
    expect(told.slice(3)).toEqual(["e/2 allow", "e/1 decided", "e/3 decided"]);
    expect(open.size).toBe(0);
  });

  it("are taken back one by one when their calls are cancelled", async () => {
    const { workspace, permissions, open, told } = await withPerson();
    const sources = [createCancelSource(), createCancelSource()];
    const decided = sources.map(({ token }, at) =>
      permissions.decide(commandCheck(workspace, `make ${at}`, "Bash", inGroup(`e/${at}`)), token),
    );
    await expect.poll(() => open.size).toBe(2);
    sources[0]!.cancel("stop");
    expect(await decided[0]).toMatchObject({ outcome: "withdrawn" });
    expect([...open.keys()]).toEqual(["e/1"]);
    open.get("e/1")!(ONCE);
    expect(await decided[1]).toMatchObject({ outcome: "allow" });
    expect(told).toEqual(["e/0 asked", "e/1 asked", "e/0 withdrawn", "e/1 allow"]);
  });
});

describe("an answer counts for another question", () => {
  it.each([
    [{ via: "mode", access: "write" }, { via: "mode", access: "write" }, true],
    [{ via: "mode", access: "write" }, { via: "mode", access: "read" }, true],
    [{ via: "workspace-boundary", access: "read" }, { via: "mode", access: "read" }, true],
    [{ via: "mode", access: "read" }, { via: "mode", access: "write" }, false],
    [{ via: "mode", access: "write" }, { via: "mode", access: "run" }, false],
    [{ via: "mode", access: "run" }, { via: "mode", access: "write" }, false],
    [{ via: "mode", access: "write" }, { via: "workspace-boundary", access: "write" }, false],
    [{ via: "rule", access: "write" }, { via: "pre-tool-hook", access: "write" }, false],
    [{ via: "tool-slot", access: "run" }, { via: "protected-path", access: "run" }, false],
    [{ via: "protected-path", access: "write" }, { via: "protected-path", access: "write" }, true],
    [{ via: "protected-path", access: "write" }, { via: "prompt", access: "write" }, false],
  ] as const)("given for %j, for %j: %s", (given, other, expected) => {
    expect(agreesTo(given, other)).toBe(expected);
  });
});
