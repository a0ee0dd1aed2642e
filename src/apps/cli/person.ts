import { Writable } from "node:stream";
import type { Approval } from "../../ports/approval.ts";
import type { Invocation } from "./command.ts";
import type { CliIo } from "./io.ts";
import { createKeyboard } from "./keyboard.ts";
import type { RowScreen } from "./row-screen.ts";
import { createLiveScreen, createPlainScreen, NO_SCREEN } from "./row-screen.ts";
import type { TerminalApprovalOptions } from "./question-desk.ts";
import { createTerminalApproval, NOBODY } from "./terminal-approval.ts";

/** The rows of an invocation: painted in place on a terminal, plain lines elsewhere, none with `--json`. */
export function screenFor({ io, json }: Invocation): RowScreen {
  if (json) return NO_SCREEN;
  const options = { write: io.err, colours: io.colours.err, now: io.now };
  return io.screen === undefined || io.env["TERM"] === "dumb"
    ? createPlainScreen(options)
    : createLiveScreen(io.screen, options);
}

/** Who can be asked: the person at the terminal, or nobody. */
export function approvalFor(
  io: CliIo,
  asking: Pick<TerminalApprovalOptions, "rows" | "keepsRules" | "interrupt">,
): Approval {
  const { screen } = io;
  if (screen?.keys === undefined) return NOBODY;
  return createTerminalApproval({
    ...asking,
    screen,
    keyboard: createKeyboard(screen.keys, errorStream(io)),
    write: io.err,
    colours: io.colours.err,
    now: io.now,
  });
}

/** Standard error as a stream that line editing can write to. */
function errorStream({ err }: CliIo): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      err(String(chunk));
      done();
    },
  });
}
