import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest ripgrep whose options and output are the ones used here. */
const OLDEST_MAJOR = 13;

/** How long a program may take to say which version it is. */
const VERSION_TIMEOUT_MS = 10_000;

const PROGRAM = process.platform === "win32" ? "rg.exe" : "rg";

/**
 * Where editors keep a ripgrep of their own, below the folder of their files: newer VS Code, VS Code up to 1.138 as server
 * and as desktop program.
 */
const EDITOR_PLACES = [
  ["node_modules", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`],
  ["node_modules", "@vscode", "ripgrep", "bin"],
  ["node_modules.asar.unpacked", "@vscode", "ripgrep-universal", "bin", `${process.platform}-${process.arch}`],
  ["node_modules.asar.unpacked", "@vscode", "ripgrep", "bin"],
];

/** Where to look for a ripgrep besides the usual places. */
export interface RipgrepPlaces {
  /** A program to take if it runs. */
  readonly preferred?: string | undefined;
  /** Folder of an editor's own files; its ripgrep is taken when none came with this program. */
  readonly editor?: string | undefined;
}

/**
 * A ripgrep that runs here: the preferred one, else the one packed beside this program, of its package, of the editor, or
 * on the search path. Undefined when none does; then the search in JavaScript answers.
 */
export async function findRipgrep({ preferred, editor }: RipgrepPlaces = {}): Promise<string | undefined> {
  const editors = editor === undefined ? [] : EDITOR_PLACES.map((place) => join(editor, ...place, PROGRAM));
  for (const candidate of [preferred, packedRipgrep(), await packagedRipgrep(), ...editors, "rg"]) {
    if (candidate !== undefined && (await isRipgrep(candidate))) return candidate;
  }
  return undefined;
}

/** Where the program lies that an installed extension brings along; see `src/build/package.mjs`. */
function packedRipgrep(): string {
  return join(dirname(fileURLToPath(import.meta.url)), "rg", PROGRAM);
}

/** The program that comes with the package; it is an optional dependency, one for each platform. */
async function packagedRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    return undefined;
  }
}

function isRipgrep(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: VERSION_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      const major = /^ripgrep (\d+)\./.exec(stdout)?.[1];
      resolve(error === null && major !== undefined && Number(major) >= OLDEST_MAJOR);
    });
  });
}
