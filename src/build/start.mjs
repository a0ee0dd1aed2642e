import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleProgram } from "./bundle.mjs";
import { run } from "./child.mjs";
import { EDITORS, editorArguments, endEditor, findEditor } from "./editors.mjs";
import { ownTarget, packageFor, packageOf } from "./package.mjs";
import { inRoot } from "./root.mjs";

const CLI = "dist/toolcall.mjs";
/** Tells the extension to show its panel at once. */
const SHOWN = { TOOLCALL_OPEN_PANEL: "1" };

const SAMPLE = "media/sample-workspace";
const FOLDER = ".cache/start";

/** Folders of a profile: the copy of the sample, and VS Code in a browser; editors have one under their name. */
const [COPY, SERVER] = ["opening-hours", "server"];
const PROFILE_PARTS = [COPY, SERVER, ...EDITORS];

/** What VS Code in a browser ends with when it cannot be had here; it has said why. */
const CANNOT_BE_HAD = 75;

/** Settings of a new profile: no welcome page, nothing asked of the network, and no other chat. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "update.showReleaseNotes": false,
};

const USAGE = `Usage: npm start [-- OPTION…]
  --workspace DIR  open this folder instead of a copy of the sample workspace
  --browser        use VS Code in a browser, even if an editor is installed
  --no-open        print the address instead of opening a browser
  --profile DIR    keep settings, sessions and the copied sample there instead of in .cache/start
  --fresh          forget the profile, the sessions and the changed sample of earlier starts`;

/** @typedef {{ workspace: string; isSample: boolean; profile: string; browser: boolean; open: boolean }} StartOptions */

/**
 * The job of `npm start`: the extension in an editor of this machine, else in VS Code in a browser, else the prompt.
 * @param {readonly string[]} args arguments
 * @returns {Promise<number>} exit code
 */
export async function start(args) {
  const options = readOptions(args);
  if (typeof options === "string") {
    console.error(`${options}\n${USAGE}`);
    return 2;
  }
  console.log(`toolcall: the workspace is ${options.workspace}`);
  console.log(
    "toolcall: the chat panel is the ToolCall tab at the right; F1, ToolCall: Focus Chat Panel shows it, too",
  );
  const opened = (await inEditor(options)) ?? (await inBrowser(options));
  return opened ?? prompt();
}

/**
 * @param {readonly string[]} args arguments
 * @returns {StartOptions | string} what is wanted, or what is wrong
 */
function readOptions(args) {
  const parsed = parsedOptions(args);
  if (typeof parsed === "string") return parsed;
  const { workspace, browser = false, fresh = false } = parsed;
  const profile = parsed.profile === undefined ? inRoot(FOLDER) : asTyped(parsed.profile);
  if (fresh) for (const part of PROFILE_PARTS) rmSync(join(profile, part), { recursive: true, force: true });
  const rest = { profile, browser, open: parsed["no-open"] !== true };
  if (workspace === undefined) return { workspace: sampleWorkspace(profile), isSample: true, ...rest };
  const folder = asTyped(workspace);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return `${folder} is no folder.`;
  return { workspace: folder, isSample: false, ...rest };
}

/**
 * @param {readonly string[]} args arguments
 */
function parsedOptions(args) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        workspace: { type: "string" },
        profile: { type: "string" },
        browser: { type: "boolean" },
        "no-open": { type: "boolean" },
        fresh: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {string} path a path that a person typed
 * @returns {string} absolute; npm runs this in the project's root, a person means the folder that npm was called in
 */
function asTyped(path) {
  return resolve(process.env["INIT_CWD"] ?? ".", path);
}

/**
 * @param {string} profile folder of the profile
 * @returns {string} absolute path of a copy of the sample workspace, so that trying things out changes nothing here
 */
function sampleWorkspace(profile) {
  const folder = join(profile, COPY);
  if (!existsSync(folder)) cpSync(inRoot(SAMPLE), folder, { recursive: true });
  return folder;
}

/**
 * @param {StartOptions} options what is wanted
 * @returns {Promise<number | undefined>} exit code; undefined when there is no editor or it did not start
 */
async function inEditor({ workspace, isSample, browser, profile: parent }) {
  if (browser) return undefined;
  const editor = findEditor(process.env);
  if (typeof editor === "string") {
    console.log(`toolcall: no editor is used, because ${editor}`);
    return undefined;
  }
  const profile = join(parent, editor.name);
  writeSettings(join(profile, "data/User/settings.json"));
  console.log(`toolcall: opening ${editor.name} (${editor.path}) with a profile of its own in ${profile}`);
  console.log("toolcall: it runs until its window is closed; Ctrl-C closes it, too");
  const { code, signal } = await run(editor.path, editorArguments(profile, workspace, isSample), {
    interactive: true,
    env: SHOWN,
  });
  endEditor(profile);
  if (code === 0 || signal !== undefined) return 0;
  console.log(`toolcall: ${editor.name} ended with exit code ${code}`);
  return undefined;
}

/**
 * @param {string} file where settings go, absolute; those of an earlier start stay
 */
function writeSettings(file) {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(SETTINGS, null, 2));
}

/**
 * @param {StartOptions} options what is wanted
 * @returns {Promise<number | undefined>} exit code; undefined when VS Code cannot be had here
 */
async function inBrowser({ workspace, isSample, open, profile }) {
  console.log("toolcall: packaging the extension …");
  const target = ownTarget();
  const findings = await packageFor(target);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) return 1;
  const data = join(profile, SERVER);
  writeSettings(join(data, "data/User/settings.json"));
  const program = await bundleProgram("test/vscode-host/serve.ts", ".cache/programs/serve.mjs");
  const flags = [...(isSample ? [] : ["--asks-for-trust"]), ...(open ? [] : ["--no-open"])];
  const places = ["--workspace", workspace, "--vsix", inRoot(packageOf(target)), "--data", data];
  const { code } = await run(process.execPath, [program, ...places, ...flags], {
    interactive: true,
    env: SHOWN,
  });
  return code === CANNOT_BE_HAD ? undefined : code;
}

/**
 * @returns {Promise<number>} exit code of the prompt in this terminal
 */
async function prompt() {
  console.log("toolcall: starting the prompt instead; it is also there as `npx toolcall repl`");
  return (await run(process.execPath, ["--enable-source-maps", inRoot(CLI), "repl"], { interactive: true })).code;
}
