import type { Recovery } from "../../agent/recover.ts";
import { recoverAll, recoverSession } from "../../agent/recover.ts";
import type { Command, Invocation } from "./command.ts";
import { EXIT } from "./io.ts";
import { counted, writeJson } from "./report.ts";
import { findSession, withStore } from "./stored-session.ts";
import { oneSafeLine } from "./terminal-text.ts";

/** `toolcall recover`. */
export const recoverCommand: Command = {
  name: "recover",
  operands: "[SESSION]",
  min: 0,
  max: 1,
  summary: "mark as interrupted what was running when the program ended",
  details: [
    "Calls and scripts without an end get one: they are interrupted, and never begun again. Without SESSION all sessions are looked at. A session that another program writes to is left alone.",
    "With --json: {ok, sessions: [{id, outcome, interrupted | message}]}. Exit code 1 when a session could not be recovered.",
  ],
  options: [],
  examples: ["toolcall recover", "toolcall recover last --json"],
  run: runRecover,
};

function runRecover({ io, json, operands }: Invocation): Promise<number> {
  const [name] = operands;
  return withStore(io, async (store) => {
    const done =
      name === undefined
        ? await recoverAll(store, Date.now)
        : [await recoverSession(store, await findSession(store, name), Date.now)];
    const ok = done.every(({ outcome }) => outcome !== "problem");
    if (json) writeJson(io, { ok, sessions: done });
    else io.out(account(done));
    return ok ? EXIT.ok : EXIT.script;
  });
}

function account(done: readonly Recovery[]): string {
  const lines = done.flatMap((recovery) => {
    switch (recovery.outcome) {
      case "problem":
        return [oneSafeLine(recovery.message)];
      case "recovered":
        return [
          `${recovery.id}: ${counted(recovery.interrupted.length, "end")} written: ${recovery.interrupted.join(", ")}`,
        ];
      case "nothing-to-do":
        return [];
    }
  });
  return `${[...lines, `${counted(done.length, "session")} looked at`].join("\n")}\n`;
}
