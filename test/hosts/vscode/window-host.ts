import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VscodeHost, VscodeHostOptions } from "../../../src/hosts/vscode/host.ts";
import { createVscodeHost } from "../../../src/hosts/vscode/host.ts";
import type { ContractFiles, ContractHost } from "../../contracts/contract-host.ts";
import { removeFolder } from "../../support/remove-folder.ts";
import { putFiles } from "../node/temp-folder.ts";
import { fake, Uri } from "./fake-vscode.ts";

/** A host of the played window that stores in `storage`. */
export function windowHost(storage: string, options: Partial<VscodeHostOptions> = {}): VscodeHost {
  return createVscodeHost({
    storage,
    approval: { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) },
    ...options,
  });
}

/** A window with one folder that holds these files, and a host of it. */
export async function makeWindowHost(
  files: ContractFiles = {},
  options: Partial<VscodeHostOptions> = {},
): Promise<ContractHost> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolcall-test-")));
  const [root, storage] = [join(folder, "ws"), join(folder, "storage")];
  await mkdir(root);
  await putFiles(root, files);
  fake.reset();
  fake.addFolder(Uri.file(root), "ws");
  const hosts = [windowHost(storage, options)];
  return {
    host: hosts[0]!,
    root,
    other: () => {
      const other = windowHost(storage, options);
      hosts.push(other);
      return other;
    },
    dispose: async () => {
      for (const host of hosts) await host.dispose();
      await removeFolder(folder);
    },
  };
}

/** The same, and every text file is open in an editor. */
export async function makeOpenWindowHost(files: ContractFiles = {}): Promise<ContractHost> {
  const made = await makeWindowHost(files);
  for (const [name, entry] of Object.entries(files)) {
    if (typeof entry === "string") fake.open(Uri.file(`${made.root}/${name}`));
  }
  return made;
}
