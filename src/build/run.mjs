/**
 * Does one job of the project, after all the set-up that it needs: `node src/build/run.mjs JOB [ARGUMENT…]`.
 * Only Node's own modules are loaded before dependencies are in place, so that a fresh clone can start here.
 */
import { existsSync } from "node:fs";
import { run } from "./child.mjs";
import { ensureInstalled } from "./install.mjs";
import { ROOT, inRoot } from "./root.mjs";

const BENCH = "test/bench/main.ts";

/**
 * A job gets the arguments after its name and returns the exit code.
 * @type {Readonly<Record<string, (args: readonly string[]) => Promise<number>>>}
 */
const JOBS = {
  async start(args) {
    if (!(await built())) return 1;
    const { start } = await import("./start.mjs");
    return start(args);
  },

  async build() {
    if (!(await built())) return 1;
    console.log("toolcall: everything is built");
    return 0;
  },

  async watch() {
    const { watch } = await import("./bundle.mjs");
    await watch();
    await new Promise(() => {
      // Runs until it is interrupted.
    });
    return 0;
  },

  async check() {
    return (await built()) ? conclude([await checked()]) : 1;
  },

  async test(args) {
    if (!(await built())) return conclude([{ passed: 0, failed: 1 }]);
    const checks = await checked();
    console.log("toolcall: running the tests …");
    const { runTests } = await import("./unit-tests.mjs");
    const counts = [checks, await runTests(args)];
    if (args.length > 0) return conclude(counts);
    const { runE2eTests } = await import("./e2e-tests.mjs");
    return conclude([...counts, await runE2eTests([])]);
  },

  async "test:e2e"(args) {
    if (!(await built())) return conclude([{ passed: 0, failed: 1 }]);
    const { runE2eTests } = await import("./e2e-tests.mjs");
    return conclude([await runE2eTests(args)]);
  },

  async "test:desktop"() {
    const { bundleProgram } = await import("./bundle.mjs");
    const program = await bundleProgram("test/in-host/desktop.ts", ".cache/programs/desktop.mjs");
    return (await run(process.execPath, [program])).code;
  },

  async package(args) {
    if (!(await built())) return 1;
    const { packageExtension } = await import("./package.mjs");
    return packageExtension(args);
  },

  async bench(args) {
    const { bundleProgram } = await import("./bundle.mjs");
    if (!existsSync(inRoot(BENCH))) {
      console.error(`toolcall: there is nothing to measure; ${BENCH} is missing.`);
      return 1;
    }
    const program = await bundleProgram(BENCH, ".cache/bench/main.mjs");
    console.log("toolcall: measuring …");
    return (await run(process.execPath, ["--expose-gc", program, ...args])).code;
  },

  async generate(args) {
    const { generate } = await import("./generate.mjs");
    const { stale, broken } = await generate({ write: true, only: args });
    console.log(stale.length > 0 ? `toolcall: wrote\n${stale.join("\n")}` : "toolcall: nothing had to be written anew");
    for (const sentence of broken) console.error(sentence);
    return broken.length === 0 ? 0 : 1;
  },
};

async function built() {
  const { ensureBuilt } = await import("./bundle.mjs");
  return ensureBuilt();
}

async function checked() {
  console.log("toolcall: checking …");
  const { runChecks } = await import("./checks.mjs");
  return runChecks();
}

/**
 * @param {readonly { passed: number; failed: number; skipped?: number }[]} counts what each step counted
 * @returns {number} exit code
 */
function conclude(counts) {
  /** @param {"passed" | "failed" | "skipped"} what */
  const sum = (what) => counts.reduce((total, count) => total + (count[what] ?? 0), 0);
  if (sum("skipped") > 0) console.log(`${sum("skipped")} skipped`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0 ? 0 : 1;
}

/**
 * @param {string | undefined} name the job
 * @param {readonly string[]} args its arguments
 * @returns {Promise<number>} exit code
 */
async function main(name, args) {
  const job = name === undefined ? undefined : JOBS[name];
  if (!job) {
    console.error(`Usage: node src/build/run.mjs JOB [ARGUMENT…]\nThe jobs are ${Object.keys(JOBS).join(", ")}.`);
    return 2;
  }
  process.chdir(ROOT);
  return (await ensureInstalled()) ? job(args) : 1;
}

process.exitCode = await main(process.argv[2], process.argv.slice(3));
