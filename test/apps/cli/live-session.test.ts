import {
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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TELEMETRY_PROPERTIES } from "../../../src/pipeline/telemetry.ts";
import type { Result } from "./memory-io.ts";
import { run } from "./memory-io.ts";
import { removeFolderSync } from "../../support/remove-folder.ts";

let base = "";
let workspace = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-live-")));
  workspace = join(base, "work");
  put("work/a.txt", "one\ntwo\n");
});
afterEach(() => {
  removeFolderSync(base);
});

/** Writes a file of the world; paths begin at its top. */
function put(path: string, content: unknown): void {
  const full = join(base, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, typeof content === "string" ? content : JSON.stringify(content));
}

function runs(script: string, ...options: readonly string[]): Promise<Result> {
  return run(["run", "-e", script, "--workspace", workspace, ...options], {
    env: { TOOLCALL_STATE: join(base, "state") },
    home: join(base, "home"),
  });
}

function hooks(event: string, matcher: string, command: string): unknown {
  return { hooks: { [event]: [{ matcher, hooks: [{ type: "command", command }] }] } };
}

const USER_HOOKS = "home/.toolcall/hooks.jsonc";
const OWN_HOOKS = "work/.toolcall/hooks.jsonc";
const USER_SETTINGS = "home/.toolcall/settings.jsonc";
const OWN_SETTINGS = "work/.toolcall/settings.jsonc";

describe("hooks of a session", () => {
  it("deny a nested call when they end with 2: the call is not made, its row says so, the exit code is 3", async () => {
    put(USER_HOOKS, hooks("PreToolUse", "Bash", "echo no shells here >&2; exit 2"));
    const script = '(list (Bash :command "touch marker"))';
    const denied = await runs(script, "--mode", "full-auto");
    expect(denied.code).toBe(3);
    expect(denied.err).toContain("no shells here");
    expect(denied.err).not.toContain("Nobody could be asked");
    expect(denied.err).toMatch(/Bash: .*denied/);
    expect(existsSync(join(workspace, "marker"))).toBe(false);
    rmSync(join(base, USER_HOOKS));
    expect((await runs(script, "--mode", "full-auto")).code).toBe(0);
    expect(existsSync(join(workspace, "marker"))).toBe(true);
  });

  it("replace what a script gets from a call", async () => {
    const script = '(length (Read :file_path "a.txt"))';
    const bare = await runs(script);
    put(USER_HOOKS, hooks("PostToolUse", "Read", `echo '{"updatedResult":"four"}'`));
    expect(await runs(script)).toMatchObject({ code: 0, out: "4\n" });
    expect(bare.out).not.toBe("4\n");
  });

  it("refuse what the person asks for before anything is done, with the exit code of a denial, and are logged without it", async () => {
    const entry = (command: string) => [{ hooks: [{ type: "command", command }] }];
    put(USER_HOOKS, {
      hooks: { SessionStart: entry("exit 0"), UserPromptSubmit: entry("echo not today >&2; exit 2") },
    });
    const refused = await runs('(list (Bash :command "touch secret-name"))', "--mode", "full-auto");
    expect(refused.code).toBe(3);
    expect(refused.err).toContain("the request was refused by a UserPromptSubmit hook: not today");
    expect(existsSync(join(workspace, "secret-name"))).toBe(false);
    const log = readFileSync(join(base, "state/logs/hook.jsonl"), "utf8");
    expect(log).not.toContain("secret-name");
    const logged = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.map(({ hookEvent, outcome }) => [hookEvent, outcome])).toEqual([
      ["SessionStart", "none"],
      ["UserPromptSubmit", "deny"],
    ]);
  });

  it("of a workspace do nothing until the workspace is trusted and this content has been agreed to", async () => {
    put(OWN_HOOKS, hooks("PreToolUse", "Read", "touch ran; exit 2"));
    const ran = (): boolean => existsSync(join(workspace, "ran"));
    const script = '(list (Read :file_path "a.txt"))';
    const untrusted = await runs(script);
    expect(untrusted).toMatchObject({ code: 0 });
    expect(untrusted.err.split("is inert: the workspace is not trusted")).toHaveLength(2);
    const unknown = await runs(script, "--trust");
    expect(unknown).toMatchObject({ code: 0 });
    expect(unknown.err.split("is inert: you have not agreed")).toHaveLength(2);
    expect(ran()).toBe(false);

    expect(await runs(script, "--trust", "--trust-hooks")).toMatchObject({ code: 3 });
    expect(ran()).toBe(true);
    rmSync(join(workspace, "ran"));
    const again = await runs(script, "--trust");
    expect(again.code).toBe(3);
    expect(again.err).not.toContain("inert");
    rmSync(join(workspace, "ran"));
    expect(await runs(script)).toMatchObject({ code: 0 });

    put(OWN_HOOKS, hooks("PreToolUse", "Read", "touch ran; exit 2 # changed"));
    expect(await runs(script, "--trust")).toMatchObject({ code: 0 });
    expect(ran()).toBe(false);
  });

  it("are all refused when their file has a mistake, with its place", async () => {
    put(USER_HOOKS, '{\n  "hooks": {"PreTool": []}\n}');
    const { code, err } = await runs("1");
    expect(code).toBe(2);
    expect(err).toContain(`${join(base, USER_HOOKS)}:2:13: unknown event "PreTool"`);
    expect((await runs("1", "--trust-hooks")).err).toContain("--trust-hooks goes with --trust");
  });
});

