import { existsSync, readdirSync } from "node:fs";
import { fromRoot, inRoot } from "./root.mjs";
import { LAYERS, layerOf } from "./layers.mjs";

const CODE = /\.(?:ts|mjs|tsx)$/;

/**
 * The files below a folder that match a pattern, in a stable order.
 * @param {string} folder path from the root
 * @param {RegExp} pattern what a file's name must match
 * @returns {string[]} paths from the root; none when there is no such folder
 */
export function filesUnder(folder, pattern = /./) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => fromRoot(`${entry.parentPath}/${entry.name}`))
    .sort();
}

/**
 * The code files of one layer.
 * @param {import("./layers.mjs").Layer} layer a row of the table
 * @returns {string[]} paths from the root, in a stable order
 */
export function filesOf(layer) {
  return filesUnder(layer.path, CODE).filter((file) => layerOf(file) === layer);
}

/**
 * The layers that have code; the table also names those to come.
 * @returns {import("./layers.mjs").Layer[]} rows of the table, in its order
 */
export function layersWithCode() {
  return LAYERS.filter((layer) => filesOf(layer).length > 0);
}
