import { encodeUtf8 } from "../base/utf8.ts";
import { parseHookConfig } from "../pipeline/hook-config.ts";
import type { HookSource } from "../pipeline/hook-runner.ts";
import { createHooks } from "../pipeline/hook-runner.ts";
import type { Hooks } from "../pipeline/hooks.ts";
import { NO_HOOKS } from "../pipeline/hooks.ts";
import type { Telemetry } from "../pipeline/telemetry.ts";
import type { Files } from "../ports/files.ts";
import { isProblem } from "../ports/files.ts";
import type { Host } from "../ports/host.ts";
import { configPath, mistakesOf, readConfig } from "./config-files.ts";

/** Hook files that stay agreed to; the oldest go first. */
const MAX_AGREED = 1_000;

/** The hook files of a workspace. */
export interface FoundHooks {
  /** Those that may run: the person's, and the workspace's where it is trusted and agreed to. */
  readonly sources: readonly HookSource[];
  /** Mistakes in files that count; then no hook may run, so that none is lost unseen. */
  readonly problems: readonly string[];
  /** The workspace's file, when there is one that may not run, and what would let it. */
  readonly inert:
    { readonly path: string; readonly hash: string; readonly why: "untrusted" | "not-agreed" } | undefined;
}

/** What hooks are found with. */
export interface HookSearch {
  /** SHA-256 of a text, in hex. */
  readonly sha256: (text: string) => string;
  /** The list of files that the person has agreed to. */
  readonly list: string;
}

/**
 * Finds the hooks of the person and of the workspace. Those of a workspace run only where it is trusted and the person has
 * agreed to just this content (2.11, report 48).
 */
export async function findHooks(
  { files, workspace }: Pick<Host, "files" | "workspace">,
  search: HookSearch,
): Promise<FoundHooks> {
  const user = await readHooks(files, configPath("user", "hooks.jsonc", workspace), "user", search);
  const path = configPath("workspace", "hooks.jsonc", workspace);
  if (!workspace.trusted) {
    const isThere = !isProblem(await files.stat(path));
    return {
      sources: user.sources,
      problems: user.problems,
      inert: isThere ? { path, hash: "", why: "untrusted" } : undefined,
    };
  }
  const own = await readHooks(files, path, "project", search);
  const { hash } = own;
  if (hash !== undefined && !(await agreedIn(files, search.list)).some((line) => line.startsWith(hash))) {
    return { sources: user.sources, problems: user.problems, inert: { path, hash, why: "not-agreed" } };
  }
  return {
    sources: [...user.sources, ...own.sources],
    problems: [...user.problems, ...own.problems],
    inert: undefined,
  };
}

/** Remembers that the person agreed to a file with just this content; answers why it cannot be remembered. */
export async function agreeToHooks(
  files: Files,
  list: string,
  { hash, path }: { readonly hash: string; readonly path: string },
): Promise<string | undefined> {
  const lines = [...(await agreedIn(files, list)), `${hash}  ${path.replaceAll(/[\r\n]/g, "?")}`].slice(-MAX_AGREED);
  const written = await files.write(list, encodeUtf8(lines.map((line) => `${line}\n`).join("")), "anything");
  return isProblem(written) ? `${list} cannot be written: ${written.detail}` : undefined;
}

/** What hooks run with. */
export interface HookSurroundings {
  readonly host: Host;
  readonly telemetry: Telemetry;
  /** Tells the person what hooks say and what went wrong with them. */
  readonly say: (message: string) => void;
}

/** The hooks of sources that may run. */
export function hooksOf(sources: readonly HookSource[], { host, telemetry, say }: HookSurroundings): Hooks {
  if (sources.length === 0) return NO_HOOKS;
  const { processes, clock, workspace } = host;
  const hashes = new Set(sources.filter(({ origin }) => origin === "project").map(({ hash }) => hash));
  const cwd = workspace.roots[0] ?? workspace.home;
  return createHooks({
    sources,
    processes,
    clock,
    cwd,
    trust: { workspace: workspace.trusted, hashes },
    telemetry,
    notify: say,
  });
}

interface ReadHooks extends Omit<FoundHooks, "inert"> {
  /** Says which file with which content it is: the same text in another folder runs other programs. */
  readonly hash: string | undefined;
}

async function readHooks(
  files: Files,
  path: string,
  origin: "user" | "project",
  { sha256 }: HookSearch,
): Promise<ReadHooks> {
  const found = await readConfig(files, path);
  if ("problem" in found) return { hash: undefined, sources: [], problems: [found.problem] };
  if (found.text === undefined) return { hash: undefined, sources: [], problems: [] };
  const { hooks, problems } = parseHookConfig(found.text);
  const hash = sha256(`${path}\0${found.text}`);
  return problems.length === 0
    ? { hash, sources: [{ origin, hash, hooks }], problems: [] }
    : { hash, sources: [], problems: mistakesOf(path, problems) };
}

/** The lines of the list of files that were agreed to: the hash, two spaces, the path for whoever looks. */
async function agreedIn(files: Files, list: string): Promise<readonly string[]> {
  const found = await readConfig(files, list);
  const text = "problem" in found ? "" : (found.text ?? "");
  return text.split("\n").filter((line) => /^[0-9a-f]{64} {2}/.test(line));
}
