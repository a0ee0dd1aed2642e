import type { CliIo } from "./io.ts";
import { safeText } from "./terminal-text.ts";

/**
 * Writes what scripts, tools and files have said to standard output. Programs get it as it is; a terminal gets control
 * characters and what turns text around spelled with escapes, so that no output moves the cursor or feigns another.
 */
export function writeText(io: CliIo, text: string): void {
  io.out(`${io.outIsTerminal === true ? safeText(text) : text}\n`);
}

/** The same on standard error, for the account of a failure. */
export function writeFailure(io: CliIo, text: string): void {
  io.err(`${io.screen === undefined ? text : safeText(text)}\n`);
}
