/**
 * VS Code in a browser, with a packaged extension on a workspace, until Ctrl-C. Exit code 75 when VS Code cannot be had here.
 * `--workspace DIR --vsix FILE --data DIR [--asks-for-trust] [--no-open]`
 */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { installHost } from "./install-host.ts";
import type { RunningHost } from "./start-host.ts";
import { startHost } from "./start-host.ts";

const CANNOT_BE_HAD = 75;

/** How often to see whether whoever started this is still there. */
const PARENT_MS = 2_000;

/** Variables of which one is set where windows can be opened. */
const DISPLAYS = ["DISPLAY", "WAYLAND_DISPLAY"];

const { values } = parseArgs({
  options: {
    workspace: { type: "string", default: "." },
    vsix: { type: "string", default: "" },
    data: { type: "string", default: "" },
    "asks-for-trust": { type: "boolean", default: false },
    "no-open": { type: "boolean", default: false },
  },
});

let host: RunningHost | undefined;
let isEnding = false;

function say(text: string): void {
  process.stdout.write(`toolcall: ${text}\n`);
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await host?.stop();
  if (host !== undefined) say("VS Code has ended");
  process.exit(code);
}

/** Opens an address in the person's browser, where there seems to be one. */
function open(url: string): void {
  const hasDisplay = process.platform !== "linux" || DISPLAYS.some((name) => (process.env[name] ?? "") !== "");
  if (values["no-open"] || !hasDisplay) return;
  const command = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.on("error", () => say(`${command} is not there; open the address yourself`));
  child.unref();
}

async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, PARENT_MS).unref();
  try {
    await installHost((step) => say(`${step} …`));
  } catch (error) {
    say(`VS Code cannot be had here: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = CANNOT_BE_HAD;
    return;
  }
  say("starting VS Code …");
  const asksForTrust = values["asks-for-trust"];
  host = await startHost({ workspace: values.workspace, vsix: [values.vsix], data: values.data, asksForTrust });
  say(`VS Code runs at ${host.url}`);
  say("open that address in a browser on this machine; Ctrl-C ends VS Code");
  open(host.url);
  await host.ended;
  if (!isEnding) {
    say(`VS Code has ended by itself; ${host.data}/server.log may say why`);
    await end(1);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  void end(1);
});
