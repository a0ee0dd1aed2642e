import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ContractFiles } from "../../contracts/contract-host.ts";
import { removeFolder } from "../../support/remove-folder.ts";

/** A folder of this test's own, by its real path, removed afterwards. */
export async function inTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolcall-test-")));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Puts files into a folder. */
export async function putFiles(folder: string, files: ContractFiles): Promise<void> {
  for (const [name, entry] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    if (typeof entry === "string" || entry instanceof Uint8Array) await writeFile(path, entry);
    else if ("linkTo" in entry) await symlink(entry.linkTo, path);
    else if ("folder" in entry) await mkdir(path, { recursive: true });
    else if ("executable" in entry) await writeFile(path, entry.executable, { mode: 0o755 });
    else await writeFile(path, entry.unreadable, { mode: 0 });
  }
}
