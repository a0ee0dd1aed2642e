/** Installs the VS Code server that end-to-end tests and `npm start` use, and says where it is. */
import { installHost } from "./install-host.ts";

const started = Date.now();
try {
  const { folder } = await installHost((step) => process.stdout.write(`toolcall: ${step} …\n`));
  process.stdout.write(`toolcall: VS Code is in ${folder} (${Math.round((Date.now() - started) / 1000)} s)\n`);
} catch (error) {
  process.stderr.write(
    `toolcall: VS Code cannot be installed: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
