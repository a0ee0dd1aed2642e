import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { run } from "./child.mjs";
import { inRoot, readJson } from "./root.mjs";

/** @typedef {{ packages: Record<string, { version?: string; integrity?: string }> }} Lock */

/**
 * For each platform that packages of extensions know, whose ripgrep runs there. Programs for Linux are linked statically,
 * so Alpine takes the same.
 * @type {Readonly<Record<string, string>>}
 */
export const RIPGREP_OF = {
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-armhf": "linux-arm",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "alpine-x64": "linux-x64",
  "alpine-arm64": "linux-arm64",
};

/**
 * Gets the ripgrep of a platform: the installed one for this platform, else from the registry, checked against the lock
 * file and kept.
 * @param {string} target a platform of `RIPGREP_OF`
 * @returns {Promise<{ program: string; licence: string }>} paths from the root; rejects when it cannot be had
 */
export async function ripgrepFor(target) {
  const platform = RIPGREP_OF[target] ?? target;
  const name = `@vscode/ripgrep-${platform}`;
  const own = `node_modules/${name}`;
  const folder = existsSync(inRoot(own)) ? own : await download(name);
  return {
    program: `${folder}/bin/${platform.startsWith("win32") ? "rg.exe" : "rg"}`,
    licence: `${folder}/LICENSE`,
  };
}

/**
 * @param {string} name a package
 * @returns {Promise<string>} folder with its content, from the root
 */
async function download(name) {
  const { version, integrity } =
    /** @type {Lock} */ (readJson("package-lock.json")).packages[`node_modules/${name}`] ?? {};
  const folder = `.cache/ripgrep/${name.replace("@vscode/", "")}-${version ?? "unknown"}`;
  if (existsSync(inRoot(folder, "package/bin"))) return `${folder}/package`;
  rmSync(inRoot(folder), { recursive: true, force: true });
  mkdirSync(inRoot(folder), { recursive: true });
  await must("npm", ["pack", `${name}@${version ?? ""}`, "--silent", "--pack-destination", inRoot(folder)]);
  const archive = inRoot(folder, `${name.replace("@", "").replace("/", "-")}-${version ?? ""}.tgz`);
  const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (integrity !== `sha512-${hash}`) {
    throw new Error(`${name}@${version ?? ""} has another content than package-lock.json says.`);
  }
  await must("tar", ["xzf", archive, "-C", inRoot(folder)]);
  rmSync(archive);
  return `${folder}/package`;
}

/**
 * @param {string} command a program
 * @param {readonly string[]} args its arguments
 */
async function must(command, args) {
  const { code, output } = await run(command, args, { output: "kept" });
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ""} ended with ${code}: ${output.trim().slice(-500)}`);
}
