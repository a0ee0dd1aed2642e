import { bundleProgram } from "./bundle.mjs";
import { run } from "./child.mjs";
import { ownTarget, packageFor, packageOf } from "./package.mjs";
import { inRoot } from "./root.mjs";
import { filesUnder } from "./sources.mjs";
import { runVitest } from "./unit-tests.mjs";

const PREPARE = "test/e2e/prepare.ts";
const CONFIG = "vitest.e2e.config.ts";

/** What the preparation ends with when this machine cannot have a browser or VS Code; it has said why. */
const CANNOT_BE_HAD = 75;

/**
 * Packages the extension, installs it into a real VS Code and drives that. Skipped, with the reason, where there is no browser
 * or no VS Code to be had; whatever else goes wrong has failed.
 * @param {readonly string[]} args arguments for vitest, such as a part of a file's name
 * @returns {Promise<{ passed: number; failed: number; skipped: number }>} how many scenarios did what
 */
export async function runE2eTests(args) {
  const scenarios = filesUnder("test/e2e", /\.e2e\.ts$/).length;
  const prepared = await run(process.execPath, [await bundleProgram(PREPARE, ".cache/programs/e2e-prepare.mjs")]);
  if (prepared.code === CANNOT_BE_HAD) return { passed: 0, failed: 0, skipped: scenarios };
  if (prepared.code !== 0) return { passed: 0, failed: 1, skipped: 0 };
  const findings = await packageFor(ownTarget());
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) return { passed: 0, failed: findings.length, skipped: 0 };
  console.log("toolcall: driving the packaged extension in VS Code …");
  return runVitest(["--config", CONFIG, ...args], ".cache/e2e-report.json", {
    TOOLCALL_VSIX: inRoot(packageOf(ownTarget())),
  });
}
