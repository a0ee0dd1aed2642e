import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../src/apps/cli/run-cli.ts";
import { parseEvent } from "../../../src/protocol/events.ts";
import type { Result, World } from "./memory-io.ts";
import { memoryIo, run } from "./memory-io.ts";
import { removeFolderSync } from "../../support/remove-folder.ts";

let base = "";
let workspace = "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-run-")));
  workspace = join(base, "work");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "a.txt"), "one\ntwo\n");
});
afterEach(() => {
  removeFolderSync(base);
});

function world(more: World = {}): World {
  return { ...more, env: { TOOLCALL_STATE: join(base, "state") }, home: join(base, "home") };
}

/** Runs a command in the workspace, where nobody can be asked. */
function there(command: string, ...args: readonly string[]): Promise<Result> {
  return run([command, ...args, "--workspace", workspace], world());
}

/** Commands that know no workspace. */
function kept(...args: readonly string[]): Promise<Result> {
  return run(args, world());
}

function lines(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}

const WRITE = '(Write :file_path "b.txt" :content "new\\n")';
const TWO_READS = '(parallel (Read :file_path "a.txt") (Read :file_path "none.txt"))';

describe("run", () => {
  it("prints the value and shows the calls as rows on standard error", async () => {
    const { code, out, err } = await there("run", "-e", `(length ${TWO_READS})`);
    expect({ code, out }).toEqual({ code: 0, out: "2\n" });
    expect(err.replaceAll(/ · \d+\.\ds/g, "").replace(/\d+ bytes/, "some bytes")).toBe(
      [
        "  ┌ ✓ Read: a.txt (2 lines)",
        "  └ × Read: none.txt (failed)",
        `    ${workspace}/none.txt does not exist`,
        "! ToolCall: 2 calls · 1 failed (completed)",
        "Kept out of a conversation with a model: some bytes of text.",
        "",
      ].join("\n"),
    );
  });

  it("draws a direct call as its tool and fails with it", async () => {
    const good = await there("run", '(Read :file_path "a.txt")');
    expect(good).toMatchObject({ code: 0, out: "1\tone\n2\ttwo\n", err: "✓ Read: a.txt (2 lines)\n" });
    const bad = await there("run", '(Read :file_path "none.txt")');
    expect(bad).toMatchObject({ code: 1, out: "" });
    expect(bad.err).toContain("none.txt does not exist");
  });

  it("tells a script's error with its place and exit code 1", async () => {
    const { code, out, err } = await there("run", "-e", "(list 1)\n(car 5)");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("E310 <expression>:2:6");
    expect((await there("run", "-e", "(Reed)")).err).toContain("try: Read");
  });

  it("denies what has to be asked where nobody can be, with exit code 3 and the account", async () => {
    const { code, out, err } = await there("run", "-e", `(list (Read :file_path "a.txt") ${WRITE})`);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("nested Write was denied");
    expect(err).toContain("Nobody could be asked");
    expect(err).toContain('- ptc-1/1 Read (:file_path "a.txt") (success)');
    expect(existsSync(join(workspace, "b.txt"))).toBe(false);
  });

  it.each([
    [["--allow", "Write(*.txt)"], 0],
    [["--mode", "edits"], 0],
    [["--mode", "full-auto"], 0],
    [["--mode", "plan"], 3],
    [["--mode", "full-auto", "--deny", "Write(b.*)"], 3],
    [["--allow", "Write(c.txt)"], 3],
  ] as const)("follows rules and modes of the command line: %j", async (options, code) => {
    expect((await there("run", "-e", `(list ${WRITE})`, ...options)).code).toBe(code);
    expect(existsSync(join(workspace, "b.txt"))).toBe(code === 0);
  });

  it("takes a tool away that is denied altogether", async () => {
    expect(await there("run", "-e", WRITE, "--deny", "Write")).toMatchObject({ code: 1 });
  });

  it("writes every event as a line of JSON, and the whole result last", async () => {
    const { code, out, err } = await there("run", "-e", TWO_READS, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [last, ...events] = lines(out).toReversed();
    const parsed = events.toReversed().map(parseEvent);
    expect(parsed.every(({ ok }) => ok)).toBe(true);
    const kinds = parsed.flatMap((each) => (each.ok ? [each.event.kind] : []));
    expect(kinds.slice(0, 3)).toEqual(["session-opened", "turn-started", "envelope-opened"]);
    expect(kinds.slice(-2)).toEqual(["envelope-settled", "turn-ended"]);
    expect(JSON.parse(last ?? "")).toMatchObject({ kind: "run-ended", outcome: "completed", exit: 0 });
  });

  it("ends after the time that --timeout gives, direct calls too", async () => {
    const sleeping = '(Bash :command "sleep 30")';
    const options = ["--timeout", "1", "--allow", "Bash(sleep *)"];
    const composed = await there("run", "-e", `(list ${sleeping})`, ...options);
    expect(composed.code).toBe(1);
    expect(composed.err).toContain("max-seconds");
    const direct = await there("run", "-e", sleeping, ...options);
    expect(direct.code).toBe(1);
    expect(direct.err).toContain("--timeout");
  }, 20_000);

  it.each([
    [["-e", "1", "--timeout", "soon"], "--timeout takes whole seconds"],
    [["-e", "1", "--allow", "Bash("], "The parenthesis is not closed"],
    [["-e", "1", "--mode", "yolo"], "--mode takes ask, edits, plan or full-auto"],
    [["-e", "1", "--workspace", "/no/such/folder"], "/no/such/folder cannot be used"],
    [["-e", "1", "--session", "nothing"], "session cannot be opened"],
    [[], "no script is given"],
  ])("says what is wrong with its use: %j", async (args, message) => {
    const { code, err } = await kept("run", ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("run on a terminal", () => {
  /** Runs a script while somebody types what is wanted once the expected text has appeared. */
  async function typed(
    script: string,
    steps: readonly (readonly [appears: string, keys: string])[],
    ...options: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly shown: string }> {
    const memory = memoryIo(world());
    const keys = new PassThrough();
    let shown = "";
    let interrupt: () => void = () => undefined;
    const io = {
      ...memory.io,
      now: () => performance.now() * 1_000,
      err: (text: string) => void (shown += text),
      screen: { columns: () => 100, lines: () => 30, keys },
      onInterrupt: (listener: () => void) => {
        interrupt = listener;
        return () => undefined;
      },
    };
    const ended = runCli(["run", "-e", script, "--workspace", workspace, ...options], io);
    for (const [appears, text] of steps) {
      await expect.poll(() => shown, { timeout: 20_000 }).toContain(appears);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (text === "SIGINT") interrupt();
      else keys.write(text);
    }
    return { code: await ended, out: memory.out(), shown };
  }

  it("asks, and goes on with the answer", async () => {
    const { code, shown } = await typed(`(list ${WRITE})`, [["view all", "a"]]);
    expect(code).toBe(0);
    expect(shown).toContain(`Path      ${workspace}/b.txt`);
    expect(shown).toContain("+new");
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("new\n");
  });

  it("asks once for what is allowed in the session", async () => {
    const script = '(list (Write :file_path "d/b.txt" :content "1") (Write :file_path "d/c.txt" :content "2"))';
    const { code, shown } = await typed(script, [["view all", "s"]]);
    expect(code).toBe(0);
    expect(shown.split("Permission is asked")).toHaveLength(2);
  });

  it("tells a denial's reason and exits with 3", async () => {
    const { code, shown } = await typed(`(list ${WRITE})`, [
      ["view all", "f"],
      ["why: ", "not here\r"],
    ]);
    expect(code).toBe(3);
    expect(shown).toContain("nested Write was denied: not here");
  });

  it("keeps a rule in the workspace where that is trusted, and offers it nowhere else", async () => {
    const trusted = await typed(`(list ${WRITE})`, [["view all", "A"]], "--trust");
    expect(trusted.code).toBe(0);
    await expect
      .poll(() => readFileSync(join(workspace, ".toolcall/permissions.jsonc"), "utf8"))
      .toContain('"Write(b.txt)"');
    const other = await typed('(list (Write :file_path "c.txt" :content "1"))', [["view all", "d"]]);
    expect(other.shown).not.toContain("always in this workspace");
    expect(other.shown).toContain("is not used, because the workspace is not trusted");
  });

  it("stops on Ctrl-C, in a question as well, and exits with 130 once its calls have ended", async () => {
    const asked = await typed(`(list ${WRITE})`, [["view all", "\u0003"]]);
    expect(asked.code).toBe(130);
    const slept = await typed(
      '(list (Bash :command "sleep 30; touch late.txt"))',
      [["Bash active", "SIGINT"]],
      "--mode",
      "full-auto",
    );
    expect(slept.code).toBe(130);
    expect(slept.shown).toContain("stopping; Ctrl-C again leaves at once");
    expect(slept.shown).toContain("script interrupted");
  });
});

describe("call", () => {
  it("makes one call with JSON arguments", async () => {
    expect(await there("call", "Read", '{"file_path":"a.txt","limit":1}')).toMatchObject({ code: 0 });
    const stdin = '{"file_path":"a.txt","offset":2}';
    const piped = await run(["call", "Read", "-", "--workspace", workspace], world({ stdin }));
    expect(piped.out).toBe("2\ttwo\n");
    expect((await there("call", "Read", '{"path":1}')).code).toBe(1);
    expect((await there("call", "Write", '{"file_path":"b","content":""}')).code).toBe(3);
  });

  it.each([
    ["Read", "[1]", "one JSON object"],
    ["Read", "{", "not JSON"],
    ["Raed", "{}", "Did you mean Read?"],
  ])("refuses %s %s", async (tool, text, message) => {
    const { code, err } = await there("call", tool, text);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("tools", () => {
  it("answers contracts and shapes as ToolSearch does", async () => {
    expect((await kept("tools", "Read")).out).toContain("- file_path string required");
    expect((await kept("tools")).out).toMatch(/^Found \d+ tools:\n- \(ApplyPatch /);
    expect(await kept("tools", "nothing-like-that")).toMatchObject({ code: 1 });
    const [object] = lines((await kept("tools", "Bash", "--json")).out).map((line) => JSON.parse(line) as unknown);
    expect(object).toMatchObject({ ok: true, tools: [{ name: "Bash", effect: "run" }] });
  });
});

describe("sessions", () => {
  it("are listed, shown, continued and recovered", async () => {
    expect(await kept("sessions")).toMatchObject({ code: 0, out: "There are no sessions yet.\n" });
    expect((await kept("show")).code).toBe(2);
    await there("run", "-e", TWO_READS);
    const listed = (await kept("sessions")).out;
    expect(listed).toContain("1 script, 2 calls, 0 changes");
    const id = listed.split(" ")[0] ?? "";
    const more = await there("run", "-e", '(Read :file_path "a.txt")', "--session", id);
    expect(more.err).toBe("✓ Read: a.txt (2 lines)\n");
    const shown = await kept("show", id.slice(0, 12), "--ids");
    expect(shown.out.replaceAll(/ · \d+\.\ds/g, "")).toBe(
      [
        "! ptc-1  ToolCall: 2 calls · 1 failed (completed)",
        "  ┌ ✓ ptc-1/1  Read: a.txt (2 lines)",
        "  └ × ptc-1/2  Read: none.txt (failed)",
        `    ${workspace}/none.txt does not exist`,
        "✓ ptc-2  Read: a.txt (2 lines)",
        "",
      ].join("\n"),
    );
    expect((await kept("show", "last", "ptc-1/1")).out).toBe("1\tone\n2\ttwo\n");
    expect((await kept("show", "last", "ptc-9")).code).toBe(2);
    expect((await kept("recover")).out).toBe("1 session looked at\n");
  });

  it("show the whole of a long output that the journal has only the beginning of", async () => {
    const text = `${"word ".repeat(200)}\n`;
    writeFileSync(join(workspace, "long.txt"), text);
    await there("run", "-e", '(length (list (Read :file_path "long.txt")))');
    expect((await kept("show", "last", "ptc-1/1")).out).toBe(`1\t${text}`);
  });

  it("mark as interrupted what had no end", async () => {
    const { out } = await there("run", "-e", TWO_READS, "--json");
    const events = lines(out).slice(0, -1);
    const { session } = JSON.parse(events[0] ?? "") as { session: string };
    const unfinished = events.filter((line) => !/"kind":"(?:envelope-settled|turn-ended)"/.test(line));
    writeFileSync(join(base, "state/sessions", session, "journal.jsonl"), `${unfinished.join("\n")}\n`);
    expect((await kept("show", "last")).err).toContain("toolcall recover");
    expect((await kept("recover", session)).out).toContain(`${session}: 1 end written: ptc-1`);
    expect((await kept("show", "last")).out).toContain("(interrupted)");
  });
});

describe("undo", () => {
  it("puts back, keeps what came later, and says when there is nothing", async () => {
    expect((await there("undo")).code).toBe(2);
    await there("run", "-e", WRITE, "--mode", "edits");
    await there("run", "-e", "1");
    expect(await there("undo")).toMatchObject({
      code: 0,
      out: `removed       ${workspace}/b.txt\nturn-1: 1 file undone\n`,
    });
    expect(existsSync(join(workspace, "b.txt"))).toBe(false);
    expect(await there("undo")).toMatchObject({ code: 1 });
    expect(await there("redo")).toMatchObject({ code: 0 });
    writeFileSync(join(workspace, "b.txt"), "mine\n");
    const left = await there("undo");
    expect(left.code).toBe(1);
    expect(left.out).toContain("left as it is");
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("mine\n");
  });
});

describe("what a terminal is shown of outputs", () => {
  it("steers nothing, while programs get every character", async () => {
    writeFileSync(join(workspace, "esc.txt"), "\u001b]52;c;eA==\u0007\u202eb\n");
    const read = '(Read :file_path "esc.txt")';
    const shown = async (outIsTerminal: boolean, ...args: readonly string[]): Promise<string> =>
      (await run([...args], { ...world(), outIsTerminal })).out;
    const raw = "1\t\u001b]52;c;eA==\u0007\u202eb\n";
    const safe = "1\t\\x1b]52;c;eA==\\x07\\u202eb\n";
    const there = ["--workspace", workspace];
    expect(await shown(false, "run", "-e", read, ...there)).toBe(raw);
    expect(await shown(true, "run", "-e", read, ...there)).toBe(safe);
    expect(await shown(true, "call", "Read", '{"file_path": "esc.txt"}', ...there)).toBe(safe);
    expect(await shown(true, "run", "-e", `(concat ${read})`, ...there)).toBe(safe);
    expect(await shown(true, "show", "last", "ptc-1/1")).toBe(safe);
    expect(await shown(true, "eval", '"\u001b[8m"')).toBe("\\x1b[8m\n");
  });
});

describe("permissions", () => {
  it("are added once, listed, explained and removed", async () => {
    await there("permissions", "add", "Bash(npm test *)");
    await there("permissions", "add", "Bash(npm test *)");
    expect((await there("permissions", "list")).out).toBe("user        allow  Bash(npm test *)\n");
    const explained = async (call: string): Promise<string> => (await there("permissions", "explain", call)).out;
    expect(await explained('(Bash :command "npm test all")')).toMatch(/^allow: .*Bash\(npm test \*\)/);
    expect(await explained('(Bash :command "npm test; rm -r x")')).toMatch(/^ask: /);
    expect(await explained('(Read :file_path "a.txt")')).toMatch(/^allow: /);
    await there("permissions", "remove", "Bash(npm test *)");
    expect((await there("permissions", "list")).out).toBe("There are no rules.\n");
  });

  it("that are not there cannot be removed, and another list that has the rule is named", async () => {
    await there("permissions", "add", "Read(.env)", "--action", "deny");
    const wrong = await there("permissions", "remove", "Read(.env)");
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toContain("has no rule allow Read(.env); deny Read(.env) stands there: --action deny removes it");
    expect((await there("permissions", "list")).out).toContain("deny   Read(.env)");
    expect((await there("permissions", "remove", "Read(a)")).err).toContain("`toolcall permissions list` shows");
  });

  it("about a tool that does not exist are told", async () => {
    const added = await there("permissions", "add", "Raed(.env)", "--action", "deny");
    expect(added).toMatchObject({ code: 0 });
    expect(added.err).toContain(
      "no tool is called Raed, so the rule Raed(.env) matches nothing here. Did you mean Read?",
    );
    expect((await there("run", "-e", "1", "--deny", "Frobnicate")).err).toContain("The tools are Read, Grep,");
    expect((await there("permissions", "add", "server/tool")).err).toBe("");
  });

  it("of a workspace hold only where it is trusted", async () => {
    await there("permissions", "add", "Write", "--scope", "workspace");
    expect((await there("run", "-e", WRITE)).code).toBe(3);
    expect((await there("run", "-e", WRITE, "--trust")).code).toBe(0);
  });

  it.each([
    [["forget"], "takes list, add, remove, explain"],
    [["add"], "needs one argument"],
    [["list", "x"], "takes no argument"],
    [["add", "Bash("], "not closed"],
    [["explain", "(+ 1 2)"], "makes no call"],
  ])("refuse %j", async (args, message) => {
    const { code, err } = await there("permissions", ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
