import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { bundleProgram } from "../../../src/build/bundle.mjs";

const BUILT = new Map<string, Promise<string>>();

/** A program of `test/hosts/node/programs` that runs. */
export interface RunningProgram {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it has written so far. */
  readonly output: () => string;
  /** Settles when its output fulfils a condition, or it has ended. */
  readonly when: (condition: (output: string) => boolean) => Promise<void>;
  /** Kills it in a way that it cannot notice; settles when it is gone. */
  readonly kill: () => Promise<void>;
}

/** Starts a program in a Node of its own. */
export async function startProgram(name: string, args: readonly string[]): Promise<RunningProgram> {
  const built = BUILT.get(name) ?? bundleProgram(`test/hosts/node/programs/${name}.ts`, `.cache/programs/${name}.mjs`);
  BUILT.set(name, built);
  const child = spawn(process.execPath, [await built, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let isOver = false;
  const over = once(child, "close").then(() => (isOver = true));
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    when: async (condition) => {
      while (!isOver && !condition(output)) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    kill: async () => {
      child.kill("SIGKILL");
      await over;
    },
  };
}

/** Settles when a condition holds; fails when it does not for very long. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it never came true that ${what}`);
}
