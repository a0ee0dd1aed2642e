import { NEVER } from "../../../../src/base/cancel.ts";
import { createProcesses } from "../../../../src/hosts/node/processes.ts";

/** Starts a command that runs for ever; then ends by itself, or waits to be killed. */
const [folder = "", command = "", how = "wait"] = process.argv.slice(2);
const processes = createProcesses({ folder });
const started = processes.start({ command, cwd: folder, timeoutMs: 600_000, keepChars: 1_000 }, NEVER);
while (!started.output().head.includes("ready")) await new Promise((resolve) => setTimeout(resolve, 10));
process.stdout.write("ready\n");
if (how === "exit") process.exit(0);
