import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReadSession } from "../../src/agent/recover.ts";
import { readSession, recoverSession } from "../../src/agent/recover.ts";
import { createSession } from "../../src/agent/session.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { NodeStore } from "../../src/hosts/node/store.ts";
import { createStore } from "../../src/hosts/node/store.ts";
import type { ArtifactAddress, Store } from "../../src/ports/store.ts";
import { removeFolder } from "../support/remove-folder.ts";

/** Programs killed at a continuation of a promise, at random in equal parts of all that a whole run has. */
const RANDOM_KILLS = 160;
/** Programs killed by another process at some moment. */
const OUTSIDE_KILLS = 50;
/** Programs that run at the same time. */
const AT_ONCE = 3;
/** Far more than all programs take on a busy machine. */
const TIMEOUT_MS = 900_000;

let folder: string;
let sessions: string;
let store: NodeStore;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcall-kill-"));
  sessions = join(folder, "shared");
  await build({
    entryPoints: ["start", "child"].map((name) => join(import.meta.dirname, "kill", `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
  store = createStore({ folder: sessions });
  // The first run makes the folder and speeds up the others.
  await run("whole");
}, TIMEOUT_MS);

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await store.dispose();
  await removeFolder(folder);
});

/** What a program told before it ended. */
interface Told {
  readonly lines: readonly string[];
  readonly signal: NodeJS.Signals | null;
}

interface How {
  readonly at?: number;
  /** Where it keeps sessions; with those of the others unless said. */
  readonly into?: string;
  /** Given each line that it tells. */
  readonly onLine?: (line: string, child: ChildProcess) => void;
}

/** Runs a program to its end, or to its being killed. */
function run(how: string, { at = 0, into = sessions, onLine }: How = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const program = [join(folder, "start.cjs"), join(folder, "child.cjs")];
    const child = spawn(process.execPath, [...program, into, how, String(at)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.add(child);
    const lines: string[] = [];
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines.push(line);
        onLine?.(line, child);
      }
    });
    child.on("error", reject);
    child.on("close", (_code, signal) => {
      children.delete(child);
      resolve({ lines, signal });
    });
  });
}

function words(lines: readonly string[], first: string): readonly (readonly string[])[] {
  return lines
    .map((line) => line.split(" "))
    .filter(([word]) => word === first)
    .map((line) => line.slice(1));
}

async function readable(id: string, from: Store): Promise<ReadSession> {
  const session = await readSession(from, id);
  if ("problem" in session) throw new Error(`unreadable: ${session.message}`);
  expect(session.unreadable).toEqual([]);
  return session;
}

/** Holds what is on disk to what was shown before the kill; answers how many calls were cut off. */
async function check(lines: readonly string[], from: Store = store): Promise<number> {
  const [id] = words(lines, "session")[0] ?? [];
  if (id === undefined) return 0;
  await readable(id, from);
  expect(await recoverSession(from, id, Date.now)).not.toMatchObject({ outcome: "problem" });
  const { view, pending, torn } = await readable(id, from);
  expect([pending, torn]).toEqual([[], false]);
  const envelopes = view.entries.filter((entry) => entry.kind === "envelope");
  const calls = envelopes.flatMap((entry) => entry.children);
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
    const bytes = await from.getArtifact(settled.artifact as ArtifactAddress);
    expect("problem" in bytes ? bytes : bytes.length).toBe(settled.bytes);
  }
  return calls.filter(({ settled }) => settled?.status === "interrupted").length;
}

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("a program that is killed", () => {
  test(
    "before or after any call of the store has kept every call that was shown as settled",
    { timeout: TIMEOUT_MS },
    async () => {
      const whole = await run("whole");
      expect(await check(whole.lines)).toBe(0);
      const steps = Number(words(whole.lines, "done")[0]![1]);
      expect(steps).toBeGreaterThan(30);
      const limit = pLimit(AT_ONCE);
      const told = await Promise.all(
        Array.from({ length: steps }, (_, index) => limit(() => run("port", { at: index + 1 }))),
      );
      for (const { lines } of told) await check(lines);
      // A run may have a step or two fewer than another: appends that meet are made together.
      expect(told.filter(({ signal }) => signal === "SIGKILL").length).toBeGreaterThan(steps * 0.9);
    },
  );

  test(
    "at random, by itself at an await or by another at any moment, has kept every call that was shown as settled",
    { timeout: TIMEOUT_MS },
    async () => {
      const total = Number(words((await run("whole")).lines, "done")[0]![0]);
      expect(total).toBeGreaterThan(1_000);
      const random = createRandom(20_260_101);
      const points = Array.from({ length: RANDOM_KILLS }, (_, part) =>
        Math.ceil(((part + random()) * total * 0.95) / RANDOM_KILLS),
      );
      const moments = Array.from({ length: OUTSIDE_KILLS }, () => random() * 25);
      const limit = pLimit(AT_ONCE);
      const told = await Promise.all([
        ...points.map((at) => limit(() => run("await", { at }))),
        ...moments.map((after) => limit(() => run("forever", { onLine: killAfter(after) }))),
      ]);
      const interrupted: number[] = [];
      for (const { lines } of told) interrupted.push(await check(lines));
      expect(told.filter(({ signal }) => signal === "SIGKILL").length).toBeGreaterThanOrEqual(200);
      // Kills fall into all parts of a run: before the session, within calls, between them.
      expect(interrupted.filter((calls) => calls > 0).length).toBeGreaterThan(20);
      expect(told.some(({ lines }) => lines.length === 0)).toBe(true);
    },
  );

  test(
    "at any await whatever has kept every call that was shown as settled: all that was on disk then is looked at",
    { timeout: TIMEOUT_MS },
    async () => {
      const watched = join(folder, "watched");
      await mkdir(watched);
      const { lines } = await run("watch", { into: watched });
      const [[id] = []] = words(lines, "session");
      const [[continuations] = []] = words(lines, "done");
      expect(Number(continuations)).toBeGreaterThan(1_000);
      const journal = await readFile(join(watched, "sessions", id!, "journal.jsonl"));
      let disk: readonly string[] = ["0", "-", "-"];
      let interrupted = 0;
      for (const [index, line] of lines.entries()) {
        if (line.startsWith("disk ")) disk = line.split(" ").slice(1);
        interrupted += await withImage({ watched, id: id!, journal, disk }, (image) =>
          check([`session ${id!}`, ...lines.slice(0, index + 1)], image),
        );
      }
      expect(words(lines, "disk").length).toBeGreaterThan(15);
      expect(interrupted).toBeGreaterThan(10);
    },
  );
});

function killAfter(ms: number): NonNullable<How["onLine"]> {
  let first = true;
  return (_line, child) => {
    if (first) setTimeout(() => child.kill("SIGKILL"), ms);
    first = false;
  };
}

interface Image {
  readonly watched: string;
  readonly id: string;
  readonly journal: Buffer;
  /** The bytes of the journal, the lock in base64, the names of the artifacts. */
  readonly disk: readonly string[];
}

let images = 0;

/** Does `work` on a folder that holds what a program had on disk at some moment. */
async function withImage<T>({ watched, id, journal, disk }: Image, work: (image: Store) => Promise<T>): Promise<T> {
  const [size = "0", lock = "-", artifacts = "-"] = disk;
  const image = join(folder, `image-${++images}`);
  const session = join(image, "sessions", id);
  await mkdir(session, { recursive: true });
  await writeFile(join(session, "journal.jsonl"), journal.subarray(0, Number(size)));
  if (lock !== "-") await writeFile(join(session, "lock"), Buffer.from(lock, "base64"));
  for (const name of artifacts === "-" ? [] : artifacts.split(",")) {
    await mkdir(join(image, "artifacts", dirname(name)), { recursive: true });
    // What was not there any more at the end was a file on its way to its name.
    await copyFile(join(watched, "artifacts", name), join(image, "artifacts", name)).catch(() => undefined);
  }
  const opened = createStore({ folder: image });
  try {
    return await work(opened);
  } finally {
    await opened.dispose();
    await removeFolder(image);
  }
}

describe("a session that another program writes", () => {
  test("is left alone until that program has ended, then it is recovered", { timeout: TIMEOUT_MS }, async () => {
    let writer: ChildProcess | undefined;
    let ended: Promise<Told> | undefined;
    const id = await new Promise<string>((resolve) => {
      ended = run("forever", {
        onLine(line, child) {
          writer = child;
          if (line.startsWith("session ")) resolve(line.slice("session ".length));
        },
      });
    });
    const host = { ...createMemoryHost(), store };
    expect(await createSession(host, { tools: [], resume: id })).toMatchObject({ problem: "locked" });
    expect(await recoverSession(store, id, Date.now)).toMatchObject({
      outcome: expect.stringMatching(/^(?:problem|nothing-to-do)$/u) as string,
    });
    await readable(id, store);
    writer?.kill("SIGKILL");
    await ended;
    const session = await createSession(host, { tools: [], resume: id });
    if ("problem" in session) throw new Error(session.message);
    expect((await session.runScript({ expression: "(+ 1 2)" })).text).toBe("3");
    expect(await session.close()).toBeUndefined();
    expect(await recoverSession(store, id, Date.now)).toMatchObject({ outcome: "nothing-to-do" });
  });
});
