import { join } from "node:path";
import type { NodeStore, StoreOptions } from "../../../src/hosts/node/store.ts";
import { createStore } from "../../../src/hosts/node/store.ts";
import { inTempFolder } from "./temp-folder.ts";

/** A store in a folder of this test's own, closed before the folder is removed. */
export async function withStore(
  work: (store: NodeStore, folder: string) => Promise<void>,
  options: Partial<StoreOptions> = {},
): Promise<void> {
  await inTempFolder(async (folder) => {
    const store = createStore({ folder, ...options });
    try {
      await work(store, folder);
    } finally {
      await store.dispose();
    }
  });
}

/** Where a session's journal is. */
export const journalIn = (folder: string, session = "s"): string => join(folder, "sessions", session, "journal.jsonl");

/** Where a session's lock is. */
export const lockIn = (folder: string, session = "s"): string => join(folder, "sessions", session, "lock");
