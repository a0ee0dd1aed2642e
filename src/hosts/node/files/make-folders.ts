import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with the parents that are missing, one level after the other; answers the topmost of them, undefined when
 * all were there. Node's own recursive `mkdir` never ends where a file system has no folder and makes none, as `/proc`.
 * Rejects with the system's error. `mode` holds for every folder that is made.
 */
export async function makeFolders(path: string, mode?: number): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; (await kindOf(at)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  // What stands at the path and is no folder is the system's to refuse.
  const wanted = missing.length > 0 || (await kindOf(path)) === "folder" ? missing.toReversed() : [path];
  for (const folder of wanted) {
    await mkdir(folder, mode).catch(async (error: unknown) => {
      // Somebody else has made it meanwhile.
      if ((await kindOf(folder)) !== "folder") throw error;
    });
  }
  return missing.at(-1);
}

/** As `makeFolders`, at once: for what has to be there before anything else goes on. Throws the system's error. */
export function makeFoldersNow(path: string, mode?: number): void {
  const missing: string[] = [];
  const isFolder = (at: string): boolean => statNow(at)?.isDirectory() === true;
  for (let at = path; statNow(at) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const folder of missing.length > 0 || isFolder(path) ? missing.toReversed() : [path]) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      if (!isFolder(folder)) throw error;
    }
  }
}

async function kindOf(path: string): Promise<"folder" | "other" | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts === undefined ? undefined : facts.isDirectory() ? "folder" : "other";
}

function statNow(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
