import { spawn } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { rgPath } from "@vscode/ripgrep";
import { benchSession } from "./session.ts";
import { removeFolderSync } from "../support/remove-folder.ts";

const FOLDERS = 100;
const FILES_IN_FOLDER = 1_000;
const ROUNDS = 7;
const GIB = 1024 * 1024 * 1024;

function median(samples: readonly number[]): number {
  return [...samples].sort((left, right) => left - right)[samples.length >> 1] as number;
}

/** 100,000 small files, every hundredth with a mark. */
function manyFiles(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `folder-${folder}`);
    mkdirSync(path);
    for (let file = 0; file < FILES_IN_FOLDER; file++) {
      const mark = (folder * FILES_IN_FOLDER + file) % 100 === 0 ? "// MARK\n" : "";
      writeFileSync(join(path, `file-${file}.ts`), `export const value${file} = ${folder};\n${mark}`);
    }
  }
}

/** Runs ripgrep by itself and reads all it writes. */
function bare(args: readonly string[], cwd: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(rgPath, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.on("data", () => undefined);
    child.on("error", reject);
    child.on("close", () => {
      resolve(performance.now() - start);
    });
  });
}

async function beside(
  tool: () => Promise<number>,
  ripgrep: () => Promise<number>,
): Promise<{ tool: number; ripgrep: number }> {
  const samples = { tool: [] as number[], ripgrep: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const times = { tool: await tool(), ripgrep: await ripgrep() };
    if (round < 0) continue;
    samples.tool.push(times.tool);
    samples.ripgrep.push(times.ripgrep);
  }
  return { tool: median(samples.tool), ripgrep: median(samples.ripgrep) };
}

function report(name: string, { tool, ripgrep }: { tool: number; ripgrep: number }, bar: number): void {
  console.log(
    `${name}: ${tool.toFixed(0)} ms, bare ripgrep ${ripgrep.toFixed(0)} ms, ratio ${(tool / ripgrep).toFixed(2)} (bar ${bar})`,
  );
}

/** Grep and Glob on 100,000 files beside ripgrep by itself. */
async function searching(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "toolcall-bench-files-"));
  manyFiles(root);
  const { session, end } = await benchSession(root);
  const call = async (tool: string, input: Record<string, string>): Promise<number> => {
    const start = performance.now();
    const settled = await session.call({ tool, input });
    if (settled?.status !== "success") throw new Error(settled?.text);
    return performance.now() - start;
  };
  report(
    "Grep on 100,000 files",
    await beside(
      () => call("Grep", { pattern: "MARK" }),
      () => bare(["--hidden", "-l", "MARK", root], root),
    ),
    1.15,
  );
  report(
    "Glob on 100,000 files",
    await beside(
      () => call("Glob", { pattern: "**/file-7*.ts" }),
      () => bare(["--files", "--hidden", "--no-ignore", "--iglob", "**/file-7*.ts"], root),
    ),
    1.3,
  );
  await end();
  removeFolderSync(root);
}

/** Reading at an offset of a file of 1 GiB without loading it. */
async function reading(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "toolcall-bench-big-"));
  const path = join(root, "big.txt");
  const file = openSync(path, "w");
  for (let line = 0; line < 1_000; line++) writeSync(file, `line ${line}\n`);
  ftruncateSync(file, GIB);
  closeSync(file);
  const { session, end } = await benchSession(root);
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const settled = await session.call({ tool: "Read", input: { file_path: path, offset: 900, limit: 50 } });
  const time = performance.now() - start;
  const more = (process.memoryUsage().rss - before) / (1024 * 1024);
  console.log(
    `Read at an offset of a 1 GiB file: ${settled?.status ?? "missing"}, ${time.toFixed(0)} ms, ${more.toFixed(1)} MiB of memory more (bar 30 MiB)`,
  );
  await end();
  removeFolderSync(root);
}

/** Prints what the searching and reading tools cost. */
export async function tools(): Promise<void> {
  console.log("\nthe tools");
  await searching();
  await reading();
}
