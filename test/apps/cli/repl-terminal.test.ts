import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { historyPath } from "../../../src/apps/cli/repl-history.ts";
import { runCli } from "../../../src/apps/cli/run-cli.ts";
import type { World } from "./memory-io.ts";
import { memoryIo } from "./memory-io.ts";

const HISTORY = "/home/ada/.cache/toolcall/history";

/** Types into a prompt on a terminal, waiting for each expected answer before going on. */
async function session(
  script: readonly (readonly [keys: string, answer: string])[],
  world: World = {},
): Promise<{
  readonly code: number;
  readonly shown: string;
  readonly history: readonly string[];
}> {
  const memory = memoryIo({ tick: 1, ...world });
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const write = (text: string): void => void output.write(text);
  const io = { ...memory.io, out: write, err: write, terminal: { input, output } };
  const ended = runCli(["repl", "--limit", "max-steps=1000000000"], io);
  for (const [keys, answer] of script) {
    const before = shown.length;
    input.write(keys);
    await expect.poll(() => shown.slice(before), { timeout: 20_000 }).toContain(answer);
  }
  input.end();
  const code = await ended;
  return { code, shown, history: (memory.files()[HISTORY] ?? "").split("\n") };
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

describe("the prompt on a terminal", () => {
  it("evaluates an entry once it is balanced, and asks on until then", async () => {
    const { code } = await session([
      ["(+ 1\r", "... "],
      ["2)\r", "3\n"],
      [CTRL_D, ""],
    ]);
    expect(code).toBe(0);
  });

  it("keeps nothing between entries", async () => {
    const { shown } = await session([
      ["(defun f (x) x) (f 1)\r", "1\n"],
      ["(f 2)\r", "Unknown function"],
    ]);
    expect(shown).toContain("E120");
  });

  it("goes on after an error and leaves with exit code 0", async () => {
    const { code } = await session([
      ["(car 5)\r", "E310"],
      ["(+ 20 2)\r", "22\n"],
      [":quit\r", ""],
    ]);
    expect(code).toBe(0);
  });

  it("ends a running script on Ctrl-C and keeps the prompt", async () => {
    const { shown } = await session([
      ["(while t)\r", "(while t)\r\n"],
      [CTRL_C, "interrupted after"],
      ["(+ 20 3)\r", "23\n"],
    ]);
    expect(shown).toMatch(/interrupted after \d+ steps\n/);
  });

  it("drops a half-typed entry on Ctrl-C and says how to leave on an empty line", async () => {
    await session([
      ["(list 1\r", "... "],
      [CTRL_C, "^C"],
      [CTRL_C, ":quit"],
      ["(+ 20 4)\r", "24\n"],
    ]);
  });

  it("starts from the saved history and saves new lines", async () => {
    const up = "\u001b[A";
    const { history } = await session(
      [
        [`${up}\r`, "7\n"],
        ["(+ 4 5)\r", "9\n"],
      ],
      { files: { [HISTORY]: "(+ 1 1)\n(+ 3 4)\n" } },
    );
    expect(history).toEqual(["(+ 1 1)", "(+ 3 4)", "(+ 4 5)", ""]);
  });

  it("completes operators and its own commands", async () => {
    await session([
      ["(string-pre\t", "string-prefix-p"],
      [CTRL_C, "^C"],
      [":ref\t", ":reference"],
    ]);
  });
});

describe("the history file", () => {
  it.each([
    ["linux", {}, "/home/ada/.cache/toolcall/history"],
    ["linux", { XDG_CACHE_HOME: "/var/cache/ada" }, "/var/cache/ada/toolcall/history"],
    ["linux", { XDG_CACHE_HOME: "relative" }, "/home/ada/.cache/toolcall/history"],
    ["darwin", {}, "/home/ada/Library/Caches/toolcall/history"],
    ["win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local/toolcall/history"],
  ])("is in the cache folder of %s with %j", (platform, env, path) => {
    expect(historyPath({ env, platform, home: "/home/ada" })).toBe(path);
  });

  it("is nowhere without a home", () => {
    expect(historyPath({ env: {}, platform: "linux", home: "" })).toBeUndefined();
  });
});
