import { chmod, chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A user without any rights of its own, on every Linux. */
const NOBODY = 65_534;

/**
 * Runs `work` with `shut` folders below `root` closed to everybody. The superuser may do anything, so it works as nobody
 * meanwhile.
 */
export async function asNobody(root: string, shut: readonly string[], work: () => Promise<void>): Promise<void> {
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) await giveAway(root);
  for (const name of shut) {
    await mkdir(join(root, name), { recursive: true });
    await chmod(join(root, name), 0);
  }
  if (isSuperuser) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (isSuperuser) process.seteuid?.(0);
    for (const name of shut) await chmod(join(root, name), 0o700);
  }
}

/** Gives a folder and all in it to nobody. */
async function giveAway(path: string): Promise<void> {
  await chown(path, NOBODY, NOBODY);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), NOBODY, NOBODY);
  }
}
