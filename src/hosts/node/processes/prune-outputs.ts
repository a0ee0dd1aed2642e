import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Most bytes of output files that are kept from earlier commands. */
export const MAX_OUTPUTS_BYTES = 1024 * 1024 * 1024;

/** Removes the oldest output files until the rest fits. Never fails: what cannot be removed stays. */
export async function pruneOutputs(folder: string, maxBytes = MAX_OUTPUTS_BYTES): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      return { path, size: facts?.size ?? 0, modified: facts?.mtimeMs ?? 0 };
    }),
  );
  let kept = 0;
  for (const { path, size } of files.sort((a, b) => b.modified - a.modified)) {
    kept += size;
    if (kept > maxBytes) await unlink(path).catch(() => undefined);
  }
}
