import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { BUNDLES } from "./bundles.mjs";
import { inRoot, readJson } from "./root.mjs";

/** @typedef {import("./bundles.mjs").Bundle} Bundle */
/** @typedef {import("esbuild").Metafile} Metafile */

/**
 * What is known of a bundle that was built.
 * @typedef {object} BundleRecord
 * @property {string[]} files paths, from the root, of what is loaded before its own code runs
 * @property {string[]} packages folders, from the root, of the packages that it contains
 */

const RECORDS = "dist/.bundles.json";

/**
 * Keeps in mind which files a bundle loads before its own code runs: itself, its style sheet, and those of its parts that
 * it does not ask for on demand; and which packages are in it.
 * @param {Bundle} bundle a bundle that was just built
 * @param {Metafile} metafile what esbuild says about it
 */
export function recordBundle({ outfile }, { inputs, outputs }) {
  const found = new Set([outfile]);
  for (const file of found) {
    const { imports = [], cssBundle } = outputs[file] ?? {};
    for (const { path, kind, external } of imports) {
      if (kind === "import-statement" && !external) found.add(path);
    }
    if (cssBundle !== undefined) found.add(cssBundle);
  }
  const packages = Object.keys(inputs).flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
  mkdirSync(inRoot("dist"), { recursive: true });
  const record = { files: [...found], packages: [...new Set(packages)].sort() };
  writeFileSync(inRoot(RECORDS), JSON.stringify({ ...bundleRecords(), [outfile]: record }, null, 2));
}

/**
 * @returns {Record<string, BundleRecord>} what is known of each bundle that was built, by its path from the root
 */
export function bundleRecords() {
  return existsSync(inRoot(RECORDS)) ? /** @type {Record<string, BundleRecord>} */ (readJson(RECORDS)) : {};
}

/**
 * @param {Bundle} bundle a bundle that is built
 * @returns {{ bytes: number; gzipped: number }} how much is loaded at once, plain and compressed
 */
export function sizeOf({ outfile }) {
  const files = (bundleRecords()[outfile]?.files ?? [outfile]).filter((file) => existsSync(inRoot(file)));
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
