import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolderSync } from "../../support/remove-folder.ts";

const PROGRAM = fileURLToPath(new URL("../../../dist/toolcall.mjs", import.meta.url));
/** Built by `npm run build`, which `npm test` does first. */
const isBuilt = existsSync(PROGRAM);

describe.skipIf(!isBuilt)("the built program (skipped without dist/toolcall.mjs)", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "toolcall-cli-"));
  });
  afterAll(() => {
    removeFolderSync(folder);
  });

  const call = (
    args: readonly string[],
    input: string | Uint8Array = "",
  ): { code: number | null; out: string; err: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, input });
    return { code: status, out: stdout.toString("utf8"), err: stderr.toString("utf8") };
  };

  it("evaluates an expression, a file and standard input", () => {
    writeFileSync(join(folder, "sum.tcl"), "(+ 40 2)");
    expect(call(["eval", '(upcase "é")'])).toEqual({ code: 0, out: "É\n", err: "" });
    expect(call(["eval", "sum.tcl"])).toEqual({ code: 0, out: "42\n", err: "" });
    expect(call(["eval", "-"], '(concat "a"\n "b")')).toEqual({ code: 0, out: "ab\n", err: "" });
  });

  it("tells errors of scripts from errors of use by its exit code", () => {
    expect(call(["eval", "(car 5)"]).code).toBe(1);
    expect(call(["eval", "nothing.tcl"])).toMatchObject({ code: 2, out: "" });
    expect(call(["eval", folder]).code).toBe(2);
    expect(call(["check", folder])).toMatchObject({ code: 2, err: expect.stringContaining("is a folder") as string });
    expect(call(["check", "-"], Uint8Array.of(0x28, 0xff))).toMatchObject({ code: 2 });
    expect(call(["bogus"]).code).toBe(2);
  });

  it("writes formatted files in place", () => {
    writeFileSync(join(folder, "ugly.tcl"), "(list   1\n2 )");
    expect(call(["format", "--write", "ugly.tcl"]).code).toBe(0);
    expect(readFileSync(join(folder, "ugly.tcl"), "utf8")).toBe("(list 1 2)\n");
    expect(call(["format", "--check", "ugly.tcl"]).code).toBe(0);
  });

  it("reads entries from a pipe and fails when one of them does", () => {
    expect(call(["repl"], "(+ 1 2)\n(list\n 1)\n")).toEqual({ code: 0, out: "3\n(1)\n", err: "" });
    expect(call(["repl"], "(car 5)\n(+ 1 2)\n")).toMatchObject({ code: 1, out: "3\n" });
  });

  it("is quiet when its reader goes away", async () => {
    const child = spawn(process.execPath, [PROGRAM, "reference", "diagnostics", "--json"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
    child.stdout.destroy();
    await new Promise((resolve) => child.on("close", resolve));
    expect(err).toBe("");
  });

  it.skipIf(process.platform === "win32")("ends a running script on an interrupt", async () => {
    const child = spawn(process.execPath, [PROGRAM, "repl", "--limit", "max-steps=1000000000"], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
    child.stdin.write("(list :ready)\n");
    await expect.poll(() => out, { timeout: 20_000 }).toContain("(:ready)");
    child.stdin.write("(while t)\n");
    // The first signal may come before the script runs; it then ends the process, which is as good.
    const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
    const again = setInterval(() => child.kill("SIGINT"), 200);
    const how = await ended;
    clearInterval(again);
    expect([130, "SIGINT"]).toContain(how);
    if (how === 130) expect(err).toMatch(/interrupted after \d+ steps/);
  });

  describe.skipIf(process.platform === "win32")("running a script", () => {
    /** Starts a script whose command does not end by itself, and waits until it runs. */
    const start = async (command: string): Promise<Running> => {
      const script = `(list (Read :file_path "sum.tcl") (Bash :command "touch running; ${command}"))`;
      writeFileSync(join(folder, "sum.tcl"), "(+ 40 2)");
      rmSync(join(folder, "running"), { force: true });
      const child = spawn(process.execPath, [PROGRAM, "run", "-e", script, "--mode", "full-auto"], {
        cwd: folder,
        env: { ...process.env, TOOLCALL_STATE: join(folder, "state") },
      });
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
      const ended = new Promise<number | string | null>((resolve) =>
        child.on("close", (code, signal) => {
          resolve(code ?? signal);
        }),
      );
      await expect.poll(() => existsSync(join(folder, "running")), { timeout: 20_000 }).toBe(true);
      return { kill: (signal) => void child.kill(signal), ended, err: () => err };
    };
    const state = (...args: readonly string[]): string =>
      spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd: folder,
        env: { ...process.env, TOOLCALL_STATE: join(folder, "state") },
      }).stdout.toString("utf8");
    const stillRuns = (command: string): boolean =>
      spawnSync("ps", ["-A", "-o", "args"]).stdout.toString("utf8").split("\n").includes(command);

    it("settles its calls on an interrupt", async () => {
      const { kill, ended, err } = await start("sleep 71");
      kill("SIGINT");
      expect(await ended).toBe(130);
      expect(err()).toContain("Error: script interrupted");
      expect(state("show")).toMatch(/Read: sum\.tcl \(1 line\)\n.*Bash: .*\(cancelled\)/);
      expect(stillRuns("sleep 71")).toBe(false);
    });

    it("leaves at once on the second interrupt, whatever its calls do, and takes them along", async () => {
      const { kill, ended, err } = await start("trap '' INT TERM; sleep 72 & wait; sleep 72");
      kill("SIGINT");
      await expect.poll(err, { timeout: 20_000 }).toContain("leaves at once");
      kill("SIGINT");
      expect(await ended).toBe(130);
      await expect.poll(() => stillRuns("sleep 72"), { timeout: 20_000 }).toBe(false);
    });

    it("keeps what was settled when it is killed, and marks the rest as interrupted", async () => {
      const { kill, ended } = await start("sleep 2");
      kill("SIGKILL");
      expect(await ended).toBe("SIGKILL");
      expect(state("recover", "last")).toContain("2 ends written");
      expect(state("show")).toMatch(/✓ Read: sum\.tcl \(1 line\)\n.*Bash: .*\(interrupted\)/);
    });
  });
});

/** A program that runs, and how it can be stopped. */
interface Running {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<number | string | null>;
  readonly err: () => string;
}
