import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";

/** A program that is just ending may still write into its folder: the removal is tried again for a moment. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 } as const;

/** Removes a test's folder with all in it, once the test has closed what it opened there. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, REMOVAL);
}

/** Removes a test's folder at once. */
export function removeFolderSync(folder: string): void {
  rmSync(folder, REMOVAL);
}
