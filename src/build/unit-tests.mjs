import { existsSync, rmSync } from "node:fs";
import { runPackage } from "./child.mjs";
import { inRoot, readJson } from "./root.mjs";
import { filesUnder } from "./sources.mjs";

const REPORT = ".cache/test-report.json";

/**
 * The part of the test runner's report that is counted.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {{ status: string; assertionResults: { status: string }[] }[]} testResults one entry per file
 */

/**
 * Runs the tests of `test/`, the browser test included where there is a browser.
 * @param {readonly string[]} args arguments for vitest, such as a part of a file's name
 * @returns {Promise<{ passed: number; failed: number; skipped: number }>} a file that cannot be loaded counts as failed
 */
export async function runTests(args) {
  if (filesUnder("test", /\.test\.ts$/).length === 0) {
    console.log("toolcall: there are no tests yet");
    return { passed: 0, failed: 0, skipped: 0 };
  }
  return runVitest(args, REPORT);
}

/**
 * Runs vitest and counts.
 * @param {readonly string[]} args arguments for vitest
 * @param {string} file where its report goes, from the root
 * @param {Record<string, string>} [variables] variables for the tests
 * @returns {Promise<{ passed: number; failed: number; skipped: number }>} a file that cannot be loaded counts as failed
 */
export async function runVitest(args, file, variables = {}) {
  rmSync(inRoot(file), { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  /** @type {Record<string, string>} */
  const env = process.stdout.isTTY ? variables : { NO_COLOR: "1", ...variables };
  const { code } = await runPackage("vitest/vitest.mjs", ["run", ...reporters, ...args], { env });
  return countsOf(code, file);
}

/**
 * @param {number} code exit code of the test runner
 * @param {string} file its report, from the root
 * @returns {{ passed: number; failed: number; skipped: number }} what its report says; never without a failure if it failed
 */
function countsOf(code, file) {
  if (!existsSync(inRoot(file))) return { passed: 0, failed: 1, skipped: 0 };
  const report = /** @type {Report} */ (readJson(file));
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  );
  const failed = report.numFailedTests + unloadable.length;
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests,
  };
}
