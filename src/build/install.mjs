import { existsSync } from "node:fs";
import { run } from "./child.mjs";
import { inRoot, readJson } from "./root.mjs";
import { hashOf, isStamped, writeStamp } from "./stamp.mjs";

const STAMP = "node_modules/.toolcall-stamp";
const LOCK = "package-lock.json";
const INSTALLED = "node_modules/.package-lock.json";

/** @typedef {{ version?: string; optional?: boolean; dependencies?: object; devDependencies?: object }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lock */

/**
 * Makes sure that `node_modules` holds exactly what the lock file says, for this Node. Needs nothing but Node and npm.
 * @returns {Promise<boolean>} whether dependencies are in place; npm has said what is wrong when they are not
 */
export async function ensureInstalled() {
  if (isStamped(STAMP, stampNow())) return true;
  if (isInstalled()) {
    writeStamp(STAMP, stampNow());
    return true;
  }
  const job = lockMatchesManifest() ? "ci" : "install";
  console.log(`toolcall: installing dependencies (npm ${job}) …`);
  const { code } = await runNpm([job, "--include=dev", "--no-audit", "--no-fund"]);
  if (code !== 0) {
    console.error(
      `toolcall: npm ${job} ended with exit code ${code}. It needs the npm registry; see its message above.`,
    );
    return false;
  }
  writeStamp(STAMP, stampNow());
  return true;
}

function stampNow() {
  return hashOf(["package.json", LOCK], [process.versions.modules, process.platform, process.arch]);
}

/**
 * Whether `node_modules`, filled by somebody else, holds every package of the lock file in its version. Optional
 * packages may be absent, since most of them are for other platforms.
 */
function isInstalled() {
  if (!existsSync(inRoot(INSTALLED)) || !existsSync(inRoot(LOCK)) || !lockMatchesManifest()) return false;
  const wanted = readLock(LOCK).packages;
  const present = readLock(INSTALLED).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || (optional === true && !present[path]) || present[path]?.version === version,
  );
}

/** Whether the lock file was written for the dependencies that package.json names. */
function lockMatchesManifest() {
  if (!existsSync(inRoot(LOCK))) return false;
  const own = readLock(LOCK).packages[""] ?? {};
  const manifest = /** @type {LockedPackage} */ (readJson("package.json"));
  return (
    JSON.stringify(own.dependencies ?? {}) === JSON.stringify(manifest.dependencies ?? {}) &&
    JSON.stringify(own.devDependencies ?? {}) === JSON.stringify(manifest.devDependencies ?? {})
  );
}

/**
 * @param {string} file path of a lock file, from the root
 * @returns {Lock} its content
 */
function readLock(file) {
  return /** @type {Lock} */ (readJson(file));
}

/**
 * @param {readonly string[]} args arguments for npm
 * @returns {ReturnType<typeof run>} how it ended
 */
function runNpm(args) {
  const npm = process.env["npm_execpath"];
  if (npm?.endsWith("npm-cli.js")) return run(process.execPath, [npm, ...args]);
  return run(process.platform === "win32" ? "npm.cmd" : "npm", args);
}
