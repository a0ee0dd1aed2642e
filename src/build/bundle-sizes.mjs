import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { BUNDLES } from "./bundles.mjs";
import { inRoot, readJson } from "./root.mjs";

/** @typedef {import("./bundles.mjs").Bundle} Bundle */
/** @typedef {import("esbuild").Metafile} Metafile */

const FILES = "dist/.files.json";

/**
 * Keeps in mind which files a bundle loads before its own code runs: itself, its style sheet, and those of its parts that
 * it does not ask for on demand.
 * @param {Bundle} bundle a bundle that was just built
 * @param {Metafile} metafile what esbuild says about it
 */
export function recordFiles({ outfile }, { outputs }) {
  const found = new Set([outfile]);
  for (const file of found) {
    const { imports = [], cssBundle } = outputs[file] ?? {};
    for (const { path, kind, external } of imports) {
      if (kind === "import-statement" && !external) found.add(path);
    }
    if (cssBundle !== undefined) found.add(cssBundle);
  }
  mkdirSync(inRoot("dist"), { recursive: true });
  writeFileSync(inRoot(FILES), JSON.stringify({ ...recordedFiles(), [outfile]: [...found] }, null, 2));
}

/**
 * @returns {Record<string, string[]>} for each bundle that was built, which files are loaded at once
 */
function recordedFiles() {
  return existsSync(inRoot(FILES)) ? /** @type {Record<string, string[]>} */ (readJson(FILES)) : {};
}

/**
 * @param {Bundle} bundle a bundle that is built
 * @returns {{ bytes: number; gzipped: number }} how much is loaded at once, plain and compressed
 */
export function sizeOf({ outfile }) {
  const files = (recordedFiles()[outfile] ?? [outfile]).filter((file) => existsSync(inRoot(file)));
  const contents = files.map((file) => readFileSync(inRoot(file)));
  return {
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    gzipped: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
  };
}

/**
 * The bundles that are larger than they may be.
 * @returns {string[]} one sentence for each; none when all is well
 */
export function oversizedBundles() {
  return BUNDLES.filter(({ outfile, limit }) => limit !== undefined && existsSync(inRoot(outfile))).flatMap(
    (bundle) => {
      const { outfile, limit = Infinity, gzipLimit = Infinity } = bundle;
      const { bytes, gzipped } = sizeOf(bundle);
      return [
        ...(bytes < limit ? [] : [`${outfile} has ${bytes} bytes; it has to stay under ${limit}.`]),
        ...(gzipped < gzipLimit ? [] : [`${outfile} has ${gzipped} bytes gzipped; it has to stay under ${gzipLimit}.`]),
      ];
    },
  );
}

/**
 * @param {number} bytes a size
 * @returns {string} the same for people, such as `412.7 KB` (of 1000 bytes)
 */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
