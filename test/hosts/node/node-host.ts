import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodeHost, NodeHostOptions } from "../../../src/hosts/node/host.ts";
import { createNodeHost } from "../../../src/hosts/node/host.ts";
import type { ContractFiles, ContractHost } from "../../contracts/contract-host.ts";
import { putFiles } from "./temp-folder.ts";
import { removeFolder } from "../../support/remove-folder.ts";

/** A host of this machine that works in `root` and stores in `storage`. */
export function nodeHostIn(root: string, storage: string, options: Partial<NodeHostOptions> = {}): NodeHost {
  return createNodeHost({
    roots: [root],
    storage,
    trusted: true,
    approval: { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) },
    ...options,
  });
}

/** A host for a contract, in a folder of its own. */
export async function makeNodeHost(
  files: ContractFiles = {},
  options: Partial<NodeHostOptions> = {},
): Promise<ContractHost> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolcall-test-")));
  const root = join(folder, "ws");
  const storage = join(folder, "storage");
  await mkdir(root);
  await putFiles(root, files);
  const hosts = [nodeHostIn(root, storage, options)];
  return {
    host: hosts[0]!,
    root,
    other: () => {
      const other = nodeHostIn(root, storage, options);
      hosts.push(other);
      return other;
    },
    dispose: async () => {
      for (const host of hosts) await host.dispose();
      await removeFolder(folder);
    },
  };
}
