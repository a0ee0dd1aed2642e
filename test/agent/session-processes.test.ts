import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Session } from "../../src/agent/session.ts";
import { createSession } from "../../src/agent/session.ts";
import { DEFAULT_SETTINGS } from "../../src/agent/settings.ts";
import { TOOLS } from "../../src/tools/tools.ts";
import { nodeHostIn } from "../hosts/node/node-host.ts";
import { inTempFolder } from "../hosts/node/temp-folder.ts";

/** Does `work` with sessions on one host, and closes them. */
async function withSessions(work: (folder: string, open: () => Promise<Session>) => Promise<void>): Promise<void> {
  await inTempFolder(async (folder) => {
    const host = nodeHostIn(folder, join(folder, ".storage"));
    const sessions: Session[] = [];
    try {
      await work(folder, async () => {
        const settings = { ...DEFAULT_SETTINGS, mode: "full-auto" } as const;
        const session = await createSession(host, { tools: TOOLS, settings });
        if ("problem" in session) throw new Error(session.message);
        sessions.push(session);
        return session;
      });
    } finally {
      for (const session of sessions) await session.close();
      await host.dispose();
    }
  });
}

/** A command that starts a child, tells the ids of both in a file, and goes on for long; the child heeds no polite signal. */
function family(name: string): string {
  return `(trap '' TERM; while true; do sleep 1; done) & echo $$ $! > ${name}; wait`;
}

async function idsIn(folder: string, name: string): Promise<readonly number[]> {
  const path = join(folder, name);
  await expect
    .poll(() => existsSync(path) && readFileSync(path, "utf8").endsWith("\n"), { timeout: 10_000 })
    .toBe(true);
  return readFileSync(path, "utf8").trim().split(" ").map(Number);
}

/** Whether a process runs; one that has ended and is not fetched yet does not. */
function runs(id: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}

const background = (command: string) => ({ tool: "Bash", input: { command, timeout: 100, run_in_background: true } });

describe.skipIf(process.platform === "win32")("commands of a session", () => {
  it("that were left running are listed with the call that started them, until they end or are stopped by their id", () =>
    withSessions(async (folder, open) => {
      const session = await open();
      const script = (name: string) =>
        `(list (Bash :command "${family(name).replaceAll('"', '\\"')}" :timeout 100 :run_in_background t))`;
      await session.runScript({ expression: `(progn ${script("one")} nil)`, id: "e" });
      await session.call({ ...background(family("two")), id: "c" });
      const [one, two] = [await idsIn(folder, "one"), await idsIn(folder, "two")];
      const listed = session.processes();
      expect(listed.map(({ call, command }) => [call, command])).toEqual([
        ["e/1", family("one")],
        ["c", family("two")],
      ]);
      expect(one.map(runs)).toEqual([true, true]);
      expect(await session.stopProcess(listed[0]!.id)).toEqual({ end: "cancelled" });
      expect(one.map(runs)).toEqual([false, false]);
      expect(two.map(runs)).toEqual([true, true]);
      expect(session.processes().map(({ call }) => call)).toEqual(["c"]);
      expect(await session.stopProcess(listed[0]!.id)).toBeUndefined();
      expect(await session.stopProcess("process-none")).toBeUndefined();
    }));

  it("that a call waits for are listed too, and their call says that they were stopped", () =>
    withSessions(async (folder, open) => {
      const session = await open();
      const waiting = session.call({ tool: "Bash", input: { command: `echo begun; ${family("one")}` }, id: "c" });
      const ids = await idsIn(folder, "one");
      const [process] = session.processes();
      expect(process).toMatchObject({ call: "c" });
      await expect.poll(() => process!.output().head, { timeout: 10_000 }).toBe("begun\n");
      await session.stopProcess(process!.id);
      expect(ids.map(runs)).toEqual([false, false]);
      expect(await waiting).toMatchObject({ status: "error", text: expect.stringContaining("begun") as string });
    }));

  it("end with it, with all that they started, and no other session's", () =>
    withSessions(async (folder, open) => {
      const [session, other] = [await open(), await open()];
      await session.call(background(family("one")));
      await other.call(background(family("two")));
      const [one, two] = [await idsIn(folder, "one"), await idsIn(folder, "two")];
      expect(session.processes()).toHaveLength(1);
      const [foreign] = other.processes();
      expect(await session.stopProcess(foreign!.id)).toBeUndefined();
      await session.close();
      expect(one.map(runs)).toEqual([false, false]);
      expect(two.map(runs)).toEqual([true, true]);
      await other.close();
      expect(two.map(runs)).toEqual([false, false]);
    }));

  it("that end by themselves are listed no more, and what they wrote can be read until then", () =>
    withSessions(async (folder, open) => {
      const session = await open();
      await session.call(background("echo out; while [ ! -e go ]; do sleep 0.05; done"));
      await expect.poll(() => session.processes()[0]?.output().head, { timeout: 10_000 }).toBe("out\n");
      await session.call({ tool: "Bash", input: { command: "touch go" } });
      await expect.poll(() => session.processes(), { timeout: 10_000 }).toEqual([]);
      expect(existsSync(join(folder, "go"))).toBe(true);
    }));
});
