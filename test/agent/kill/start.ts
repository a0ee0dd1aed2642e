/**
 * Starts a program much faster from its second run on: `start.cjs PROGRAM` keeps what the engine has made of its text in
 * `PROGRAM.cache`. A run that is killed keeps nothing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const path = process.argv[2] ?? "";
const cache = `${path}.cache`;

function known(): Buffer | undefined {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

const cachedData = known();
const text = `(function (require, module, exports) {${readFileSync(path, "utf8")}\n})`;
const script = new Script(text, { filename: path, ...(cachedData !== undefined && { cachedData }) });
type Program = (require: NodeJS.Require, module: { exports: object }, exports: object) => void;
(script.runInThisContext() as Program)(createRequire(path), { exports: {} }, {});
if (cachedData === undefined) process.on("exit", () => writeFileSync(cache, script.createCachedData()));
