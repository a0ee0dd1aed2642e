import { format } from "node:util";
import Mocha from "mocha";

/** How long one test may take on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** What every line of the report begins with, so that it is told from what VS Code logs. */
const MARK = "[test] ";

/**
 * What VS Code calls inside of the extension host: runs the specs that `IN_HOST_SPECS` names, separated by `:`. Rejects when a
 * test fails or there is none.
 */
export async function run(): Promise<void> {
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => {
    // eslint-disable-next-line no-console -- VS Code hands on what is written to the console, and nothing else
    for (const line of format(...values).split("\n")) console.log(`${MARK}${line}`);
  };
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: TEST_TIMEOUT_MS });
  for (const file of (process.env["IN_HOST_SPECS"] ?? "").split(":").filter((name) => name !== "")) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
  if (mocha.suite.total() === 0) throw new Error("IN_HOST_SPECS names no test");
}
