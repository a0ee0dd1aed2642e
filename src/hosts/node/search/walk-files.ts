import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { IgnoreRules } from "./ignore-rules.ts";
import { rulesAround, rulesOf, verdictOf } from "./ignore-rules.ts";
import { isVcsFolder } from "./limits.ts";

/** A file that was found. */
export interface FoundFile {
  /** Its real path, as bytes: not every name is text. */
  readonly bytes: Buffer;
  /** Its path from the folder searched, with forward slashes. */
  readonly relative: string;
}

/** What a walk finds. */
export interface WalkOptions {
  /** Real path of the folder. */
  readonly folder: string;
  readonly includeIgnored: boolean;
  /** What globs say; they are asked first, and `undefined` leaves it to the ignore files. */
  readonly chosen: (relative: string, isFolder: boolean) => boolean | undefined;
  /** Whether a file that globs did not choose is of a type that is wanted. */
  readonly isWanted: (name: string) => boolean;
  /** The only files that are looked for, and the folders on the way to them; without it all. */
  readonly only?: (relative: string, isFolder: boolean) => boolean;
}

/** A folder that is still to be read. */
interface Pending {
  readonly bytes: Buffer;
  readonly relative: string;
  readonly rules: IgnoreRules | undefined;
}

const SEPARATOR = Buffer.from(sep);
const DOT = 0x2e;

/**
 * The files below a folder, hidden ones included. Links are not followed, so that no circle is ever entered; folders of
 * version control are left out, and so is what cannot be read.
 */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<FoundFile, void, undefined> {
  const around = options.includeIgnored ? undefined : await rulesAround(options.folder);
  const pending: Pending[] = [{ bytes: Buffer.from(options.folder), relative: "", rules: around }];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    const entries = await readdir(folder.bytes, { encoding: "buffer", withFileTypes: true }).catch(() => []);
    const rules = options.includeIgnored ? undefined : await rulesIn(options.folder, folder, entries);
    for (const entry of entries) {
      const bytes = Buffer.concat([folder.bytes, SEPARATOR, entry.name]);
      const found = { bytes, relative: `${folder.relative}${entry.name.toString("utf8")}` };
      const kind = await kindOf(entry, bytes);
      if (kind === undefined || !isChosen(options, rules, { relative: found.relative, isFolder: kind === "folder" }))
        continue;
      if (kind === "file") yield found;
      else pending.push({ bytes, relative: `${found.relative}/`, rules });
    }
  }
}

/** The rules of a folder. Only a name with a dot in front can be an ignore file, so that most folders need no look at any. */
function rulesIn(
  root: string,
  folder: Pending,
  entries: readonly Dirent<Buffer>[],
): Promise<IgnoreRules> | IgnoreRules {
  const path = join(root, folder.relative);
  if (entries.some(({ name }) => name[0] === DOT)) return rulesOf(path, folder.rules);
  return { folder: path, around: folder.rules, isRepository: false, patterns: new Map() };
}

async function kindOf(entry: Dirent<Buffer>, path: Buffer): Promise<"file" | "folder" | undefined> {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (
    entry.isSymbolicLink() ||
    entry.isFIFO() ||
    entry.isSocket() ||
    entry.isCharacterDevice() ||
    entry.isBlockDevice()
  ) {
    return undefined;
  }
  // Some file systems do not say in the listing what an entry is.
  const facts = await lstat(path).catch(() => undefined);
  if (facts?.isDirectory() === true) return "folder";
  return facts?.isFile() === true ? "file" : undefined;
}

/** Whether a walk takes a file, or goes into a folder, by globs, types and the ignore rules that hold there. */
export function isChosen(
  options: WalkOptions,
  rules: IgnoreRules | undefined,
  { relative, isFolder }: { readonly relative: string; readonly isFolder: boolean },
): boolean {
  const name = relative.slice(relative.lastIndexOf("/") + 1);
  if (isVcsFolder(name) || options.only?.(relative, isFolder) === false) return false;
  const chosen = options.chosen(relative, isFolder);
  if (chosen !== undefined) return chosen;
  if (verdictOf(rules, join(options.folder, relative), isFolder) === "ignored") return false;
  return isFolder || options.isWanted(name);
}
