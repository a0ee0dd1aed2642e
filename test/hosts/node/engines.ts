import { chmodSync, copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { NEVER } from "../../../src/base/cancel.ts";
import { createSearch } from "../../../src/hosts/node/search.ts";
import type { TextQuery } from "../../../src/ports/search.ts";
import { removeFolderSync } from "../../support/remove-folder.ts";

/**
 * The package's ripgrep in a place where every user may run it: some tests give up their rights, and the folder of the
 * project may be closed to others.
 */
function reachableRipgrep(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcall-rg-"));
  process.once("exit", () => {
    removeFolderSync(folder);
  });
  chmodSync(folder, 0o755);
  const copy = join(folder, basename(rgPath));
  copyFileSync(rgPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}

/** The two engines of this host. */
export const ENGINES = {
  ripgrep: createSearch({ ripgrep: reachableRipgrep() }),
  javascript: createSearch({ ripgrep: "none" }),
} as const;
/** Which of them. */
export type Engine = keyof typeof ENGINES;

/** A plain search for `needle`. */
export const QUERY: Omit<TextQuery, "path"> = {
  pattern: "needle",
  mode: "content",
  globs: [],
  ignoreCase: false,
  multiline: false,
  lineNumbers: true,
  before: 0,
  after: 0,
  includeIgnored: false,
  timeoutMs: 60_000,
};

/** What a text search finds. */
export async function textBy(engine: Engine, query: TextQuery): Promise<{ end: string; lines: string[] }> {
  const lines: string[] = [];
  const end = await ENGINES[engine].text(query, (line) => lines.push(line) > 0, NEVER);
  return { end: end.end, lines };
}

/** What a search for names finds, in order. */
export async function filesBy(
  engine: Engine,
  path: string,
  pattern: string,
): Promise<{ end: string; paths: string[] }> {
  const paths: string[] = [];
  const end = await ENGINES[engine].files(
    { pattern, path, timeoutMs: 60_000 },
    (found) => paths.push(found) > 0,
    NEVER,
  );
  return { end: end.end, paths: paths.sort() };
}
