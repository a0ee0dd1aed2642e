import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inRoot } from "../../src/build/root.mjs";
import { removeFolderSync } from "../support/remove-folder.ts";

/** Files of a workspace, by their paths, beside those of the sample. */
export type FixtureFiles = Readonly<Record<string, string>>;

/** A workspace of a test's own. */
export interface Fixture {
  /** Real path of the workspace's folder; with several roots, of the first. */
  readonly folder: string;
  /** What VS Code opens: the folder, or a workspace file that names several. */
  readonly opened: string;
  /** Real paths of all roots. */
  readonly roots: readonly string[];
  readonly remove: () => void;
}

/** What a fixture is made of. */
export interface FixtureOptions {
  /** Files to put over the sample workspace. */
  readonly files?: FixtureFiles;
  /** Begin with nothing instead of the sample workspace. */
  readonly empty?: boolean;
  /** Further roots by name, with their files: the workspace then has several. */
  readonly roots?: Readonly<Record<string, FixtureFiles>>;
}

/** A fresh copy of the sample workspace in a folder of its own, so that no scenario sees what another has done. */
export function createFixture({ files = {}, empty = false, roots = {} }: FixtureOptions = {}): Fixture {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-e2e-")));
  const folder = join(parent, "opening-hours");
  mkdirSync(folder);
  if (!empty) cpSync(inRoot("media/sample-workspace"), folder, { recursive: true });
  writeFiles(folder, files);
  const others = Object.entries(roots).map(([name, content]) => {
    const path = join(parent, name);
    mkdirSync(path);
    writeFiles(path, content);
    return path;
  });
  const all = [folder, ...others];
  return {
    folder,
    opened: others.length === 0 ? folder : workspaceFile(parent, all),
    roots: all,
    remove: () => removeFolderSync(parent),
  };
}

function writeFiles(folder: string, files: FixtureFiles): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function workspaceFile(parent: string, roots: readonly string[]): string {
  const path = join(parent, "several.code-workspace");
  writeFileSync(path, JSON.stringify({ folders: roots.map((root) => ({ path: root })) }));
  return path;
}
