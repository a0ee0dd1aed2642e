import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the project's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Absolute path of something in the project.
 * @param {...string} parts path from the root, in one or several pieces
 * @returns {string} the absolute path
 */
export function inRoot(...parts) {
  return join(ROOT, ...parts);
}

/**
 * A path as messages and tables show it.
 * @param {string} path absolute path inside the project
 * @returns {string} path from the root, with forward slashes
 */
export function fromRoot(path) {
  return relative(ROOT, path).split(sep).join("/");
}

/**
 * @param {string} path a JSON file, from the root
 * @returns {unknown} its content; throws when it is missing or no JSON
 */
export function readJson(path) {
  return JSON.parse(readFileSync(inRoot(path), "utf8"));
}
