import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { childPath } from "../../ports/paths.ts";
import { lexicalPath } from "./lexical-path.ts";

/** Most names that the wildcards of one line may fit. */
export const MAX_WILDCARD_NAMES = 1_000;
/** Most entries of folders that are looked through for one line. */
export const MAX_WILDCARD_ENTRIES = 20_000;

/** Signs of a wildcard in a word. */
export const WILDCARD = /[*?[]/;

/** What may still be looked through for one line. */
export interface WildcardBudget {
  names: number;
  entries: number;
}

/** A word with wildcards, and where it stands. */
export interface WildcardWish {
  /** The word with `/` between its parts. */
  readonly pattern: string;
  readonly cwd: string;
  /** Whether a leading `~` means the home folder. */
  readonly home: boolean;
  /** Whether what it stands for begins a word, so that a name that begins with `-` would be taken for an option. */
  readonly leading: boolean;
  /** Whether `*` fits names that begin with a dot: not in Bash. */
  readonly fitsDots: boolean;
  readonly budget: WildcardBudget;
}

/** Shell settings that change what wildcards fit. */
const SETTINGS = /\b(?:shopt|setopt|GLOBIGNORE|BASHOPTS|SHELLOPTS|noglob|extglob|dotglob|globstar|nocaseglob)\b/;

/** Why it cannot be said what the wildcards of a line fit. */
export function wildcardSettings(line: string): string | undefined {
  return SETTINGS.test(line) ? "it may change what wildcards fit" : undefined;
}

/** The budget of a line. */
export function wildcardBudget(): WildcardBudget {
  return { names: MAX_WILDCARD_NAMES, entries: MAX_WILDCARD_ENTRIES };
}

/**
 * A test that every name passes which the shell might put in place of one part of a word, and perhaps some more: case is
 * not looked at, and brackets stand for anything.
 */
function fits(part: string, fitsDots: boolean): (name: string) => boolean {
  let source = "";
  for (let at = 0; at < part.length; at += 1) {
    const char = part[at] ?? "";
    if (char === "[" || char === "(") {
      source += ".*";
      at = Math.max(at, part.lastIndexOf(char === "[" ? "]" : ")"));
    } else source += char === "*" ? ".*" : char === "?" ? ".{1,2}" : char.replace(/[\\^$.|+(){}\]]/, "\\$&");
  }
  const test = new RegExp(`^${source}$`, "is");
  return (name) => (fitsDots || !name.startsWith(".") || part.startsWith(".")) && test.test(name);
}

/**
 * The absolute paths of the files and folders that a word with wildcards may stand for now, or why that cannot be said.
 * Folders are listed as they are; a folder that cannot be listed holds nothing for the shell either.
 */
export async function wildcardNames(host: Host, wish: WildcardWish): Promise<readonly string[] | { unknown: string }> {
  const parts = wish.pattern.split("/");
  const first = parts.findIndex((part) => WILDCARD.test(part));
  const start = parts.slice(0, first).join("/");
  const begin = start === "" ? (first > 0 ? "/" : ".") : start;
  const { path, odd } = lexicalPath(begin, wish.cwd, host.workspace, wish.home);
  if (odd !== undefined) return { unknown: odd };
  let paths: readonly string[] = [path];
  for (const [index, part] of parts.entries()) {
    if (index < first || part === "" || part === ".") continue;
    if (!WILDCARD.test(part)) {
      paths = paths.map((folder) => childPath(folder, part, host.workspace));
      continue;
    }
    const isLast = parts.slice(index + 1).every((rest) => rest === "");
    const step = { wish, part, isFirst: index === 0, isLast };
    const next = /^\*{2,}$/.test(part) ? await namesBelow(host, paths, step) : await namesIn(host, paths, step);
    if ("unknown" in next) return next;
    paths = next.paths;
  }
  return paths;
}

interface Step {
  readonly wish: WildcardWish;
  readonly part: string;
  /** Whether the names begin the word. */
  readonly isFirst: boolean;
  /** Whether any entry counts, not only folders. */
  readonly isLast: boolean;
}

/**
 * What `**` may stand for: in some shells any number of folders, in others the names of one. A circle of links ends where the
 * file system gives up.
 */
async function namesBelow(
  host: Host,
  folders: readonly string[],
  step: Step,
): Promise<{ paths: readonly string[] } | { unknown: string }> {
  const paths = [...folders];
  for (let level = folders; level.length > 0;) {
    const inside = await namesIn(host, level, { ...step, isLast: false });
    const named = step.isLast ? await namesIn(host, level, step) : inside;
    if ("unknown" in inside) return inside;
    if ("unknown" in named) return named;
    paths.push(...named.paths);
    level = inside.paths;
  }
  return { paths };
}

async function namesIn(
  host: Host,
  folders: readonly string[],
  { wish, part, isFirst, isLast }: Step,
): Promise<{ paths: readonly string[] } | { unknown: string }> {
  const { budget } = wish;
  const test = fits(part, wish.fitsDots);
  const paths: string[] = [];
  for (const folder of folders) {
    const entries = await host.files.list(folder);
    if (isProblem(entries)) continue;
    budget.entries -= entries.length;
    const found = entries.filter(({ name, kind }) => test(name) && (isLast || kind === "directory"));
    budget.names -= found.length;
    if (budget.entries < 0 || budget.names < 0) return { unknown: "its wildcards fit too many names to look at" };
    if (found.some(({ unreadableName }) => unreadableName === true)) {
      return { unknown: "its wildcards fit a name that is no text" };
    }
    if (isFirst && wish.leading && found.some(({ name }) => name.startsWith("-"))) {
      return { unknown: "its wildcards fit a name that would be taken for an option" };
    }
    paths.push(...found.map(({ name }) => childPath(folder, name, host.workspace)));
  }
  return { paths };
}
