import { mkdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { format, getFileInfo, resolveConfig } from "prettier";
import { externalModules } from "./external-modules.mjs";
import { filesUnder } from "./sources.mjs";
import { inRoot } from "./root.mjs";

/** @typedef {import("./generated-file.ts").GeneratedFile} GeneratedFile */
/** @typedef {{ generate: () => GeneratedFile | readonly GeneratedFile[] }} Generator */

const GENERATORS = "src/build/generators";
const BUNDLES = ".cache/generators";

/**
 * The generators there are: every module of `src/build/generators` that exports `generate()`.
 * @returns {string[]} their names
 */
export function generatorNames() {
  return filesUnder(GENERATORS, /\.ts$/)
    .filter((file) => dirname(file) === GENERATORS)
    .map((file) => basename(file, ".ts"));
}

/**
 * Runs one generator. It is bundled first, so that it may import the tables it reads in TypeScript.
 * @param {string} name file name of a generator, without ending
 * @returns {Promise<GeneratedFile[]>} what it makes, formatted unless the formatter is told to ignore the path
 */
export async function runGenerator(name) {
  const outfile = inRoot(BUNDLES, `${name}.mjs`);
  await build({
    entryPoints: [inRoot(GENERATORS, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    plugins: [externalModules],
    logLevel: "silent",
  });
  const module = /** @type {unknown} */ (await import(`${pathToFileURL(outfile).href}?at=${Date.now()}`));
  const made = /** @type {Generator} */ (module).generate();
  return Promise.all([made].flat().map(formatted));
}

/**
 * @param {GeneratedFile} file what a generator made
 * @returns {Promise<GeneratedFile>} the same, in the project's format where the formatter looks at it at all
 */
async function formatted(file) {
  const info = await getFileInfo(inRoot(file.path), { ignorePath: inRoot(".prettierignore") });
  if (info.ignored || info.inferredParser === null) return file;
  const config = await resolveConfig(inRoot(file.path));
  return { path: file.path, text: await format(file.text, { ...config, filepath: inRoot(file.path) }) };
}

/**
 * @param {GeneratedFile} file what a generator makes now
 * @returns {boolean} whether the file in the project is byte for byte the same
 */
function isFresh(file) {
  return existsSync(inRoot(file.path)) && readFileSync(inRoot(file.path), "utf8") === file.text;
}

/**
 * @param {GeneratedFile} file what a generator makes now
 */
function writeGenerated(file) {
  mkdirSync(dirname(inRoot(file.path)), { recursive: true });
  writeFileSync(inRoot(file.path), file.text);
}

/**
 * Runs generators and compares with, or writes, the files they are responsible for.
 * @param {{ write: boolean; only?: readonly string[] }} options `only` names generators; none means all of them
 * @returns {Promise<{ stale: string[]; broken: string[] }>} the files that were stale, which with `write` are up to date
 *   now, and a sentence for each generator that could not run
 */
export async function generate({ write, only = [] }) {
  const known = generatorNames();
  const unknown = only.filter((name) => !known.includes(name));
  const broken = unknown.map((name) => `There is no generator ${name}. There are: ${known.join(", ")}.`);
  const stale = [];
  for (const name of known.filter((each) => only.length === 0 || only.includes(each))) {
    const files = await runGenerator(name).catch((/** @type {unknown} */ error) => {
      broken.push(`${GENERATORS}/${name}.ts: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    });
    for (const file of files.filter((made) => !isFresh(made))) {
      stale.push(file.path);
      if (write) writeGenerated(file);
    }
  }
  return { stale, broken };
}
