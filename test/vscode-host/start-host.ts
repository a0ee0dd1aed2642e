import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { HostPaths } from "./host-paths.ts";
import { hostPaths } from "./host-paths.ts";
import { runStep } from "./run-step.ts";

/** How long the server may take to listen, and an extension to be installed. */
const START_TIMEOUT_MS = 60_000;

/** How long the server may take to end by itself before it is killed. */
const STOP_TIMEOUT_MS = 3_000;

const POLL_MS = 50;

/** User settings that keep the workbench quiet: no welcome page, tips, offers to sign in or look-ups on the network. */
export const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  "update.showReleaseNotes": false,
};

/** How a VS Code server is started. */
export interface HostOptions {
  /** A folder or a `.code-workspace` file to open. */
  readonly workspace: string;
  /** Packaged extensions to install first. */
  readonly vsix?: readonly string[];
  /** User settings besides the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Variables for the server, and so for extensions, besides this process's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether VS Code asks if a workspace is trusted; otherwise all are. */
  readonly asksForTrust?: boolean;
  /** Folder for user data and extensions, which is kept; a fresh one that is removed afterwards when absent. */
  readonly data?: string;
  readonly paths?: HostPaths;
}

/** A running VS Code server on 127.0.0.1. */
export interface RunningHost {
  /** Address of the workbench with the workspace. */
  readonly url: string;
  /** Address of the server alone. */
  readonly origin: string;
  readonly pid: number;
  readonly data: string;
  /** Everything the server has written so far. */
  readonly logs: () => string;
  /** Ends the server and everything it started. */
  readonly stop: () => Promise<void>;
  /** Settles when the server has ended, by `stop` or by itself. */
  readonly ended: Promise<void>;
}

/**
 * Starts an installed VS Code server: a free port, no token, no telemetry, no marketplace, no updates. It ends with this
 * process, however that ends; only after SIGKILL it takes it some minutes to notice.
 */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { node, serverMain } = options.paths ?? hostPaths();
  const data = options.data === undefined ? mkdtempSync(join(tmpdir(), "toolcall-vscode-")) : resolve(options.data);
  writeSettings(data, options.settings ?? {});
  // A short path, since sockets go there, and one of our own, since VS Code leaves them behind.
  const temp = mkdtempSync(join(tmpdir(), "toolcall-sockets-"));
  const env = { ...process.env, TMPDIR: temp, XDG_RUNTIME_DIR: temp, EXTENSIONS_GALLERY: "{}", ...options.env };
  const folders = ["--server-data-dir", data, "--extensions-dir", join(data, "extensions")];
  for (const file of options.vsix ?? []) {
    const args = [serverMain, ...folders, "--install-extension", resolve(file), "--force"];
    await runStep(node, args, { cwd: data, env, timeoutMs: START_TIMEOUT_MS });
  }
  const log = join(data, "server.log");
  const output = openSync(log, "w");
  const child = spawn(node, [serverMain, ...folders, ...serverArguments(options)], {
    env,
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const logs = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  const stop = stopper(child, () => {
    rmSync(temp, { recursive: true, force: true, maxRetries: 5 });
    if (options.data === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  });
  try {
    const origin = `http://127.0.0.1:${await portOf(child, logs)}`;
    const url = `${origin}/?${queryOf(options.workspace)}`;
    return { url, origin, pid: child.pid ?? 0, data, logs, stop, ended: endOf(child) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function writeSettings(data: string, settings: Readonly<Record<string, unknown>>): void {
  const user = join(data, "data", "User");
  mkdirSync(user, { recursive: true });
  const file = join(user, "settings.json");
  // Kept data has settings that a person may have changed.
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
}

function serverArguments({ asksForTrust = false }: HostOptions): string[] {
  return [
    ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"],
    ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
    ...(asksForTrust ? [] : ["--disable-workspace-trust"]),
    // Should this process be killed: a lost workbench is forgotten soon, and the server ends some minutes after the last one.
    ...["--reconnection-grace-time", "30", "--enable-remote-auto-shutdown"],
  ];
}

function queryOf(workspace: string): string {
  const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
  return `${kind}=${encodeURIComponent(resolve(workspace))}`;
}

/** Ends the server's process group, which the extension host belongs to, and cleans up; also when this process exits. */
function stopper(child: ChildProcess, cleanUp: () => void): () => Promise<void> {
  const exited = endOf(child);
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const onExit = () => {
    kill("SIGKILL");
    cleanUp();
  };
  process.on("exit", onExit);
  return async () => {
    kill("SIGTERM");
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([exited, new Promise((done) => (timer = setTimeout(done, STOP_TIMEOUT_MS)))]);
    clearTimeout(timer);
    kill("SIGKILL");
    await exited;
    process.off("exit", onExit);
    cleanUp();
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function portOf(child: ChildProcess, logs: () => string): Promise<number> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    const port = /Extension host agent listening on (\d+)/.exec(logs())?.[1];
    if (port !== undefined) return Number(port);
    if (child.exitCode !== null) throw new Error(`the VS Code server ended with ${child.exitCode}:\n${logs()}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`the VS Code server did not start within ${START_TIMEOUT_MS} ms:\n${logs()}`);
}
