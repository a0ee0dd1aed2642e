import { readFileSync } from "node:fs";
import { encodingsBeside, moduleBeside, onlyEnglish } from "./lean-packages.mjs";
import { ROOT, inRoot } from "./root.mjs";

/**
 * @typedef {object} Bundle
 * @property {string} entry source file, from the root
 * @property {string} outfile what is built, from the root
 * @property {"module" | "commonjs"} format which kind of module it is built as
 * @property {"node" | "browser"} platform where it runs
 * @property {string} target oldest engine that runs it, in esbuild's words
 * @property {boolean} minify whether it ships as small as possible
 * @property {boolean} [command] whether it is the program that `npx toolcall` runs
 * @property {readonly string[]} [external] modules that whoever runs it supplies
 * @property {boolean} [splitting] whether what is imported on demand lies in files of its own, beside it
 * @property {number} [limit] size in bytes that it stays under, with everything it loads at once
 * @property {number} [gzipLimit] the same when compressed
 */

/** The whole language core as a browser receives it, minified and gzipped, stays under this many bytes (decision 8). */
export const DIALECT_GZIP_BYTES = 90_000;

/** A ceiling for the minified core before compression: just above what it has, so that growth is noticed (decision 8). */
export const DIALECT_BUNDLE_BYTES = 230_000;

/** What VS Code loads when the extension is activated: it does no more than register what may be asked for. */
export const EXTENSION_BUNDLE_BYTES = 30_000;

/** What the extension loads when it is asked for something for the first time. */
export const WINDOW_BUNDLE_BYTES = 900_000;

/** What the panel loads before its first paint: everything but highlighters, which come on demand. */
export const PANEL_BUNDLE_BYTES = 400_000;

/**
 * The language core alone, for any page or worker that wants to run scripts.
 * @type {Bundle}
 */
export const DIALECT_BUNDLE = {
  entry: "src/dialect/index.ts",
  outfile: "dist/dialect.min.js",
  format: "module",
  platform: "browser",
  target: "es2023",
  minify: true,
  limit: DIALECT_BUNDLE_BYTES,
  gzipLimit: DIALECT_GZIP_BYTES,
};

/**
 * The extension, as VS Code's extension host loads it. It alone may import the editor's API.
 * @type {Bundle}
 */
export const EXTENSION_BUNDLE = {
  entry: "src/apps/extension/main.ts",
  outfile: "dist/extension.cjs",
  format: "commonjs",
  platform: "node",
  target: "node20",
  minify: true,
  external: ["vscode"],
  limit: EXTENSION_BUNDLE_BYTES,
};

/**
 * Everything of the extension that works, which it loads at the first need.
 * @type {Bundle}
 */
export const WINDOW_BUNDLE = {
  entry: "src/apps/extension/load-window.ts",
  outfile: "dist/window.cjs",
  format: "commonjs",
  platform: "node",
  target: "node20",
  minify: true,
  external: ["vscode"],
  limit: WINDOW_BUNDLE_BYTES,
};

/**
 * The tables of encodings, which the extension loads when it first meets a text that is not UTF-8.
 * @type {Bundle}
 */
export const ENCODINGS_BUNDLE = {
  entry: "node_modules/iconv-lite/encodings/index.js",
  outfile: "dist/encodings.cjs",
  format: "commonjs",
  platform: "node",
  target: "node20",
  minify: true,
};

/**
 * The official SDKs of providers of models, which programs load with the first round that needs one.
 * @type {readonly Bundle[]}
 */
export const SDK_BUNDLES = ["anthropic", "openai"].map((name) => ({
  entry: `src/hosts/node/models/${name}/${name}-sdk.ts`,
  outfile: `dist/${name}-sdk.cjs`,
  format: "commonjs",
  platform: "node",
  target: "node20",
  minify: true,
}));

/** The command line. @type {Bundle} */
export const COMMAND_BUNDLE = {
  entry: "src/apps/cli/main.ts",
  outfile: "dist/toolcall.mjs",
  format: "module",
  platform: "node",
  target: "node20",
  minify: false,
  command: true,
};

/**
 * The page inside the chat panel, for the oldest browser that a supported VS Code draws with. Its style sheets become
 * one file beside it.
 * @type {Bundle}
 */
