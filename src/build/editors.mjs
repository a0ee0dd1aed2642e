import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inRoot } from "./root.mjs";

/** The commands of editors that run extensions of VS Code, in the order they are looked for. */
export const EDITORS = ["code", "code-insiders", "codium", "cursor", "windsurf"];

/** @typedef {{ name: string; path: string }} Editor */

/**
 * The first editor on the search path that can open a window here.
 * @param {NodeJS.ProcessEnv} env environment to look in
 * @returns {Editor | string} the editor, or why there is none: half a sentence for people
 */
export function findEditor(env) {
  if (process.platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) {
    return "there is no display to open a window on";
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "" && !isRemote(folder));
  const endings = process.platform === "win32" ? [".cmd", ".exe"] : [""];
  for (const name of EDITORS) {
    const path = folders
      .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
      .find(isExecutable);
    if (path !== undefined) return { name, path };
  }
  return `none of ${EDITORS.join(", ")} is on the search path`;
}

/**
 * The `code` in a terminal of a remote window opens files there, and no window of its own.
 * @param {string} folder a folder of the search path
 * @returns {boolean} whether it holds such a command
 */
function isRemote(folder) {
  return folder.includes("remote-cli");
}

/**
 * @param {string} path a file
 * @returns {boolean} whether it is there and may be run
 */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * What an editor is started with: this extension from its folder, a profile of its own, one window that is waited for.
 * @param {string} profile folder for the profile, absolute
 * @param {string} workspace what to open, absolute
 * @param {boolean} isTrusted whether the editor need not ask if the workspace is to be trusted
 * @returns {string[]} arguments
 */
export function editorArguments(profile, workspace, isTrusted) {
  const isSuperUser = process.platform === "linux" && process.getuid?.() === 0;
  return [
    `--extensionDevelopmentPath=${inRoot()}`,
    `--user-data-dir=${join(profile, "data")}`,
    `--extensions-dir=${join(profile, "extensions")}`,
    ...["--new-window", "--wait", "--skip-welcome", "--skip-release-notes", "--disable-updates"],
    ...(isTrusted ? ["--disable-workspace-trust"] : []),
    // Editors refuse to run as root otherwise.
    ...(isSuperUser ? ["--no-sandbox"] : []),
    workspace,
  ];
}

/**
 * Ends the editor that runs on a profile, if one does: its command has long handed over to it.
 * @param {string} profile folder of the profile, absolute
 */
export function endEditor(profile) {
  const lock = join(profile, "data", "code.lock");
  const pid = existsSync(lock) ? Number(readFileSync(lock, "utf8").trim()) : 0;
  if (!Number.isInteger(pid) || pid <= 1 || !runsOn(pid, profile)) return;
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

/**
 * After a crash the number in a lock file may long be that of another program.
 * @param {number} pid a process
 * @param {string} profile folder of a profile, absolute
 * @returns {boolean} whether the process was started on that profile
 */
function runsOn(pid, profile) {
  if (process.platform === "win32") return true;
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).includes(profile);
  } catch {
    // There is no such process.
    return false;
  }
}
