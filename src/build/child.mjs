import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ROOT, inRoot } from "./root.mjs";

/**
 * @typedef {object} ChildOptions
 * @property {"shown" | "kept"} [output] whether output goes straight to the terminal or is kept for the caller
 * @property {Record<string, string>} [env] variables besides those of this process
 * @property {string} [cwd] absolute path of the folder to run in, instead of the project's root
 * @property {boolean} [interactive] whether the child alone decides what a signal means; otherwise this process ends too
 */

/**
 * @typedef {object} ChildResult
 * @property {number} code exit code; 128 plus the signal's number when a signal ended the child
 * @property {NodeJS.Signals} [signal] the last signal that came meanwhile, whoever it was meant for
 * @property {string} output standard output and standard error in the order they came; empty when shown
 */

/**
 * Runs a program, in the project's root unless told otherwise, and waits for its end.
 *
 * A terminal sends Ctrl-C to the child as well as to this process, which then only waits for the child's end. Signals
 * that reach this process alone are passed on.
 *
 * @param {string} command the program
 * @param {readonly string[]} args its arguments
 * @param {ChildOptions} [options] what to do with its output, and its environment
 * @returns {Promise<ChildResult>} how it ended; rejected when it cannot be started
 */
export function run(command, args, { output = "shown", env = {}, cwd = ROOT, interactive = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...(output === "kept" && { NO_COLOR: "1" }), ...env },
    stdio: output === "shown" ? "inherit" : ["ignore", "pipe", "pipe"],
    // npm is a batch file on Windows.
    shell: process.platform === "win32" && !/\.exe$/i.test(command),
  });
  /** @type {string[]} */
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => kept.push(text));
  }
  const release = passSignals(child);
  return new Promise((resolve, reject) => {
    child.on("error", (error) => {
      release();
      reject(error);
    });
    child.on("close", (code, signal) => {
      const received = release();
      if (received && !interactive) process.exit(128 + constants.signals[received]);
      resolve({
        code: code ?? 128 + (signal ? constants.signals[signal] : 0),
        output: kept.join(""),
        ...(received && { signal: received }),
      });
    });
  });
}

/**
 * Runs a program that a package in `node_modules` brings along.
 * @param {string} script path inside `node_modules`
 * @param {readonly string[]} args its arguments
 * @param {ChildOptions} [options] as for `run`
 * @returns {Promise<ChildResult>} how it ended
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [inRoot("node_modules", script), ...args], options);
}

/**
 * @param {import("node:child_process").ChildProcess} child who gets the signals
 * @returns {() => NodeJS.Signals | undefined} stops passing them on and tells the last one that came
 */
function passSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal what came */
  const pass = (signal) => {
    received = signal;
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
    return received;
  };
}
