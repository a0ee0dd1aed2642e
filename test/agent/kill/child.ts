/**
 * A program that runs scripts in a session on disk, tells what it is shown, and may kill itself:
 * `start.cjs child.cjs FOLDER HOW [N]`.
 *
 * - `whole` ends by itself and tells how many points of either kind it came by.
 * - `await N` ends by SIGKILL at its N-th continuation of a promise, which is every point at which anything awaits.
 * - `port N` ends by SIGKILL at its N-th step across the store's port: before a call, or once its answer is there.
 * - `watch` ends by itself and tells, at each continuation, what is on disk if that has changed: the bytes of the journal,
 *   the lock in base64, and the artifacts' names, in this order; `-` for none.
 * - `forever` never ends.
 */
import { createHook } from "node:async_hooks";
import { readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createSession } from "../../../src/agent/session.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import { createClock } from "../../../src/hosts/node/clock.ts";
import { createStore } from "../../../src/hosts/node/store.ts";
import type { Store } from "../../../src/ports/store.ts";
import { rigTool } from "../session-rig.ts";

const [folder = "", how = "whole", number = "0"] = process.argv.slice(3);
const killAt = Number(number);

const SCRIPTS = [
  '(let ((all (parallel-map (lambda (p) (Slow :path p)) (list "a" "b" "c" "d" "e" "f")))) (length all))',
  '(progn (Long :path "x") (Quick :path "y") (W :path "/ws/z") (list (Quick :path "q") (Long :path "r")))',
  '(Long :path "direct")',
  '(dolist (p (list "1" "2" "3")) (Fails :path p) (Quick :path p))',
];

const TOOLS = [
  rigTool("Quick", "read"),
  rigTool("Slow", "read", async ({ path }) => {
    await wait(1);
    return { status: "success", text: path };
  }),
  rigTool("Long", "read", ({ path }) => ({ status: "success", text: path.padEnd(3_000, "-") })),
  rigTool("Fails", "read", () => ({ status: "error", text: "Error: as told" })),
  rigTool("W", "write"),
];

// Synchronous: what was told was really shown before the program died.
const tell = (line: string): void => {
  writeSync(1, `${line}\n`);
};

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

let continuations = 0;
let steps = 0;
let watched = "";

/** Tells what is on disk if that is news. */
function watch(): void {
  const session = namesIn(join(folder, "sessions"))[0];
  const at = session === undefined ? undefined : join(folder, "sessions", session);
  const size = at === undefined ? 0 : (statSync(join(at, "journal.jsonl"), { throwIfNoEntry: false })?.size ?? 0);
  const artifacts = namesIn(join(folder, "artifacts")).filter((name) => name.includes("/"));
  const state = `${size} ${at === undefined ? "-" : lockIn(at)} ${artifacts.sort().join() || "-"}`;
  if (state === watched) return;
  watched = state;
  tell(`disk ${state}`);
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path, { recursive: path.endsWith("artifacts"), encoding: "utf8" });
  } catch {
    return [];
  }
}

function lockIn(at: string): string {
  try {
    return readFileSync(join(at, "lock"), "base64") || "-";
  } catch {
    return "-";
  }
}

function continued(): void {
  continuations += 1;
  if (how === "await" && continuations === killAt) die();
  if (how === "watch") watch();
}

function step(): void {
  steps += 1;
  if (how === "port" && steps === killAt) die();
}

/** The store, of which every call counts as a step before it is made and another once its answer is there. */
function counted(store: Store): Store {
  const around =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      step();
      const answer = await call(...given);
      step();
      return answer;
    };
  return {
    ...store,
    append: around(store.append),
    journal: around(store.journal),
    putArtifact: around(store.putArtifact),
    getArtifact: around(store.getArtifact),
    close: around(store.close),
  };
}

async function main(): Promise<void> {
  createHook({ before: continued }).enable();
  const host = { ...createMemoryHost(), clock: createClock(), store: counted(createStore({ folder })) };
  const session = await createSession(host, {
    tools: TOOLS,
    show(event) {
      if (event.kind === "call-settled") tell(`call ${event.id} ${event.status}`);
      if (event.kind === "envelope-settled") tell(`envelope ${event.id} ${event.outcome}`);
    },
  });
  if ("problem" in session) throw new Error(session.message);
  tell(`session ${session.id}`);
  session.setMode("full-auto");
  do {
    for (const expression of SCRIPTS) {
      const result = await session.runScript({ expression });
      tell(`ended ${result.id} ${result.outcome}`);
    }
  } while (how === "forever");
  await session.close();
  tell(`done ${continuations} ${steps}`);
}

void main();
