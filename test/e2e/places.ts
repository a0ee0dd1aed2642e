import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../src/build/root.mjs";

/** The id that VS Code knows the extension by. */
export const EXTENSION_ID = "toolcall.toolcall-vscode";

/** Where screenshots and logs of failed scenarios go; git ignores it. */
export function outputPath(name: string): string {
  const path = inRoot(".cache/e2e", name);
  mkdirSync(join(path, ".."), { recursive: true });
  return path;
}

/** The package under test: what `npm run test:e2e` has just made. Throws when it was not started that way. */
export function packageUnderTest(): string {
  const file = process.env["TOOLCALL_VSIX"];
  if (file === undefined) throw new Error("TOOLCALL_VSIX names no package: run these tests with `npm run test:e2e`.");
  return file;
}
