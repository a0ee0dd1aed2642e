import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";
import { BUNDLES, folderOf, optionsOf } from "./bundles.mjs";
import { kilobytes, recordBundle, sizeOf } from "./bundle-sizes.mjs";
import { externalModules } from "./external-modules.mjs";
import { inRoot } from "./root.mjs";
import { filesUnder } from "./sources.mjs";
import { hashOf, isStamped, writeStamp } from "./stamp.mjs";

/** @typedef {import("./bundles.mjs").Bundle} Bundle */

const STAMP = "dist/.stamp";

/** What `npx toolcall` looks for. npm makes it for installed packages only, not for the project itself. */
const COMMAND = process.platform === "win32" ? "node_modules/.bin/toolcall.cmd" : "node_modules/.bin/toolcall";

const GRAMMARS = "node_modules/@vscode/tree-sitter-wasm";

/**
 * Files that programs load at run time and that cannot be bundled: the parser of command lines with its grammars. They lie
 * beside the programs, where `src/hosts/node/commands/grammar.ts` looks for them first.
 * @type {readonly { from: string; to: string }[]}
 */
export const ASSETS = [
  // Our package is one of ES modules; this file is none.
  { from: `${GRAMMARS}/wasm/tree-sitter.js`, to: "dist/tree-sitter.cjs" },
  { from: `${GRAMMARS}/wasm/tree-sitter.wasm`, to: "dist/tree-sitter.wasm" },
  { from: `${GRAMMARS}/wasm/tree-sitter-bash.wasm`, to: "dist/tree-sitter-bash.wasm" },
  { from: `${GRAMMARS}/wasm/tree-sitter-powershell.wasm`, to: "dist/tree-sitter-powershell.wasm" },
  { from: `${GRAMMARS}/LICENSE`, to: "dist/tree-sitter.LICENSE.txt" },
];

/** Puts the assets beside the programs. */
function copyAssets() {
  for (const { from, to } of ASSETS) copyFileSync(inRoot(from), inRoot(to));
}

/**
 * @returns {readonly Bundle[]} the bundles whose entry exists
 */
function presentBundles() {
  for (const { entry, outfile } of BUNDLES.filter((bundle) => !existsSync(inRoot(bundle.entry)))) {
    console.log(`toolcall: ${outfile} is not built, because there is no ${entry}`);
  }
  return BUNDLES.filter((bundle) => existsSync(inRoot(bundle.entry)));
}

/** What the bundles depend on. */
function hashNow() {
  const sources = [...filesUnder("src"), ...filesUnder("webview"), ...filesUnder("syntaxes")];
  return hashOf([...sources, "package-lock.json"], [process.versions.modules]);
}

/**
 * Builds what has changed since the last build.
 * @returns {Promise<boolean>} whether everything is built; esbuild has said what is wrong when it is not
 */
export async function ensureBuilt() {
  const hash = hashNow();
  const isComplete = BUNDLES.every(isInPlace) && ASSETS.every(({ to }) => existsSync(inRoot(to)));
  if (isComplete && isStamped(STAMP, hash)) return true;
  let isBuilt = true;
  for (const bundle of presentBundles()) isBuilt = (await buildOne(bundle)) && isBuilt;
  copyAssets();
  if (isBuilt) writeStamp(STAMP, hash);
  return isBuilt;
}

/**
 * @param {Bundle} bundle one of the bundles
 * @returns {Promise<boolean>} whether it is built
 */
async function buildOne(bundle) {
  console.log(`toolcall: building ${bundle.outfile} …`);
  clear(bundle);
  try {
    const { metafile } = await build({ ...optionsOf(bundle), metafile: true });
    recordBundle(bundle, metafile);
  } catch {
    // esbuild has printed each error with its place.
    return false;
  }
  const { bytes, gzipped } = sizeOf(bundle);
  console.log(`toolcall: ${bundle.outfile} has ${kilobytes(bytes)}, ${kilobytes(gzipped)} compressed`);
  if (bundle.command) linkCommand(bundle.outfile);
  return true;
}

/**
 * Removes what an earlier build of a bundle with parts has left: names of parts change with their content.
 * @param {Bundle} bundle one of the bundles
 */
function clear({ outfile, splitting }) {
  if (splitting) rmSync(inRoot(folderOf(outfile)), { recursive: true, force: true, maxRetries: 3 });
}

/**
 * @param {Bundle} bundle one of the bundles
 * @returns {boolean} whether what can be built of it is there
 */
function isInPlace({ entry, outfile, command }) {
  if (!existsSync(inRoot(entry))) return true;
  return existsSync(inRoot(outfile)) && (!command || existsSync(inRoot(COMMAND)));
}

/**
 * Lets `npx toolcall` find the command line that was just built.
 * @param {string} outfile the program, from the root
 */
function linkCommand(outfile) {
  chmodSync(inRoot(outfile), 0o755);
  rmSync(inRoot(COMMAND), { force: true });
  if (process.platform === "win32") writeFileSync(inRoot(COMMAND), `@node "%~dp0\\..\\..\\${outfile}" %*\r\n`);
  else symlinkSync(`../../${outfile}`, inRoot(COMMAND));
}

/**
 * Bundles a program of the project that is run at once and not kept; its packages stay in `node_modules`.
 * @param {string} entry source file, from the root
 * @param {string} outfile where it is built, from the root
 * @returns {Promise<string>} absolute path of what is built
 */
export async function bundleProgram(entry, outfile) {
  await build({
    entryPoints: [inRoot(entry)],
    outfile: inRoot(outfile),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    plugins: [externalModules],
    sourcemap: "linked",
    logLevel: "warning",
  });
  return inRoot(outfile);
}

/**
 * Builds, and builds again on every change, until the process is ended.
 * @returns {Promise<void>} settles once all bundles are being watched
 */
export async function watch() {
  mkdirSync(inRoot("dist"), { recursive: true });
  copyAssets();
  for (const bundle of presentBundles()) {
    clear(bundle);
    const watching = await context(announced(bundle));
    await watching.watch();
  }
}

/**
 * @param {Bundle} bundle what is built
 * @returns {import("esbuild").BuildOptions} how, with a plugin that says when a build begins and ends
 */
function announced(bundle) {
  const options = optionsOf(bundle);
  return { ...options, plugins: [...(options.plugins ?? []), announcer(bundle)] };
}

/**
 * Says when a build begins and ends, in lines that an editor's problem matcher can follow.
 * @param {Bundle} bundle what is built
 * @returns {import("esbuild").Plugin} the plugin
 */
function announcer({ outfile, command }) {
  return {
    name: "announcer",
    setup(pluginBuild) {
      pluginBuild.onStart(() => console.log(`[watch] building ${outfile}`));
      pluginBuild.onEnd(({ errors }) => {
        if (errors.length === 0 && command) linkCommand(outfile);
        console.log(`[watch] ${outfile} is ${errors.length === 0 ? "" : "not "}built`);
      });
    },
  };
}
