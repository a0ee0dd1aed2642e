import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReadSession } from "../../src/agent/recover.ts";
import { readSession, recoverSession } from "../../src/agent/recover.ts";
import { createSession } from "../../src/agent/session.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { NodeStore } from "../../src/hosts/node/store.ts";
import { createStore } from "../../src/hosts/node/store.ts";
import type { ArtifactAddress } from "../../src/ports/store.ts";
import { removeFolder } from "../support/remove-folder.ts";

/** Programs killed at a continuation of a promise, spread over all that a whole run has. */
const CHOSEN_KILLS = 140;
/** Programs killed by another process at some moment. */
const OUTSIDE_KILLS = 70;
/** Programs that run at the same time. */
const AT_ONCE = 3;
/** Far more than 210 programs take on a busy machine. */
const TIMEOUT_MS = 900_000;

let folder: string;
let program: string;
let store: NodeStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcall-kill-"));
  program = join(folder, "child.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "kill", "child.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  store = createStore({ folder });
});

afterAll(async () => {
  await store.dispose();
  await removeFolder(folder);
});

/** What a program told before it ended. */
interface Told {
  readonly lines: readonly string[];
  readonly signal: NodeJS.Signals | null;
}

function run(killAt: number, killAfter?: number): Promise<Told> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, folder, String(killAt)], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (text === "" && killAfter !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfter);
      text += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (_code, signal) => {
      resolve({ lines: text.split("\n").filter((line) => line !== ""), signal });
    });
  });
}

function words(lines: readonly string[], first: string): readonly (readonly string[])[] {
  return lines
    .map((line) => line.split(" "))
    .filter(([word]) => word === first)
    .map((line) => line.slice(1));
}

async function readable(id: string): Promise<ReadSession> {
  const session = await readSession(store, id);
  if ("problem" in session) throw new Error(`unreadable: ${session.message}`);
  expect(session.unreadable).toEqual([]);
  return session;
}

/** Holds what is on disk to what was shown before the kill. */
async function check({ lines }: Told): Promise<number> {
  const [id] = words(lines, "session")[0] ?? [];
  if (id === undefined) return 0;
  await readable(id);
  expect(await recoverSession(store, id, Date.now)).not.toMatchObject({ outcome: "problem" });
  const { view, pending, torn } = await readable(id);
  expect([pending, torn]).toEqual([[], false]);
  const envelopes = view.entries.filter((entry) => entry.kind === "envelope");
  const calls = envelopes.flatMap(({ children }) => children);
  const ends = (entries: readonly { readonly id: string; readonly end: string | undefined }[]) =>
    new Map(entries.map(({ id: name, end }) => [name, end]));
  const calledEnds = ends(calls.map((call) => ({ id: call.id, end: call.settled?.status })));
  for (const [call, status] of words(lines, "call")) expect([call, calledEnds.get(call!)]).toEqual([call, status]);
  const scriptEnds = ends(envelopes.map((entry) => ({ id: entry.id, end: entry.settled?.outcome })));
  for (const kind of ["envelope", "ended"]) {
    for (const [script, outcome] of words(lines, kind))
      expect([script, scriptEnds.get(script!)]).toEqual([script, outcome]);
  }
  for (const { settled } of [...calls, ...envelopes]) {
    if (settled?.artifact === undefined) continue;
    const bytes = await store.getArtifact(settled.artifact as ArtifactAddress);
    expect("problem" in bytes ? bytes : bytes.length).toBe(settled.bytes);
  }
  return calls.filter(({ settled }) => settled?.status === "interrupted").length;
}

describe("a program that is killed", () => {
  test(
    "has kept every call that was shown as settled, and its session can be read",
    { timeout: TIMEOUT_MS },
    async () => {
      const whole = await run(0);
      expect(await check(whole)).toBe(0);
      // The first run in a folder makes it, which later ones need not.
      const total = Number(words((await run(0)).lines, "done")[0]![0]);
      expect(total).toBeGreaterThan(CHOSEN_KILLS);
      const chosen = Array.from(
        { length: CHOSEN_KILLS },
        (_, at) => 1 + Math.floor((at * total * 0.95) / CHOSEN_KILLS),
      );
      const limit = pLimit(AT_ONCE);
      const kills = [
        ...chosen.map((at) => limit(() => run(at))),
        ...Array.from({ length: OUTSIDE_KILLS }, (_, at) => limit(() => run(-1, at / 2))),
      ];
      const told = await Promise.all(kills);
      const interrupted = await Promise.all(told.map(check));
      const killed = told.filter(({ signal }) => signal === "SIGKILL");
      expect(killed.length).toBeGreaterThanOrEqual(200);
      // Kills fall into all parts of a run: before the session, within calls, between them.
      expect(interrupted.filter((calls) => calls > 0).length).toBeGreaterThan(20);
      expect(told.some(({ lines }) => lines.length === 0)).toBe(true);
    },
  );
});

describe("a session that another program writes", () => {
  test("is left alone until that program has ended, then it is recovered", async () => {
    const child = spawn(process.execPath, [program, folder, "-1"], { stdio: ["ignore", "pipe", "inherit"] });
    const id = await new Promise<string>((resolve) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const found = /^session (\S+)$/mu.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const host = { ...createMemoryHost(), store };
    expect(await createSession(host, { tools: [], resume: id })).toMatchObject({ problem: "locked" });
    expect(await recoverSession(store, id, Date.now)).toMatchObject({
      outcome: expect.stringMatching(/^(?:problem|nothing-to-do)$/u) as string,
    });
    await readable(id);
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.kill("SIGKILL");
    await ended;
    const session = await createSession(host, { tools: [], resume: id });
    if ("problem" in session) throw new Error(session.message);
    expect((await session.runScript({ expression: "(+ 1 2)" })).text).toBe("3");
    expect(await session.close()).toBeUndefined();
    expect(await recoverSession(store, id, Date.now)).toMatchObject({ outcome: "nothing-to-do" });
  });
});
