import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { inRoot } from "../../src/build/root.mjs";
import { filesUnder } from "../../src/build/sources.mjs";

/** What VS Code calls inside of its extension host to run specs; it has to be bundled like them. */
export const RUNNER = "test/in-host/run-specs.ts";

/** The files of tests that run inside of the extension host, from the root. */
export function inHostSpecs(): readonly string[] {
  return filesUnder("test/in-host", /\.test\.ts$/);
}

/** Bundles a file that runs inside of the extension host, where modules are CommonJS; answers its absolute path. */
export async function bundledForHost(entry: string): Promise<string> {
  const outfile = inRoot(".cache/in-host", `${basename(entry, ".ts")}.cjs`);
  await build({
    entryPoints: [inRoot(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode", "mocha", "@vscode/ripgrep"],
    // Programs find what lies beside them by their own place.
    banner: { js: 'const placeOfBundle = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "placeOfBundle" },
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}

/** A workspace with two empty folders, of which only the first has a name of its own. */
export function twoFolders(parent: string): string {
  for (const name of ["first", "second"]) mkdirSync(join(parent, name));
  const file = join(parent, "two.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: [{ path: "first", name: "The first" }, { path: "second" }] }));
  return file;
}

/** The folder of an extension that does nothing: tests run as those of an extension that is developed. */
export function emptyExtension(parent: string): string {
  const folder = join(parent, "extension");
  mkdirSync(folder);
  const manifest = { name: "nothing", publisher: "toolcall", version: "0.0.1", engines: { vscode: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}
