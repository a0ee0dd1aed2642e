import { readdirSync, readFileSync } from "node:fs";
import { readFile, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../../src/base/cancel.ts";
import type { NodeProcesses, ProcessesOptions } from "../../../src/hosts/node/processes.ts";
import { createProcesses } from "../../../src/hosts/node/processes.ts";
import { createOutputFile } from "../../../src/hosts/node/processes/output-file.ts";
import { pruneOutputs } from "../../../src/hosts/node/processes/prune-outputs.ts";
import { shellStart, syntaxOf } from "../../../src/hosts/node/processes/shells.ts";
import type { ProcessEnd, ProcessOutput, ProcessSpec } from "../../../src/ports/processes.ts";
import { eventually, startProgram } from "./run-program.ts";
import { inTempFolder } from "./temp-folder.ts";

interface Ran {
  readonly end: ProcessEnd;
  readonly output: ProcessOutput;
  readonly all: string;
}

async function withProcesses(
  work: (processes: NodeProcesses, folder: string) => Promise<void>,
  options: Partial<ProcessesOptions> = {},
): Promise<void> {
  await inTempFolder(async (folder) => {
    const processes = createProcesses({ folder: join(folder, "outputs"), ...options });
    try {
      await work(processes, folder);
    } finally {
      await processes.dispose();
    }
  });
}

const specIn = (cwd: string, command: string): ProcessSpec => ({ command, cwd, timeoutMs: 120_000, keepChars: 2_000 });

async function run(
  command: string,
  spec: Partial<ProcessSpec> = {},
  options: Partial<ProcessesOptions> = {},
): Promise<Ran> {
  let ran: Ran | undefined;
  await withProcesses(async (processes, folder) => {
    const started = processes.start({ ...specIn(folder, command), ...spec }, NEVER);
    const end = await started.done;
    const output = started.output();
    const all = output.file === undefined ? output.head + output.tail : await readFile(output.file, "utf8");
    ran = { end, output, all };
  }, options);
  return ran!;
}

/** Ids of the processes whose command line holds a text. */
function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A number of seconds that no other sleep of this machine has. */
const uniqueSleep = () => `600.${process.pid}${Math.trunc(performance.now() * 1000)}`;

describe("the shell", () => {
  it("has no terminal, no pager, no editor and no input", async () => {
    const { all } = await run(
      'echo "$TERM|$PAGER|$GIT_PAGER|$GIT_EDITOR|$GIT_TERMINAL_PROMPT"; test -t 0 || test -t 1 || echo none; read line || echo end; tty',
    );
    expect(all).toBe("dumb|cat|cat|true|0\nnone\nend\nnot a tty\n");
  });

  it("runs no start-up file", async () => {
    await inTempFolder(async (folder) => {
      await writeFile(join(folder, "start"), "echo started\n");
      const env = { ...process.env, BASH_ENV: join(folder, "start"), ENV: join(folder, "start") };
      expect((await run("echo here", {}, { env })).all).toBe("here\n");
    });
  });

  it("is bash where there is bash, and another one when that is wanted", async () => {
    expect((await run('echo "${BASH_VERSION:+bash}"')).all).toBe("bash\n");
    expect((await run('echo "${BASH_VERSION:-other}"', {}, { shell: "/bin/sh" })).all).toBe("other\n");
  });

  it.each([
    ["/usr/bin/bash", "/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', "/usr/bin/bash", "--noprofile", "--norc", "-c", "ls"]],
    ["/usr/bin/zsh", "/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', "/usr/bin/zsh", "-c", "ls"]],
  ])("of one stream is started by another one that joins them: %s", (shell, program, args) => {
    expect(shellStart(shell, "ls", false)).toEqual({ program, args, verbatim: false });
    expect(shellStart(shell, "ls", true).program).toBe(shell);
  });

  it.each([
    ["C:\\Program Files\\PowerShell\\7\\pwsh.exe", ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"], false],
    ["C:\\Windows\\System32\\cmd.exe", ["/d", "/s", "/c"], true],
  ])("of Windows asks nobody and speaks UTF-8: %s", (shell, flags, verbatim) => {
    const start = shellStart(shell, "dir", true);
    expect(start.args.slice(0, flags.length)).toEqual(flags);
    expect(start.args.at(-1)).toMatch(/(?:UTF8Encoding|65001).*dir/);
    expect(start.verbatim).toBe(verbatim);
  });

  it.each([
    ["/bin/bash", "bash"],
    ["/bin/dash", "bash"],
    ["/opt/unknown", "bash"],
    ["C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\PowerShell.exe", "powershell"],
    ["cmd.exe", "cmd"],
  ])("says whose syntax it has: %s", (shell, syntax) => {
    expect(syntaxOf(shell)).toBe(syntax);
  });
});

describe("how a command ends", () => {
  it("is its exit code, or the signal that ended it", async () => {
    expect((await run("exit 7")).end).toEqual({ end: "exited", code: 7 });
    expect((await run("kill -USR1 $$")).end).toEqual({ end: "signalled", signal: "SIGUSR1" });
    expect((await run("no-such-program-here")).end).toEqual({ end: "exited", code: 127 });
  });

  it("is a failure in words when it cannot begin", async () => {
    expect((await run("true", { cwd: "/no/such/folder" })).end).toEqual({
      end: "failed",
      message: "the folder to run in is not there: /no/such/folder",
    });
    expect((await run("a\0b")).end.end).toBe("failed");
    expect((await run(`: ${"x".repeat(200_000)}`)).end).toMatchObject({
      end: "failed",
      message: expect.stringContaining("put it into a file") as string,
    });
  });

  it("waits for what outlives the shell in its group", async () => {
    const { all, end } = await run("(sleep 0.4; echo late) & echo soon");
    expect([all, end]).toEqual(["soon\nlate\n", { end: "exited", code: 0 }]);
    const silent = await run("(sleep 0.4 >/dev/null 2>&1; touch made) >/dev/null 2>&1 & true; wait; ls made");
    expect(silent.all).toBe("made\n");
  });

  it("does not wait for what has left its group and still holds its output", () =>
    withProcesses(async (processes, folder) => {
      const sleep = uniqueSleep();
      const { done, output } = processes.start(specIn(folder, `setsid sleep ${sleep} & echo gone`), NEVER);
      expect(await done).toEqual({ end: "exited", code: 0 });
      expect(output().head).toBe("gone\n");
      await eventually(() => processesWith(sleep).length === 1, "the stray runs");
      await processes.dispose();
      await eventually(() => processesWith(sleep).length === 0, "closing the host ends the stray");
    }));
});

describe("a stray that goes on writing", () => {
  it("does not keep its command from ending", () =>
    withProcesses(async (processes, folder) => {
      const command = "setsid sh -c 'while :; do echo again; sleep 0.02; done' & echo begun";
      const { done, output } = processes.start(specIn(folder, command), NEVER);
      expect(await done).toEqual({ end: "exited", code: 0 });
      expect(output().head).toContain("begun");
    }));
});

describe("stopping", () => {
  it.each([
    ["a plain command", (sleep: string) => `sleep ${sleep}`],
    ["a pipeline", (sleep: string) => `sleep ${sleep} | cat | cat`],
    [
      "children in the background",
      (sleep: string) => `sleep ${sleep} & sleep ${sleep} & (sleep ${sleep}; touch marker) & wait`,
    ],
    [
      "a shell within",
      (sleep: string) => `bash -c 'bash -c "sleep ${sleep}; touch marker"; touch marker'; touch marker`,
    ],
    [
      "a child that left the group",
      (sleep: string) => `setsid sleep ${sleep} & nohup setsid sh -c 'sleep ${sleep}; touch marker' & sleep ${sleep}`,
    ],
    ["a command that will not hear", (sleep: string) => `trap '' TERM INT HUP; sleep ${sleep}; sleep ${sleep}`],
    ["a command that has been halted", (sleep: string) => `sh -c 'kill -STOP $$; sleep ${sleep}'`],
  ])("leaves nothing of %s", (_title, command) =>
    withProcesses(async (processes, folder) => {
      const sleep = uniqueSleep();
      const source = createCancelSource();
      const { done } = processes.start(specIn(folder, command(sleep)), source.token);
      await eventually(() => processesWith(sleep).length > 0, "the command runs");
      source.cancel("enough");
      expect(await done).toEqual({ end: "cancelled" });
      expect(processesWith(sleep)).toEqual([]);
      expect(await readdir(folder)).not.toContain("marker");
      expect(processes.running()).toEqual([]);
    }),
  );

  it("happens by itself when time is up", async () => {
    const sleep = uniqueSleep();
    const { end, output } = await run(`echo begun; sleep ${sleep}`, { timeoutMs: 150 });
    expect(end).toEqual({ end: "timed-out" });
    expect(output.head).toBe("begun\n");
    expect(processesWith(sleep)).toEqual([]);
  });

  it("lets a command that hears it clean up", async () => {
    const { end, all } = await run("trap 'echo cleaned; exit 0' TERM; echo ready; while :; do sleep 0.05; done", {
      timeoutMs: 300,
    });
    expect(end).toEqual({ end: "timed-out" });
    expect(all).toContain("cleaned");
  });

  it.each(["exit", "wait"])("happens when the host ends by itself or is killed: %s", (how) =>
    inTempFolder(async (folder) => {
      const sleep = uniqueSleep();
      const command = `sleep ${sleep} & setsid sleep ${sleep} & echo ready; sleep ${sleep}`;
      const program = await startProgram("start-commands", [folder, command, how]);
      await program.when((output) => output.includes("ready"));
      if (how === "wait") expect(processesWith(`sleep\0${sleep}`)).toHaveLength(3);
      await program.kill();
      await eventually(() => processesWith(sleep).length === 0, "nothing outlives the host");
    }),
  );
});

describe("output", () => {
  it("of a short command is always whole", async () => {
    await withProcesses(async (processes, folder) => {
      for (let round = 0; round < 200; round += 1) {
        const { done, output } = processes.start(specIn(folder, "echo hi"), NEVER);
        await done;
        expect(output().head).toBe("hi\n");
      }
    });
  });

  it("keeps the order in which both streams were written", async () => {
    const { all } = await run("for n in 1 2 3 4 5 6 7 8 9; do echo out $n; echo err $n >&2; done", { keepChars: 10 });
    expect(all).toBe([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `out ${n}\nerr ${n}\n`).join(""));
  });

  it("of any size is bounded in memory and whole on disk", async () => {
    const { output, all } = await run("seq 1 50000; seq 1 50000 >&2");
    const numbers = Array.from({ length: 50_000 }, (_, index) => `${index + 1}\n`).join("");
    expect(all).toBe(numbers + numbers);
    expect(output.head).toBe(all.slice(0, 1_000));
    expect(output.tail).toBe(all.slice(-1_000));
    expect(output.omitted).toBe(all.length - 2_000);
    expect(output.bytes).toBe(all.length);
  });

  it("waits for the disk when it comes faster than it can be written", async () => {
    await withProcesses(async (processes, folder) => {
      const { done, output } = processes.start(specIn(folder, "yes | head -c 60000000"), NEVER);
      await done;
      expect(output()).toMatchObject({ bytes: 60_000_000, omitted: 59_998_000 });
      expect((await stat(output().file!)).size).toBe(60_000_000);
    });
  });

  it("is decoded whole, however its characters are cut into pieces", async () => {
    const { all } = await run(
      "printf '\\xe6'; sleep 0.1; printf '\\x97\\xa5\\xf0\\x9f'; sleep 0.1; printf '\\x98\\x80\\n'",
    );
    expect(all).toBe("日\u{1f600}\n");
    expect((await run("printf 'caf\\xe9 \\xe6'")).all).toBe("caf\ufffd \ufffd");
  });

  it("is never cut within a character", async () => {
    const { output } = await run("for n in 1 2 3 4 5 6 7 8; do printf '\u{1f600}'; done", { keepChars: 6 });
    expect(output).toMatchObject({ head: "\u{1f600}", tail: "\u{1f600}", omitted: 12 });
  });

  it("of many bytes and few characters leaves no file", async () => {
    await withProcesses(async (processes, folder) => {
      const { done, output } = processes.start({ ...specIn(folder, "printf '日本語日本語'"), keepChars: 10 }, NEVER);
      await done;
      expect(output()).toMatchObject({ head: "日本語日本語", omitted: 0, file: undefined });
      expect(await readdir(join(folder, "outputs"))).toEqual([]);
    });
  });

  it("ends in its file with a note when it is more than is kept", async () => {
    await inTempFolder(async (folder) => {
      const path = join(folder, "deep", "out.log");
      const file = createOutputFile({ path, memoryBytes: 4, maxBytes: 10, onDrained: () => undefined });
      for (const part of ["0123", "4567", "89AB", "CDEF"]) file.add(Buffer.from(part));
      await file.end();
      expect(await readFile(path, "utf8")).toBe("0123456789\n[the output goes on; only its first 10 bytes are kept]\n");
    });
  });

  it("that the disk does not take is lost on disk, and the command goes on", async () => {
    const { end, output } = await run("seq 1 50000", {}, { folder: "/dev/null/outputs" });
    expect(end).toEqual({ end: "exited", code: 0 });
    expect(output).toMatchObject({ bytes: 288_894, file: undefined });
  });

  it("of earlier commands goes, the oldest first, when there is too much of it", async () => {
    await inTempFolder(async (folder) => {
      for (const [index, name] of ["old", "middle", "new"].entries()) {
        await writeFile(join(folder, name), "x".repeat(100));
        await utimes(join(folder, name), index + 1, index + 1);
      }
      await pruneOutputs(folder, 250);
      expect((await readdir(folder)).sort()).toEqual(["middle", "new"]);
      await pruneOutputs(join(folder, "none"), 1);
    });
  });

  it("of a command that does not read its input does not fail", async () => {
    expect((await run("echo done", { input: "x".repeat(1_000_000) })).all).toBe("done\n");
  });
});
