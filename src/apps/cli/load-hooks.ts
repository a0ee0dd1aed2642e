import { createHash } from "node:crypto";
import { join } from "node:path";
import { encodeUtf8 } from "../../base/utf8.ts";
import { parseHookConfig } from "../../pipeline/hook-config.ts";
import type { HookOptions, HookSource } from "../../pipeline/hook-runner.ts";
import { createHooks } from "../../pipeline/hook-runner.ts";
import type { Hooks } from "../../pipeline/hooks.ts";
import { NO_HOOKS } from "../../pipeline/hooks.ts";
import type { Telemetry } from "../../pipeline/telemetry.ts";
import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import type { Invocation, OptionRecord } from "./command.ts";
import { hasOption, UsageError } from "./command.ts";
import { configPath, readConfig, refuseMistakes } from "./config-file.ts";
import { FileError } from "./io.ts";
import { stateFolder } from "./state-folder.ts";
import { TRUST_OPTION } from "./workspace.ts";

/** The option by which a person agrees to the hooks of a workspace. */
export const TRUST_HOOKS_OPTION = {
  name: "trust-hooks",
  doc: "with --trust: agree to the commands that .toolcall/hooks.jsonc has now; this is remembered until the file changes",
} as const satisfies OptionRecord;

/** Hook files that stay agreed to; the oldest go first. */
const MAX_TRUSTED = 1_000;

/** What hooks of an invocation run with beside its files. */
export interface HookSurroundings {
  readonly host: Host;
  readonly telemetry: Telemetry;
  /** Tells the person what hooks say, what went wrong with them, and which file is inert. */
  readonly say: (message: string) => void;
}

/**
 * The hooks of an invocation: those of the person's `hooks.jsonc`, and those of the workspace's where it is trusted and
 * the person has agreed to just this content before, or does so now with `--trust-hooks` (2.11, report 48). Throws
 * `UsageError`, and `FileError` for mistakes in a file that counts: no hook is lost unseen.
 */
export async function loadHooks(invocation: Invocation, { host, telemetry, say }: HookSurroundings): Promise<Hooks> {
  const { files, workspace, processes, clock } = host;
  if (hasOption(invocation, TRUST_HOOKS_OPTION.name) && !workspace.trusted) {
    throw new UsageError(`--${TRUST_HOOKS_OPTION.name} goes with --${TRUST_OPTION.name}.`);
  }
  const sources: HookSource[] = [];
  const path = configPath("user", "hooks.jsonc", workspace);
  const text = await readConfig(files, path);
  if (text !== undefined) sources.push(sourceFrom("user", path, text));
  const project = await projectSource(invocation, host, say);
  if (project !== undefined) sources.push(project);
  if (sources.length === 0) return NO_HOOKS;
  const trust: HookOptions["trust"] = {
    workspace: workspace.trusted,
    hashes: new Set(project === undefined ? [] : [project.hash]),
  };
  const cwd = workspace.roots[0] ?? workspace.home;
  return createHooks({ sources, processes, clock, cwd, trust, telemetry, notify: say });
}

/** The hooks of the workspace that may run; a file that may not is named once, with what to do. */
async function projectSource(
  invocation: Invocation,
  { files, workspace }: Host,
  say: (message: string) => void,
): Promise<HookSource | undefined> {
  const path = configPath("workspace", "hooks.jsonc", workspace);
  if (!workspace.trusted) {
    if (!isProblem(await files.stat(path))) {
      say(`${path} is inert: the workspace is not trusted. Read the file; --trust --trust-hooks lets its hooks run.`);
    }
    return undefined;
  }
  const text = await readConfig(files, path);
  if (text === undefined) return undefined;
  const list = join(stateFolder(invocation.io), "trusted-hooks");
  const known = await trustedIn(files, list);
  const hash = hashOf(path, text);
  if (!known.some((line) => line.startsWith(hash))) {
    if (!hasOption(invocation, TRUST_HOOKS_OPTION.name)) {
      say(
        `${path} is inert: you have not agreed to what it says now. Read the file; --trust-hooks lets its hooks run.`,
      );
      return undefined;
    }
    const lines = [...known, `${hash}  ${path.replaceAll(/[\r\n]/g, "?")}`].slice(-MAX_TRUSTED);
    const written = await files.write(list, encodeUtf8(lines.map((line) => `${line}\n`).join("")), "anything");
    if (isProblem(written)) throw new FileError(`${list} cannot be written: ${written.detail}.`);
  }
  return sourceFrom("project", path, text);
}

function sourceFrom(origin: "user" | "project", path: string, text: string): HookSource {
  const { hooks, problems } = parseHookConfig(text);
  refuseMistakes(path, problems);
  return { origin, hash: hashOf(path, text), hooks };
}

/** Says which file with which content it is: the same text in another folder runs other programs. */
function hashOf(path: string, text: string): string {
  return createHash("sha256").update(path).update("\0").update(text).digest("hex");
}

/** The lines of the list of files that were agreed to: the hash, two spaces, the path for whoever looks. */
async function trustedIn(files: Host["files"], list: string): Promise<readonly string[]> {
  const text = (await readConfig(files, list)) ?? "";
  return text.split("\n").filter((line) => /^[0-9a-f]{64} {2}/.test(line));
}
