import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { gzipSync } from "node:zlib";
import { build, context } from "esbuild";
import { inRoot } from "./root.mjs";
import { filesUnder } from "./sources.mjs";
import { hashOf, isStamped, writeStamp } from "./stamp.mjs";

/**
 * @typedef {object} Bundle
 * @property {string} entry source file, from the root
 * @property {string} outfile what is built, from the root
 * @property {"node" | "browser"} platform where it runs
 * @property {boolean} minify whether it ships as small as possible
 * @property {number} [limit] size in bytes that it stays under
 * @property {number} [gzipLimit] size in bytes that it stays under when compressed
 */

const STAMP = "dist/.stamp";

/** What `npx toolcall` looks for. npm makes it for installed packages only, not for the project itself. */
const COMMAND = process.platform === "win32" ? "node_modules/.bin/toolcall.cmd" : "node_modules/.bin/toolcall";

/** The whole language core as a browser receives it, minified and gzipped, stays under this many bytes (decision 8). */
export const DIALECT_GZIP_BYTES = 90_000;

/** A ceiling for the minified core before compression: just above what it has, so that growth is noticed (decision 8). */
export const DIALECT_BUNDLE_BYTES = 230_000;

/**
 * The language core alone, for any page or worker that wants to run scripts.
 * @type {Bundle}
 */
export const DIALECT_BUNDLE = {
  entry: "src/dialect/index.ts",
  outfile: "dist/dialect.min.js",
  platform: "browser",
  minify: true,
  limit: DIALECT_BUNDLE_BYTES,
  gzipLimit: DIALECT_GZIP_BYTES,
};

/**
 * Everything that is built for use.
 * @type {readonly Bundle[]}
 */
export const BUNDLES = [
  { entry: "src/apps/cli/main.ts", outfile: "dist/toolcall.mjs", platform: "node", minify: false },
  DIALECT_BUNDLE,
];

/** Bundled packages that are no ES modules ask for Node's own modules with `require`. */
const REQUIRE =
  'import { createRequire as bundleRequire } from "node:module";\nconst require = bundleRequire(import.meta.url);';

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
 * How a bundle is made.
 * @param {Bundle} bundle one of the bundles
 * @returns {import("esbuild").BuildOptions} options for esbuild
 */
export function optionsOf({ entry, outfile, platform, minify }) {
  const isProgram = platform === "node";
  const hasHashbang = isProgram && readFileSync(inRoot(entry), "utf8").startsWith("#!");
  return {
    entryPoints: [inRoot(entry)],
    outfile: inRoot(outfile),
    bundle: true,
    platform,
    // Some packages' `main` loads its own files in ways that a bundler cannot see.
    mainFields: ["module", "main"],
    format: "esm",
    target: isProgram ? "node20" : "es2023",
    minify,
    sourcemap: isProgram ? "linked" : false,
    sourcesContent: false,
    legalComments: "eof",
    logLevel: "warning",
    ...(isProgram && { banner: { js: hasHashbang ? REQUIRE : `#!/usr/bin/env node\n${REQUIRE}` } }),
  };
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
  const sources = [...filesUnder("src"), ...filesUnder("webview")];
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
  for (const bundle of presentBundles()) {
    console.log(`toolcall: building ${bundle.outfile} …`);
    try {
      await build(optionsOf(bundle));
    } catch {
      // esbuild has printed each error with its place.
      return false;
    }
    if (bundle.platform === "node") linkCommand(bundle.outfile);
  }
  copyAssets();
  writeStamp(STAMP, hash);
  return true;
}

/**
 * @param {Bundle} bundle one of the bundles
 * @returns {boolean} whether what can be built of it is there
 */
function isInPlace({ entry, outfile, platform }) {
  if (!existsSync(inRoot(entry))) return true;
  return existsSync(inRoot(outfile)) && (platform !== "node" || existsSync(inRoot(COMMAND)));
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
    sourcemap: "linked",
    logLevel: "warning",
  });
  return inRoot(outfile);
}

/**
 * The bundles that are larger than they may be.
 * @returns {string[]} one sentence for each; none when all is well
 */
export function oversizedBundles() {
  return BUNDLES.filter(({ outfile, limit }) => limit !== undefined && existsSync(inRoot(outfile))).flatMap(
    ({ outfile, limit = Infinity, gzipLimit = Infinity }) => {
      const bytes = readFileSync(inRoot(outfile));
      const gzipped = gzipSync(bytes).length;
      return [
        ...(bytes.length < limit ? [] : [`${outfile} has ${bytes.length} bytes; it has to stay under ${limit}.`]),
        ...(gzipped < gzipLimit ? [] : [`${outfile} has ${gzipped} bytes gzipped; it has to stay under ${gzipLimit}.`]),
      ];
    },
  );
}

/**
 * Builds, and builds again on every change, until the process is ended.
 * @returns {Promise<void>} settles once all bundles are being watched
 */
export async function watch() {
  mkdirSync(inRoot("dist"), { recursive: true });
  copyAssets();
  for (const bundle of presentBundles()) {
    const watching = await context({ ...optionsOf(bundle), plugins: [announcer(bundle)] });
    await watching.watch();
  }
}

/**
 * Says when a build begins and ends, in lines that an editor's problem matcher can follow.
 * @param {Bundle} bundle what is built
 * @returns {import("esbuild").Plugin} the plugin
 */
function announcer({ outfile, platform }) {
  return {
    name: "announcer",
    setup(pluginBuild) {
      pluginBuild.onStart(() => console.log(`[watch] building ${outfile}`));
      pluginBuild.onEnd(({ errors }) => {
        if (errors.length === 0 && platform === "node") linkCommand(outfile);
        console.log(`[watch] ${outfile} is ${errors.length === 0 ? "" : "not "}built`);
      });
    },
  };
}
