import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workspace } from "../../../src/ports/host.ts";
import { comparable, isWithin, lexicalPath } from "../../../src/pipeline/permission/lexical-path.ts";
import { protectionOf } from "../../../src/pipeline/permission/protected-path.ts";
import { check, makeWorkspace, NEVER, pathCheck, rules } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

describe("where a path really is decides (report 45)", () => {
  let workspace: PermissionWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace();
  });
  afterEach(() => workspace.remove());

  it.each<[string, "read" | "write", string, "allow" | "ask"]>([
    ["a link inside", "read", "inner/a.ts", "allow"],
    ["a link inside", "write", "inner/a.ts", "allow"],
    ["a link to a folder outside", "read", "outbox/secret.txt", "ask"],
    ["a link to a folder outside", "write", "outbox/secret.txt", "ask"],
    ["a new file behind a link outside", "write", "outbox/new/x", "ask"],
    ["a dangling link outside", "write", "dangling", "ask"],
    ["a dangling link outside", "read", "dangling", "ask"],
    ["a link to a protected file", "write", "settings-link", "ask"],
    ["climbing out", "read", "src/../../outside/secret.txt", "ask"],
    ["climbing out and back", "read", "../ws/src/a.ts", "allow"],
    ["climbing behind a link", "read", "inner/../a.ts", "allow"],
  ])("%s, to %s %s: %s", async (_, access, path, outcome) => {
    const tool = access === "read" ? "Read" : "Edit";
    const permissions = workspace.permissions({ mode: "edits" });
    expect((await permissions.explain(await pathCheck(workspace, tool, access, path))).outcome).toBe(outcome);
  });

  it("a rule that allows has to fit the real path", async () => {
    const permissions = workspace.permissions({
      rules: { user: rules({ allow: ["Edit(outbox/**)", "Edit(inner/**)"] }) },
    });
    for (const path of ["outbox/x", "inner/a.ts"]) {
      expect((await permissions.explain(await pathCheck(workspace, "Edit", "write", path))).outcome).toBe("ask");
    }
  });

  it.each(["Read(inner/**)", "Read(src/**)"])("a rule that denies has to fit one of the two: %s", async (deny) => {
    const permissions = workspace.permissions({ rules: { user: rules({ deny: [deny] }) } });
    expect((await permissions.explain(await pathCheck(workspace, "Read", "read", "inner/a.ts"))).outcome).toBe("deny");
  });

  it("a workspace that is reached through a link is inside by both its names", async () => {
    const alias = join(workspace.root, "..", "alias");
    await symlink("ws", alias);
    const host = { ...workspace.host, workspace: { ...workspace.host.workspace, roots: [alias] } };
    const permissions = workspace.permissions({ host, rules: { user: rules({ deny: ["Read(docs/**)"] }) } });
    for (const root of [alias, workspace.root]) {
      expect((await permissions.explain(await pathCheck(workspace, "Read", "read", `${root}/src/a.ts`))).outcome).toBe(
        "allow",
      );
      expect((await permissions.explain(await pathCheck(workspace, "Read", "read", `${root}/docs/x.md`))).outcome).toBe(
        "deny",
      );
    }
  });

  it("a link that moves after the path was looked up decides by where it leads now", async () => {
    const call = await pathCheck(workspace, "Read", "read", "inner/a.ts");
    await rm(join(workspace.root, "inner"));
    await symlink(workspace.outside, join(workspace.root, "inner"));
    expect((await workspace.permissions().explain(call)).outcome).toBe("ask");
  });

  it("a link that moves while it is asked makes a new question", async () => {
    await workspace.remove();
    const moved = await makeWorkspace(async () => {
      if (moved.asked.length === 1) {
        await rm(join(moved.root, "inner"));
        await symlink(moved.outside, join(moved.root, "inner"));
        return { answer: "allow", scope: "once" };
      }
      return { answer: "deny", scope: "once" };
    });
    workspace = moved;
    const call = await pathCheck(moved, "Edit", "write", "inner/secret.txt");
    const decided = await moved.permissions().decide(call, NEVER);
    expect(decided.outcome).toBe("deny");
    expect(moved.asked.map(({ subject }) => subject)).toEqual([
      `${moved.root}/src/secret.txt`,
      expect.stringContaining(`${moved.outside}/secret.txt`) as unknown,
    ]);
  });

  it("the question shows the real path and why it is asked (report 34)", async () => {
    await workspace.remove();
    workspace = await makeWorkspace(() => ({ answer: "deny", scope: "once" }));
    await workspace.permissions().decide(await pathCheck(workspace, "Read", "read", "outbox/secret.txt"), NEVER);
    const [question] = workspace.asked;
    expect(question?.subject).toBe(`${workspace.outside}/secret.txt`);
    expect(question?.reason).toContain(`${workspace.outside}/secret.txt (through ${workspace.root}/outbox/secret.txt)`);
    expect(question?.reason).toMatch(/outside the allowed folders/);
    expect(question?.suggestedRule).toBe(`Read(${workspace.outside}/secret.txt)`);
  });
});

