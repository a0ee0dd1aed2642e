import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { oversizedBundles } from "./bundle-sizes.mjs";
import { runPackage } from "./child.mjs";
import { generate } from "./generate.mjs";
import { inRoot, readJson } from "./root.mjs";
import { filesUnder } from "./sources.mjs";

/**
 * One thing that is checked about the project as a whole.
 * @typedef {object} Check
 * @property {string} rule the rule, as a sentence
 * @property {() => Promise<string>} findings what breaks the rule; empty when nothing does
 */

/** @typedef {{ rule: string; findings: string; seconds: number }} CheckResult */

/** @typedef {{ dependencies?: Record<string, string>; devDependencies?: Record<string, string> }} Pinned */

/** Half of the source files have at most this many lines. */
const MEDIAN_LINES = 150;

/** How many checks run at the same time. */
const CONCURRENCY = 2;

/** Slow checks first, so that the quick ones fill the gaps. @type {readonly Check[]} */
const CHECKS = [
  {
    rule: "the code passes the linter without a warning",
    findings: () => packageFindings("eslint/bin/eslint.js", ["--max-warnings", "0", "."]),
  },
  {
    rule: "every layer compiles against the layers its row allows",
    findings: () => packageFindings("typescript/bin/tsc", ["-b", "--pretty", "false"]),
  },
  {
    rule: "every file is in the project's format",
    findings: () => packageFindings("prettier/bin/prettier.cjs", ["--check", "--log-level", "warn", "."]),
  },
  {
    rule: "imports keep to the table of layers",
    findings: () => packageFindings("dependency-cruiser/bin/dependency-cruise.mjs", cruiseArguments()),
  },
  { rule: "generated files are fresh", findings: staleFiles },
  { rule: "bundles stay under their size limits", findings: () => Promise.resolve(oversizedBundles().join("\n")) },
  { rule: "source files are small and named after what they export", findings: () => Promise.resolve(oddFiles()) },
  { rule: "dependencies are pinned and the lock file names no host", findings: () => Promise.resolve(oddPins()) },
];

/**
 * Runs all checks, a line for each, and what was found below it.
 * @returns {Promise<{ passed: number; failed: number }>} how many rules hold and how many do not
 */
export async function runChecks() {
  const waiting = [...CHECKS];
  let failed = 0;
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await runCheck(check);
      report(result);
      if (result.findings !== "") failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { passed: CHECKS.length - failed, failed };
}

/**
 * @param {Check} check one of the checks
 * @returns {Promise<CheckResult>} what it found; a check that breaks has found that
 */
async function runCheck({ rule, findings }) {
  const start = performance.now();
  /** @param {unknown} error why the check broke */
  const broken = (error) =>
    `The check itself broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  const found = await findings().catch(broken);
  return { rule, findings: found, seconds: (performance.now() - start) / 1000 };
}

/**
 * @param {CheckResult} result what a check found
 */
function report({ rule, findings, seconds }) {
  console.log(`${findings === "" ? "  ok  " : "FAILED"} ${rule} (${seconds.toFixed(1)} s)`);
  if (findings !== "") console.log(findings.replaceAll(/^/gm, "         "));
}

/**
 * @param {string} script path inside `node_modules`
 * @param {readonly string[]} args its arguments
 * @returns {Promise<string>} its output when it ends with an error
 */
async function packageFindings(script, args) {
  const { code, output } = await runPackage(script, args, { output: "kept" });
  return code === 0 ? "" : output.trim() || `${script} ended with exit code ${code} and said nothing.`;
}

function cruiseArguments() {
  const folders = ["src", "test", "webview"].filter((folder) => filesUnder(folder).length > 0);
  return ["--config", "src/build/dependency-rules.mjs", ...folders, "eslint.config.mjs", "vitest.config.ts"];
}

async function staleFiles() {
  const { stale, broken } = await generate({ write: false });
  const remedy = stale.length > 0 ? ["Run `npm run generate` and commit what it changes."] : [];
  return [...broken, ...stale, ...remedy].join("\n");
}

/** Files whose names or lengths make the code hard to find one's way in. */
function oddFiles() {
  const files = [...filesUnder("src", /\.(?:ts|mjs)$/), ...filesUnder("webview", /\.ts$/)];
  const misnamed = files.filter((file) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*$/.test(basename(file)));
  const written = files.filter((file) => !file.endsWith(".generated.ts"));
  const lengths = written.map(linesOf).sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return [
    ...misnamed.map((file) => `${file}: a file name is in kebab-case, such as width-table.ts.`),
    ...(median > MEDIAN_LINES
      ? [`Half of the files have ${median} lines or more; the median is to be ${MEDIAN_LINES}.`]
      : []),
  ].join("\n");
}

/**
 * @param {string} file path from the root
 * @returns {number} how many lines it has
 */
function linesOf(file) {
  return readFileSync(inRoot(file), "utf8").split("\n").length - 1;
}

/** Dependencies that could change under our hands, or that are tied to one registry. */
function oddPins() {
  const manifest = /** @type {Pinned} */ (readJson("package.json"));
  const lock = /** @type {{ packages: Record<string, { optionalDependencies?: object }> }} */ (
    readJson("package-lock.json")
  );
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  );
  const hosted = Object.entries(lock.packages).filter(([, entry]) => "resolved" in entry);
  const absent = Object.values(lock.packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)));
  return [
    ...absent.map((name) => `package-lock.json: the optional ${name} is missing, so npm ci would refuse the file.`),
    ...loose.map(([name, version]) => `package.json: ${name} is ${version}; pin it to one exact version.`),
    ...hosted.map(([path]) => `package-lock.json: ${path} names a host; install with this project's .npmrc.`),
  ].join("\n");
}
