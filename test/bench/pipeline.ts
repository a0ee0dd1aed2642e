import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import pLimit from "p-limit";
import { benchSession, wait } from "./session.ts";
import { removeFolderSync } from "../support/remove-folder.ts";

const ROUNDS = 9;
/** Rounds that only warm up: a session runs for hours, and its first scripts are compiled while they run. */
const WARM_UP_ROUNDS = 30;
/** Nested calls of one measured script. */
const CALLS = 200;

function median(samples: readonly number[]): number {
  return [...samples].sort((left, right) => left - right)[samples.length >> 1] as number;
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function script(
  expression: string,
  root: string,
): Promise<{ readonly run: () => Promise<void>; readonly end: () => Promise<void>; readonly syncs: () => number }> {
  const { session, end } = await benchSession(root);
  return {
    run: async () => {
      const result = await session.runScript({ expression });
      if (result.outcome !== "completed") throw new Error(result.text);
    },
    end,
    syncs: () => session.syncs(),
  };
}

/** What a nested call costs on its way through every stage, beside a bare asynchronous call; bar 60 µs (the issue's own). */
async function perCall(root: string): Promise<void> {
  const nested = await script(`(dotimes (i ${CALLS}) (Noop :value i))`, root);
  const empty = await script(`(dotimes (i ${CALLS}) (identity i))`, root);
  const bare = async (): Promise<void> => {
    for (let i = 0; i < CALLS; i++) await Promise.resolve(String(i));
  };
  const samples = { nested: [] as number[], empty: [] as number[], bare: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const times = {
      nested: await timedAsync(nested.run),
      empty: await timedAsync(empty.run),
      bare: await timedAsync(bare),
    };
    if (round < 0) continue;
    samples.nested.push(times.nested);
    samples.empty.push(times.empty);
    samples.bare.push(times.bare);
  }
  const cost = ((median(samples.nested) - median(samples.empty) - median(samples.bare)) / CALLS) * 1_000;
  console.log(`nested call through every stage: ${cost.toFixed(1)} µs over a bare async call (bar 60 µs)`);
  await nested.end();
  await empty.end();
}

/** A join of 200 calls beside the same work without the pipeline; bar 1.3 with calls that take a millisecond. */
async function joined(root: string): Promise<void> {
  const { session, end } = await benchSession(root);
  const expression = `(let ((l nil)) (dotimes (i ${CALLS}) (push i l)) (length (parallel-map (lambda (v) (Wait :value v)) l)))`;
  const through = async (): Promise<void> => {
    const result = await session.runScript({ expression });
    if (result.outcome !== "completed") throw new Error(result.text);
  };
  const without = async (): Promise<void> => {
    const limit = pLimit(4);
    await Promise.all(Array.from({ length: CALLS }, () => limit(wait)));
  };
  const samples = { through: [] as number[], without: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const times = { through: await timedAsync(through), without: await timedAsync(without) };
    if (round < 0) continue;
    samples.through.push(times.through);
    samples.without.push(times.without);
  }
  const [a, b] = [median(samples.through), median(samples.without)];
  console.log(
    `parallel-map of ${CALLS} calls of 1 ms: ${a.toFixed(0)} ms, without the pipeline ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)} (bar 1.3)`,
  );
  await end();
}

/** Event-loop delay while a script uses all of its steps; bar 20 ms at the 99th percentile. */
async function loopDelay(root: string): Promise<void> {
  const { session, end } = await benchSession(root);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await session.runScript({ expression: "(let ((i 0)) (while t (setq i (+ i 1))))" });
  delay.disable();
  console.log(
    `event-loop delay during 500,000 steps: p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, longest ${(delay.max / 1e6).toFixed(1)} ms (bar p99 20 ms)`,
  );
  await end();
}

/** Synced writes of a script that only reads; 2 (R248). */
async function syncedWrites(root: string): Promise<void> {
  const { session, end } = await benchSession(root);
  const before = session.syncs();
  await session.runScript({ expression: `(dotimes (i 50) (Noop :value i))` });
  console.log(`synced writes of a script with 50 reading calls: ${session.syncs() - before} (2 expected)`);
  await end();
}

/** Prints what the pipeline costs. */
export async function pipeline(): Promise<void> {
  console.log("\nthe pipeline");
  const root = mkdtempSync(join(tmpdir(), "toolcall-bench-root-"));
  await perCall(root);
  await joined(root);
  await loopDelay(root);
  await syncedWrites(root);
  removeFolderSync(root);
}
