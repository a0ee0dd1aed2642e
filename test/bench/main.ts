import { type Engine, engines, limitsOf, programText, timed } from "./engines.ts";
import { growth } from "./growth.ts";
import { heap } from "./heap.ts";
import { pipeline } from "./pipeline.ts";
import { savings } from "./savings.ts";
import { scripts } from "./scripts.ts";
import { tools } from "./tools.ts";
import { webview } from "./webview.ts";

/** Runs of which the median counts. */
const ROUNDS = 9;
/** Programs in the order of the table; `limits.json` has the budgets they need raised. */
const PROGRAMS = ["tiny", "fib", "tailloop", "dotimes", "strings", "lists", "macros", "toolcalls", "parallel"];
/** What every engine gets to warm up with each program. */
const WARM_UP_MS = 400;
/** A sample repeats a quick program until it takes about this long. */
const SAMPLE_MS = 4;

function median(samples: readonly number[]): number {
  return [...samples].sort((left, right) => left - right)[samples.length >> 1] as number;
}

/** Warms a program up, for every engine as long, and answers how often one sample runs it. */
function repeats(run: () => void): number {
  let once = Infinity;
  for (let spent = 0; spent < WARM_UP_MS;) {
    const time = timed(run);
    spent += time;
    once = Math.min(once, time);
  }
  return Math.max(1, Math.min(2_000, Math.round(SAMPLE_MS / once)));
}

/** Medians of one program, in milliseconds; engines take turns so that noise hits all of them. */
function measure(program: string, all: readonly Engine[]): ReadonlyMap<string, number> {
  const limits = limitsOf(program);
  const jobs = all.flatMap((engine) => {
    const source = programText(program, engine.ending);
    if (source === undefined) return [];
    const run = (): void => {
      engine.run(source, limits);
    };
    return [{ name: engine.name, run, times: repeats(run), samples: [] as number[] }];
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const job of jobs) {
      const sample = timed(() => {
        for (let i = 0; i < job.times; i++) job.run();
      });
      job.samples.push(sample / job.times);
    }
  }
  return new Map(jobs.map((job) => [job.name, median(job.samples)]));
}

function cell(value: number | undefined, digits = 3): string {
  return (value === undefined ? "–" : value.toFixed(digits)).padStart(9);
}

/** Prints the table of programs, ours beside the peers. */
async function table(programs: readonly string[]): Promise<void> {
  const all = await engines();
  console.log(`medians of ${ROUNDS}, ms; from text to value, every budget on\n`);
  console.log(
    [
      "program".padEnd(10),
      ...["vm", "tree", "monty", "quickjs"].map((name) => name.padStart(9)),
      "  vm/best  tree/vm",
    ].join(""),
  );
  for (const program of programs) {
    const times = measure(program, all);
    const [vm, tree, monty, quickjs] = ["vm", "tree", "monty", "quickjs"].map((name) => times.get(name));
    const best = Math.min(monty ?? Infinity, quickjs ?? Infinity);
    const ratio = vm === undefined || best === Infinity ? undefined : vm / best;
    console.log(
      [
        program.padEnd(10),
        cell(vm),
        cell(tree),
        cell(monty),
        cell(quickjs),
        cell(ratio, 2),
        cell((tree ?? NaN) / (vm ?? NaN), 1),
      ].join(""),
    );
  }
}

/** What follows on the table of programs, each by the name under which it can be had alone. */
const SECTIONS: Readonly<Record<string, () => void | Promise<void>>> = {
  growth,
  heap,
  pipeline,
  tools,
  scripts,
  savings,
  webview,
};

const words = process.argv.slice(2);
const programs = words.filter((word) => PROGRAMS.includes(word));
const named = words.filter((word) => word in SECTIONS);
const everything = programs.length + named.length === 0;
if (everything || programs.length > 0) await table(everything ? PROGRAMS : programs);
for (const name of everything ? Object.keys(SECTIONS) : named) await SECTIONS[name]?.();