describe("settings of a session", () => {
  const loop = "(let ((n 0)) (while (< n 1000) (setq n (+ n 1))) n)";

  it("change a budget, which --limit changes again", async () => {
    put(USER_SETTINGS, '{\n  // enough for most\n  "script.max-steps": 100,\n}');
    const { code, err } = await runs(loop);
    expect(code).toBe(1);
    expect(err).toContain("max-steps");
    expect(await runs(loop, "--limit", "max-steps=100000")).toMatchObject({ code: 0, out: "1000\n" });
  });

  it("say the mode that holds without --mode", async () => {
    put(USER_SETTINGS, { "permissions.mode": "full-auto" });
    const script = '(list (Write :file_path "b.txt" :content ""))';
    expect((await runs(script, "--mode", "ask")).code).toBe(3);
    expect((await runs(script)).code).toBe(0);
  });

  it("of a workspace go over the person's where it is trusted, and count nowhere else", async () => {
    put(USER_SETTINGS, { "script.max-steps": 100_000 });
    put(OWN_SETTINGS, { "script.max-steps": 100 });
    const untrusted = await runs(loop);
    expect(untrusted.code).toBe(0);
    expect(untrusted.err).toContain(`${join(base, OWN_SETTINGS)} is not used`);
    expect((await runs(loop, "--trust")).code).toBe(1);
  });

  it.each([
    ['{"script.max-step": 1}', "1:2: there is no setting script.max-step"],
    ['{\n  "script.max-steps": "many"\n}', "2:3: script.max-steps takes a whole number"],
    ['{"permissions.mode": "ask",\n "permissions.mode": "plan"}', "2:2: permissions.mode is given twice"],
    ["{", "1:2: this is not JSON with comments"],
    ["[]", "1:1: the file is one object"],
  ])("are refused with line and column when they are %j", async (text, message) => {
    put(USER_SETTINGS, text);
    const { code, err } = await runs("1");
    expect(code).toBe(2);
    expect(err).toContain(`${join(base, USER_SETTINGS)}:${message}`);
  });
});

describe("the log files of a session", () => {
  const logs = (): string => join(base, "state/logs");

  it("tell of calls, decisions and hooks without arguments, results, commands or paths", async () => {
    put(USER_HOOKS, hooks("PreToolUse", "Bash", "echo SECRET-REASON >&2; exit 2"));
    put("work/a.txt", "SECRET-CONTENT");
    await runs('(list (Read :file_path "a.txt") (Bash :command "echo SECRET-COMMAND"))', "--mode", "full-auto");
    expect(readdirSync(logs()).toSorted()).toEqual(["hook.jsonl", "permission.jsonl", "telemetry.jsonl"]);
    const text = readdirSync(logs())
      .map((name) => readFileSync(join(logs(), name), "utf8"))
      .join("");
    expect(text).not.toMatch(/SECRET|a\.txt|echo/);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(new Set(lines.map(({ event }) => event))).toEqual(
      new Set([
        "script-started",
        "tool-received",
        "permission-decided",
        "tool-finished",
        "hook-ran",
        "script-finished",
      ]),
    );
    const known = new Set([
      "schema",
      "time",
      "elapsedMs",
      "sequence",
      "event",
      "session",
      "turn",
      ...TELEMETRY_PROPERTIES,
    ]);
    expect(lines.flatMap((line) => Object.keys(line)).filter((name) => !known.has(name))).toEqual([]);
    expect(lines.every(({ session, turn }) => session !== "" && typeof turn === "string")).toBe(true);
  });

  it("fail no work when they cannot be written", async () => {
    put("state/logs", "a file where the folder would be");
    expect(await runs('(list (Read :file_path "a.txt"))')).toMatchObject({ code: 0 });
  });
});
