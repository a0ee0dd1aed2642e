import { nodeIo } from "./node-io.ts";
import { runCli } from "./run-cli.ts";

/** Exit code of a program that met a bug of its own (sysexits' EX_SOFTWARE). */
const EXIT_BUG = 70;

// A reader that goes away, such as `head`, has all it wants: end quietly. A terminal that was closed shows nothing more;
// its signal stops what runs.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    if (error.code !== "EIO") throw error;
  });
}

try {
  // Output may still be on its way, so the process is left to end by itself.
  process.exitCode = await runCli(process.argv.slice(2), nodeIo());
} catch (error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`toolcall: a bug in toolcall itself, please report it with the script:\n${text}\n`);
  process.exitCode = EXIT_BUG;
}
