import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { bundleRecords } from "./bundle-sizes.mjs";
import { ENCODINGS_BUNDLE, EXTENSION_BUNDLE, PANEL_BUNDLE, SDK_BUNDLES, WINDOW_BUNDLE, folderOf } from "./bundles.mjs";
import { noticesOf } from "./notices.mjs";
import { ripgrepFor } from "./ripgrep-program.mjs";
import { inRoot, readJson } from "./root.mjs";
import { filesUnder } from "./sources.mjs";

/** What of package.json only those who build need. */
const BUILD_FIELDS = ["private", "bin", "files", "scripts", "allowScripts", "devDependencies", "dependencies"];

/** Single files that are shipped where they exist. */
const FILES = [
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  EXTENSION_BUNDLE.outfile,
  WINDOW_BUNDLE.outfile,
  ENCODINGS_BUNDLE.outfile,
  ...SDK_BUNDLES.map(({ outfile }) => outfile),
];

/**
 * Folders of which everything that matches is shipped. Nothing else goes into a package: a file that is to be in it has to
 * match here.
 * @type {readonly { folder: string; pattern: RegExp }[]}
 */
const FOLDERS = [
  { folder: folderOf(PANEL_BUNDLE.outfile), pattern: /\.(?:js|css|ttf)$/ },
  { folder: "media", pattern: /\.(?:png|svg|md|json)$/ },
  { folder: "syntaxes", pattern: /\.json$/ },
  { folder: "l10n", pattern: /\.json$/ },
];

/** The part of `media` that is for those who look at the repository. */
const NOT_SHIPPED = "media/sample-workspace/";

/** Files in the root that VS Code reads by their names. */
const ROOT_FILES = /^(?:package\.nls(?:\.[\w-]+)?|language-configuration|snippets)\.json$/;

/** The parser of command lines, its grammars and its licence. */
const GRAMMARS = /^tree-sitter[\w.-]*$/;

/**
 * Fills a folder with exactly what a package for one platform contains.
 * @param {string} target the platform, such as `linux-x64`
 * @param {string} folder where to, from the root; emptied first
 */
export async function stagePackage(target, folder) {
  rmSync(inRoot(folder), { recursive: true, force: true, maxRetries: 3 });
  mkdirSync(inRoot(folder), { recursive: true });
  for (const file of shippedFiles()) cpSync(inRoot(file), inRoot(folder, file));
  const { program, licence } = await ripgrepFor(target);
  const placed = inRoot(folder, "dist/rg", program.slice(program.lastIndexOf("/") + 1));
  cpSync(inRoot(program), placed);
  chmodSync(placed, 0o755);
  writeFileSync(inRoot(folder, "package.json"), JSON.stringify(shippedManifest(), null, 2));
  writeFileSync(
    inRoot(folder, "THIRD-PARTY-NOTICES.txt"),
    noticesOf(bundledPackages(), [
      { name: "ripgrep", text: readFileSync(inRoot(licence), "utf8") },
      { name: "tree-sitter grammars", text: readFileSync(inRoot("dist/tree-sitter.LICENSE.txt"), "utf8") },
    ]),
  );
}

/**
 * @returns {string[]} paths from the root of what is shipped as it is
 */
function shippedFiles() {
  return [
    ...FILES.filter((file) => existsSync(inRoot(file))),
    ...filesIn(".", ROOT_FILES),
    ...filesIn("dist", GRAMMARS),
    ...FOLDERS.flatMap(({ folder, pattern }) => filesUnder(folder, pattern)),
  ].filter((file) => !file.startsWith(NOT_SHIPPED));
}

/**
 * @param {string} folder path from the root
 * @param {RegExp} pattern what a name must match
 * @returns {string[]} the files right in it
 */
function filesIn(folder, pattern) {
  return readdirSync(inRoot(folder))
    .filter((name) => pattern.test(name))
    .map((name) => (folder === "." ? name : `${folder}/${name}`));
}

/**
 * @returns {Record<string, unknown>} package.json as VS Code reads it
 */
function shippedManifest() {
  const manifest = /** @type {Record<string, unknown>} */ (readJson("package.json"));
  return Object.fromEntries(Object.entries(manifest).filter(([field]) => !BUILD_FIELDS.includes(field)));
}

/**
 * @returns {string[]} folders, from the root, of the packages that the shipped bundles contain
 */
function bundledPackages() {
  const records = bundleRecords();
  const shipped = [...FILES, PANEL_BUNDLE.outfile];
  const packages = shipped.flatMap((file) => records[file]?.packages ?? []);
  return [...new Set(packages)].sort();
}
