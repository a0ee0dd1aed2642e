import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcesses } from "../../src/hosts/node/processes.ts";
import type { NodeProcesses } from "../../src/hosts/node/processes.ts";
import { Bash } from "../../src/tools/bash.ts";
import { openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

let place: EditWorkspace;
let outputs: EditWorkspace;
let processes: NodeProcesses;
beforeEach(() => {
  outputs = openWorkspace();
  processes = createProcesses({ folder: outputs.root });
  place = openWorkspace({ processes });
});
afterEach(async () => {
  await processes.dispose();
  place.remove();
  outputs.remove();
});

const containing = (text: string): string => expect.stringContaining(text) as string;

/** Whether a process runs. One that is dead and waits to be noticed by its parent does not. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

describe("the result of a command", () => {
  it("is its output, then exit code and duration", async () => {
    const outcome = await place.run(Bash, { command: "echo hi; echo there >&2" });
    expect(outcome.status).toBe("success");
    expect(outcome.text).toMatch(/^hi\nthere\n\[exit code 0, after \d+\.\d s\]$/);
  });

  it("has the facts on a line of their own when the output has no final line end, or there is none", async () => {
    expect((await place.run(Bash, { command: "printf x" })).text).toMatch(/^x\n\[exit code 0/);
    expect((await place.run(Bash, { command: "true" })).text).toMatch(/^\[exit code 0/);
  });

  it("is an error with the exit code when it is not 0", async () => {
    const outcome = await place.run(Bash, { command: "echo no; exit 3", description: "Fail" });
    expect(outcome).toMatchObject({
      status: "error",
      text: containing("no\n[exit code 3, "),
      renderData: {
        kind: "command",
        command: "echo no; exit 3",
        description: "Fail",
        end: "exited",
        exitCode: 3,
        omitted: 0,
      },
    });
  });

  it("is an error with the signal that ended it", async () => {
    const outcome = await place.run(Bash, { command: "kill -9 $$" });
    expect(outcome).toMatchObject({
      status: "error",
      text: containing("ended by signal SIGKILL"),
      renderData: { signal: "SIGKILL" },
    });
  });

  it("is the same 200 times out of 200 (report 74)", async () => {
    for (let turn = 0; turn < 200; turn += 1) {
      expect((await place.run(Bash, { command: "echo hi" })).text).toMatch(/^hi\n\[exit code 0/);
    }
  });

  it("has no terminal sequences", async () => {
    const outcome = await place.run(Bash, { command: "printf '\\033[31mred\\033[0m \\033]0;title\\007plain\\n'" });
    expect(outcome.text).toMatch(/^red plain\n\[/);
  });
});

describe("a command", () => {
  it("runs in the first workspace folder, which is what permission is asked for", async () => {
    expect((await place.run(Bash, { command: "pwd -P" })).text).toContain(`${place.root}\n`);
    expect(Bash.resources({ command: "ls" }, place.host)).toEqual([
      { kind: "command", command: "ls", cwd: place.root },
    ]);
  });

  it("has no terminal, no pager and no input", async () => {
    const outcome = await place.run(Bash, {
      command: '[ -t 0 ] || [ -t 1 ] || echo none; cat; echo "${PAGER:-unset}"',
    });
    expect(outcome.text).toMatch(/^none\ncat\n\[/);
  });

  it("of 100,000 lines is bounded in the result and whole on disk (report 70)", async () => {
    const outcome = await place.run(Bash, { command: "seq 1 50000; seq 1 50000 >&2" });
    expect(outcome.text.length).toBeLessThanOrEqual(30_000);
    expect(outcome.text).toMatch(/^1\n2\n/);
    expect(outcome.text).toMatch(/\n50000\n\[exit code 0/);
    const [, omitted, bytes, file] =
      /\.\.\. (\d+) characters left out; all (\d+) bytes are in (\S+), /.exec(outcome.text) ?? [];
    expect(Number(omitted)).toBeGreaterThan(500_000);
    const whole = readFileSync(file ?? "", "utf8");
    expect(whole).toHaveLength(Number(bytes));
    expect(whole.split("\n")).toHaveLength(100_001);
  });

  it("is stopped at its timeout with all its children", async () => {
    const outcome = await place.run(Bash, { command: "sleep 300 & echo $!; wait", timeout: 300 });
    expect(outcome).toMatchObject({
      status: "error",
      text: containing("stopped at the timeout of 0.3 s"),
      renderData: { end: "timed-out" },
    });
    expect(lives(Number.parseInt(outcome.text, 10))).toBe(false);
    expect(processes.running()).toEqual([]);
  });

  it("is stopped by cancelling, with all its children, before the call settles (report 76)", async () => {
    const pending = place.run(Bash, { command: "sleep 300 & echo $! > pid; wait; touch marker" });
    while ((place.get("pid") ?? "") === "") await new Promise((resolve) => setTimeout(resolve, 10));
    place.cancel.cancel("stop");
    expect(await pending).toMatchObject({
      status: "error",
      text: containing("cancelled with all its child processes"),
    });
    expect(lives(Number(place.get("pid")))).toBe(false);
    expect(place.get("marker")).toBeUndefined();
  });

  it("in the background is named when it still runs, and stays until it is stopped", async () => {
    const outcome = await place.run(Bash, { command: "echo begun; sleep 300", timeout: 300, run_in_background: true });
    const [running] = processes.running();
    expect(outcome).toMatchObject({
      status: "success",
      text: containing(`begun\n[still running, id ${running?.id ?? "none"}, after `),
      renderData: { end: "running", process: running?.id },
    });
    place.cancel.cancel("the script has ended");
    expect(processes.running()).toHaveLength(1);
  });

  it("in the background that ends in time has its exit code", async () => {
    const outcome = await place.run(Bash, { command: "echo done", timeout: 60_000, run_in_background: true });
    expect(outcome.text).toMatch(/^done\n\[exit code 0/);
  });

  it("shows the last line it wrote while it runs", async () => {
    const shown: string[] = [];
    const command = "echo one; echo two; while [ ! -e go ]; do sleep 0.05; done";
    const context = {
      ...place.context,
      progress: (line: string) => {
        shown.push(line);
        place.put("go", "");
      },
    };
    await Bash.run({ command }, context);
    expect(shown[0]).toBe("two");
  });
});

describe("arguments of Bash", () => {
  it.each([
    {},
    { command: "" },
    { command: "ls", timeout: 0 },
    { command: "ls", timeout: 600_001 },
    { command: "ls", cwd: "/" },
  ])("are refused: %j", (input) => {
    expect(Bash.input.safeParse(input).success).toBe(false);
  });
});

it("a folder that is not there is said to be the reason", async () => {
  const host = { ...place.host, workspace: { ...place.host.workspace, roots: [join(place.root, "none")] } };
  const outcome = await Bash.run({ command: "echo hi" }, { ...place.context, host });
  expect(outcome).toMatchObject({ status: "error", text: containing("could not be run: ") });
});
