import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { expectedAnswers } from "../support/generated-repository-answers.ts";
import type { GeneratedRepository } from "../support/generated-repository.ts";
import { generateRepository } from "../support/generated-repository.ts";

/** Files of the repositories that the scripts run on. */
const SIZES = [100, 10_000, 100_000];
/** The command line as it is delivered; the measuring starts in the project's folder. */
const CLI = resolve("dist/toolcall.mjs");
const SCRIPTS = resolve("test/scripts");
const KIB_IN_MIB = 1_024;

/** Writes how much memory a process had at most, in KiB, when it ends. */
const WITNESS = `data:text/javascript,${encodeURIComponent(
  'import { writeFileSync } from "node:fs";' +
    'process.on("exit", () => writeFileSync(process.env.BENCH_WITNESS, String(process.resourceUsage().maxRSS)));',
)}`;

interface Place {
  readonly base: string;
  readonly workspace: string;
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
  readonly mib: number;
}

/** Runs the command line in a process of its own. */
function toolcall({ base, workspace }: Place, ...args: readonly string[]): Promise<Run> {
  const witness = join(base, "witness");
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", WITNESS, CLI, ...args, "--workspace", workspace], {
    env: { ...process.env, TOOLCALL_STATE: join(base, "state"), HOME: base, BENCH_WITNESS: witness },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((done, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - start;
      done({ code, out, err, ms, mib: Number(readFileSync(witness, "utf8")) / KIB_IN_MIB });
    });
  });
}

function report(name: string, { ms, mib, err }: Run, isRight: boolean): void {
  const calls = /ToolCall: (\d+) calls?/.exec(err)?.[1] ?? "?";
  console.log(
    [
      name.padEnd(30),
      `${(ms / 1_000).toFixed(2)} s`.padStart(9),
      `${mib.toFixed(0)} MiB`.padStart(9),
      `${calls} calls`.padStart(11),
      isRight ? "   right" : "   WRONG",
    ].join(""),
  );
  if (isRight) return;
  process.exitCode = 1;
  console.log(err.split("\n").slice(-6).join("\n"));
}

/** Runs a script that changes files, compares each of them with what it should be, and takes the changes back. */
async function refactor(
  place: Place,
  { users }: GeneratedRepository,
  script: { readonly name: string; readonly changed: (text: string) => string; readonly moved?: string },
): Promise<void> {
  const run = await toolcall(place, "run", join(SCRIPTS, script.name), "--mode", "edits");
  const isAs = (path: string, text: string): boolean => {
    const file = join(place.workspace, path);
    return existsSync(file) && readFileSync(file, "utf8") === text;
  };
  const rest = [...users].filter(([path]) => path !== script.moved);
  const isChanged = run.code === 0 && rest.every(([path, text]) => isAs(path, script.changed(text)));
  report(script.name, run, isChanged);
  const undone = await toolcall(place, "undo");
  report(`  and undo`, undone, undone.code === 0 && [...users].every(([path, text]) => isAs(path, text)));
}

async function onRepository(files: number): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-bench-scripts-")));
  const place = { base, workspace: join(base, "repository") };
  const { workspace } = place;
  mkdirSync(workspace);
  const repository = generateRepository(workspace, files);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: workspace });
  git("init", "--quiet");
  git("add", "CHANGELOG.md");
  git("commit", "--quiet", "--message", "Begin");
  for (const tag of ["v1.0.0", "v1.1.0", "v0.9.0"]) git("tag", tag);
  console.log(`\n${files} files: time and memory of the whole process, ripgrep's own not counted`);
  const asked = { called: "loadUser", tags: ["0.9.0", "1.0.0", "1.1.0"] };
  for (const [name, answer] of Object.entries(expectedAnswers(workspace, repository.facts, asked))) {
    const run = await toolcall(place, "run", join(SCRIPTS, name));
    const value = run.out.replaceAll(`${workspace}/`, "").replace(/\n$/, "");
    report(name, run, run.code === 0 && value === answer);
    if (value === answer) continue;
    const wrong = join(tmpdir(), `toolcall-bench-${name}.txt`);
    writeFileSync(wrong, `${value}\n\nexpected\n\n${answer}\n`);
    console.log(`  what it answered is in ${wrong}`);
  }
  await refactor(place, repository, {
    name: "rename-across-files.tcl",
    changed: (text) => text.replaceAll(/\bloadUser\b/g, "fetchUser"),
  });
  await refactor(place, repository, {
    name: "move-module.tcl",
    changed: (text) => text.replaceAll("core/user.ts", "core/person.ts"),
    moved: "src/core/user.ts",
  });
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs every example script on generated repositories, checks the answers and prints what they cost. */
export async function scripts(): Promise<void> {
  console.log("\nthe example scripts");
  if (!existsSync(CLI)) {
    console.error("There is no dist/toolcall.mjs: run npm run build first.");
    process.exitCode = 1;
    return;
  }
  for (const files of SIZES) await onRepository(files);
}
