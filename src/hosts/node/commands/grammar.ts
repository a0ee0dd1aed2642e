import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";

/** The languages that there are grammars for. */
export type GrammarName = "bash" | "powershell";

const require = createRequire(import.meta.url);

/** Where the parser lies: beside the bundled program, or in its package. */
function place(): { readonly module: string; readonly folder: string } {
  const here = dirname(fileURLToPath(import.meta.url));
  const bundled = join(here, "tree-sitter.cjs");
  const module = existsSync(bundled) ? bundled : require.resolve("@vscode/tree-sitter-wasm");
  return { module, folder: dirname(module) };
}

let runtime: Promise<{ readonly library: typeof TreeSitter; readonly folder: string }> | undefined;
const parsers = new Map<GrammarName, Promise<TreeSitter.Parser>>();

async function loadRuntime(): Promise<{ readonly library: typeof TreeSitter; readonly folder: string }> {
  const { module, folder } = place();
  const library = require(module) as typeof TreeSitter;
  await library.Parser.init({ locateFile: (file) => join(folder, file) });
  return { library, folder };
}

async function loadParser(name: GrammarName): Promise<TreeSitter.Parser> {
  runtime ??= loadRuntime();
  const { library, folder } = await runtime;
  const language = await library.Language.load(
    new Uint8Array(await readFile(join(folder, `tree-sitter-${name}.wasm`))),
  );
  return new library.Parser().setLanguage(language);
}

/** The parser of a language; it is loaded at its first use and kept. Rejects when its files cannot be read. */
export function grammar(name: GrammarName): Promise<TreeSitter.Parser> {
  const known = parsers.get(name);
  if (known !== undefined) return known;
  const loading = loadParser(name);
  parsers.set(name, loading);
  loading.catch(() => {
    parsers.delete(name);
    runtime = undefined;
  });
  return loading;
}