const WINDOWS: Workspace = {
  roots: ["C:\\ws"],
  home: "C:\\Users\\Me",
  temp: "C:\\Temp",
  trusted: true,
  separator: "\\",
  ignoresCase: true,
};
const LINUX: Workspace = {
  ...WINDOWS,
  roots: ["/ws"],
  home: "/home/me",
  temp: "/tmp",
  separator: "/",
  ignoresCase: false,
};

describe("the text of a path", () => {
  it.each([
    ["a/./b/../c", "/ws/a/c", false],
    ["/a//b/", "/a/b", false],
    ["../../..", "/", false],
    ["~/x", "/home/me/x", false],
    ["~x", "/ws/~x", false],
    ["a\\b", "/ws/a\\b", false],
    ["file:///etc/x%20y", "/etc/x y", false],
    ["file:/etc/x", "/etc/x", false],
    ["FILE://localhost/etc/x", "/etc/x", false],
    ["file:///etc/%2e%2e/x", "/x", false],
    ["file://server/share", "/server/share", true],
    ["file:///a%zz", "/ws", true],
    ["a\0b", "/ws", true],
  ])("on POSIX %j is %s", (text, path, odd) => {
    const found = lexicalPath(text, "/ws", LINUX);
    expect({ path: found.path, odd: found.odd !== undefined }).toEqual({ path, odd });
  });

  it.each([
    ["src\\a.ts", "C:\\ws\\src\\a.ts", false],
    ["src/../b", "C:\\ws\\b", false],
    ["\\x", "C:\\x", false],
    ["d:/x/../../y", "d:\\y", false],
    ["file:///C:/x", "C:\\x", false],
    ["~\\x", "C:\\Users\\Me\\x", false],
    ["\\\\server\\share\\x", "\\\\server\\share\\x", true],
    ["//server/share/../x", "\\\\server\\share\\x", true],
    ["\\\\?\\C:\\x", "\\\\?\\C:\\x", true],
    ["\\\\.\\COM1", "\\\\.\\COM1", true],
    ["file://server/share/x", "\\\\server\\share\\x", true],
    ["a.txt::$DATA", "C:\\ws\\a.txt::$DATA", true],
    [".git.", "C:\\ws\\.git.", true],
    ["GIT~1\\config", "C:\\ws\\GIT~1\\config", true],
  ])("on Windows %s is %s", (text, path, odd) => {
    const found = lexicalPath(text, "C:\\ws", WINDOWS);
    expect({ path: found.path, odd: found.odd !== undefined }).toEqual({ path, odd });
  });

  it("is compared without case where the host has none", () => {
    expect(isWithin(comparable("c:\\WS\\Src", WINDOWS), comparable("C:\\ws", WINDOWS))).toBe(true);
    expect(isWithin(comparable("/WS/src", LINUX), comparable("/ws", LINUX))).toBe(false);
    expect(isWithin(comparable("/wsx", LINUX), comparable("/ws", LINUX))).toBe(false);
  });

  it.each([
    ["/ws/.git/config", "control"],
    ["/ws/a/.GIT/hooks/x", "control"],
    ["/ws/.git", "control"],
    ["/ws/.gitignore", undefined],
    ["/ws/x.code-workspace", "control"],
    ["/ws/.github/workflows/ci.yml", undefined],
    ["/ws/.github/hooks/x.json", "control"],
    ["/home/me/.ssh", "secret"],
    ["/home/me/.ssh/id", "secret"],
    ["/home/me/.sshx", undefined],
    ["/home/me/.config/gcloud/x", "secret"],
    ["/ws/.toolcall/permissions.jsonc", "control"],
    ["/ws/src/a.ts", undefined],
  ])("%s is protected as %s", (path, expected) => {
    expect(protectionOf(path, LINUX)).toBe(expected);
  });

  it("with an oddity is asked and never looked up", async () => {
    const workspace = await makeWorkspace();
    const looked: string[] = [];
    const files = {
      ...workspace.host.files,
      resolve: (path: string) => {
        looked.push(path);
        return Promise.resolve({ real: path, exists: true });
      },
    };
    const host = { ...workspace.host, files, workspace: WINDOWS };
    const permissions = workspace.permissions({ host, mode: "full-auto" });
    const path = "\\\\server\\share\\x";
    const call = check("Read", "read", [{ kind: "path", path, real: path, exists: true, access: "read" }]);
    expect(await permissions.explain(call)).toMatchObject({ outcome: "ask", via: "workspace-boundary" });
    expect(looked).not.toContain(path);
    await workspace.remove();
  });
});