export const PANEL_BUNDLE = {
  entry: "webview/main.ts",
  outfile: "dist/webview/main.js",
  format: "module",
  platform: "browser",
  target: "chrome122",
  minify: true,
  splitting: true,
  limit: PANEL_BUNDLE_BYTES,
};

/**
 * Everything that is built for use.
 * @type {readonly Bundle[]}
 */
export const BUNDLES = [
  COMMAND_BUNDLE,
  DIALECT_BUNDLE,
  EXTENSION_BUNDLE,
  WINDOW_BUNDLE,
  ENCODINGS_BUNDLE,
  ...SDK_BUNDLES,
  PANEL_BUNDLE,
];

/** Bundled packages that are no ES modules ask for Node's own modules with `require`. */
const REQUIRE =
  'import { createRequire as bundleRequire } from "node:module";\nconst require = bundleRequire(import.meta.url);';

/** A module that is no ES module has no `import.meta.url`; code that looks for files beside itself asks this instead. */
const PLACE = 'const bundlePlace = require("node:url").pathToFileURL(__filename).href;';

const ENCODINGS = encodingsBeside(besideOf(ENCODINGS_BUNDLE));

const SDKS = SDK_BUNDLES.map((bundle) => moduleBeside(bundle.entry, besideOf(bundle)));

/** What only some bundles are made with, by where they are built. @type {Readonly<Record<string, readonly import("esbuild").Plugin[]>>} */
const PLUGINS = {
  [COMMAND_BUNDLE.outfile]: SDKS,
  [EXTENSION_BUNDLE.outfile]: [moduleBeside(WINDOW_BUNDLE.entry, besideOf(WINDOW_BUNDLE))],
  [WINDOW_BUNDLE.outfile]: [ENCODINGS, ...SDKS],
};

/**
 * @param {Bundle} bundle one of the bundles
 * @returns {string} how another bundle in the same folder names it
 */
function besideOf({ outfile }) {
  return `./${outfile.slice("dist/".length)}`;
}

/**
 * How a bundle is made.
 * @param {Bundle} bundle one of the bundles
 * @returns {import("esbuild").BuildOptions} options for esbuild
 */
export function optionsOf(bundle) {
  const { entry, platform, target, minify, external = [] } = bundle;
  return {
    absWorkingDir: ROOT,
    ...placesOf(bundle),
    bundle: true,
    platform,
    // Some packages' `main` loads its own files in ways that a bundler cannot see.
    mainFields: ["module", "main"],
    target,
    minify,
    external: [...external],
    plugins: [onlyEnglish, ...(PLUGINS[bundle.outfile] ?? [])],
    sourcemap: bundle === DIALECT_BUNDLE || bundle === ENCODINGS_BUNDLE ? false : "linked",
    sourcesContent: false,
    legalComments: "eof",
    loader: { ".ttf": "file" },
    logLevel: "warning",
    ...moduleOptions(bundle, inRoot(entry)),
  };
}

/**
 * @param {Bundle} bundle one of the bundles
 * @returns {import("esbuild").BuildOptions} what is read and where it goes; several files need a folder
 */
function placesOf({ entry, outfile, splitting = false }) {
  if (!splitting) return { entryPoints: [inRoot(entry)], outfile: inRoot(outfile) };
  return {
    entryPoints: [inRoot(entry)],
    outdir: inRoot(folderOf(outfile)),
    splitting,
    chunkNames: "parts/[name]-[hash]",
    assetNames: "[name]",
  };
}

/**
 * @param {string} file path from the root
 * @returns {string} the folder it is in
 */
export function folderOf(file) {
  return file.slice(0, file.lastIndexOf("/"));
}

/**
 * @param {Bundle} bundle one of the bundles
 * @param {string} path absolute path of its entry
 * @returns {import("esbuild").BuildOptions} what makes it a module of its kind
 */
function moduleOptions({ format, platform }, path) {
  if (format === "commonjs") {
    // An extension host warns of whoever looks for a browser's `navigator`.
    return {
      format: "cjs",
      // An extension host gives the editor's API to what is loaded with `require`.
      supported: { "dynamic-import": false },
      define: { "import.meta.url": "bundlePlace", navigator: "undefined" },
      banner: { js: PLACE },
    };
  }
  if (platform === "browser") return { format: "esm" };
  const hasHashbang = readFileSync(path, "utf8").startsWith("#!");
  return { format: "esm", banner: { js: hasHashbang ? REQUIRE : `#!/usr/bin/env node\n${REQUIRE}` } };
}
