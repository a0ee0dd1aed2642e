import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./root.mjs";

/**
 * A hash over the content of files and over some words, so that a step can tell whether it has to run again.
 * @param {readonly string[]} files paths from the root; a missing file counts as such
 * @param {readonly string[]} words whatever else the step's result depends on
 * @returns {string} hexadecimal SHA-256
 */
export function hashOf(files, words = []) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const file of files) {
    hash.update(`\0${file}\0`);
    hash.update(existsSync(inRoot(file)) ? readFileSync(inRoot(file)) : "missing");
  }
  return hash.digest("hex");
}

/**
 * @param {string} stamp path of a stamp file, from the root
 * @param {string} hash what the step would depend on now
 * @returns {boolean} whether the step last succeeded with exactly that
 */
export function isStamped(stamp, hash) {
  return existsSync(inRoot(stamp)) && readFileSync(inRoot(stamp), "utf8").trim() === hash;
}

/**
 * Notes that a step has succeeded.
 * @param {string} stamp path of a stamp file, from the root
 * @param {string} hash what the step's result depends on
 */
export function writeStamp(stamp, hash) {
  mkdirSync(dirname(inRoot(stamp)), { recursive: true });
  writeFileSync(inRoot(stamp), `${hash}\n`);
}
