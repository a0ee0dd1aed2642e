/**
 * A program that runs scripts in a session on disk, tells what it is shown, and may kill itself: `child.mjs FOLDER N`
 * ends by SIGKILL at its N-th continuation of a promise, which is every point at which anything awaits; with 0 it ends
 * by itself, with -1 it never does.
 */
import { createHook } from "node:async_hooks";
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createSession } from "../../../src/agent/session.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import { createClock } from "../../../src/hosts/node/clock.ts";
import { createStore } from "../../../src/hosts/node/store.ts";
import { rigTool } from "../session-rig.ts";

const [folder = "", killAt = "0"] = process.argv.slice(2);
const last = Number(killAt);
let continuations = 0;

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

if (last > 0) {
  const before = (): void => {
    if (++continuations === last) process.kill(process.pid, "SIGKILL");
  };
  createHook({ before }).enable();
} else createHook({ before: () => (continuations += 1) }).enable();

const host = { ...createMemoryHost(), clock: createClock(), store: createStore({ folder }) };
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
} while (last < 0);
await session.close();
tell(`done ${continuations}`);
