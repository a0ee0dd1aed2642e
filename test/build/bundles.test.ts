import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { ASSETS } from "../../src/build/bundle.mjs";
import { BUNDLES, ENCODINGS_BUNDLE, EXTENSION_BUNDLE, optionsOf, WINDOW_BUNDLE } from "../../src/build/bundles.mjs";
import { inRoot } from "../../src/build/root.mjs";
import { findRipgrep } from "../../src/hosts/node/search/find-ripgrep.ts";
import { inTempFolder } from "../hosts/node/temp-folder.ts";

/** Builds a probe as the extension is built, into a folder without packages, and answers what it finds there. */
async function found(folder: string, args: readonly string[] = []): Promise<Record<string, string>> {
  const outfile = join(folder, basename(WINDOW_BUNDLE.outfile));
  const probe = { ...WINDOW_BUNDLE, entry: "test/build/programs/beside-itself.ts" };
  await build({ ...optionsOf(probe), outfile, logLevel: "silent" });
  await build({ ...optionsOf(ENCODINGS_BUNDLE), outfile: join(folder, basename(ENCODINGS_BUNDLE.outfile)) });
  for (const { from, to } of ASSETS) cpSync(inRoot(from), join(folder, basename(to)));
  const env = { ...process.env, PATH: "" };
  return JSON.parse(execFileSync(process.execPath, [outfile, ...args], { env, encoding: "utf8" })) as never;
}

async function putRipgrep(...place: string[]): Promise<string> {
  const program = join(...place, process.platform === "win32" ? "rg.exe" : "rg");
  mkdirSync(join(...place), { recursive: true });
  cpSync((await findRipgrep()) ?? "", program);
  return program;
}

describe("the extension's bundle", () => {
  it("finds grammars, tables of encodings and ripgrep beside itself, where there is no node_modules", async () => {
    await inTempFolder(async (temp) => {
      const folder = await realpath(temp);
      const rg = await putRipgrep(folder, "rg");
      expect(await found(folder)).toEqual({
        bash: "(program (command name: (command_name (word))))",
        text: "あ",
        ripgrep: rg,
      });
    });
  });

  it.each([
    ["VS Code", ["node_modules", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`]],
    ["an older VS Code", ["node_modules", "@vscode", "ripgrep", "bin"]],
    ["VS Code's desktop program", ["node_modules.asar.unpacked", "@vscode", "ripgrep", "bin"]],
  ])("takes the ripgrep of %s where none came with it", async (_, place) => {
    await inTempFolder(async (folder) => {
      const app = join(folder, "app");
      const rg = await putRipgrep(app, ...place);
      expect((await found(folder, [app]))["ripgrep"]).toBe(rg);
    });
  });

  it("finds no ripgrep where there is none, so that the search in JavaScript answers", async () => {
    await inTempFolder(async (folder) => {
      expect((await found(folder, [join(folder, "app")]))["ripgrep"]).toBeUndefined();
    });
  });

  it("and what it loads at the first need are the only ones that may import the editor's API", () => {
    expect(BUNDLES.filter(({ external = [] }) => external.length > 0)).toEqual([EXTENSION_BUNDLE, WINDOW_BUNDLE]);
    expect(EXTENSION_BUNDLE.external).toEqual(["vscode"]);
  });
});
