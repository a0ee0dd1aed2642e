import type { JsonObject } from "../../base/json.ts";
import { nearestOf } from "../../dialect/nearest.ts";
import type { Settled } from "../../pipeline/call.ts";
import { callableName } from "../../script/roster.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS, UsageError } from "./command.ts";
import { EXIT } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import { SESSION_OPTION, withSession } from "./live-session.ts";
import { TRUST_HOOKS_OPTION } from "./load-hooks.ts";
import { writeJson } from "./report.ts";
import { loadSource, STDIN } from "./source.ts";
import { PERMISSION_OPTIONS, WORKSPACE_OPTION } from "./workspace.ts";
import { writeFailure, writeText } from "./write-text.ts";

/** `toolcall call`. */
export const callCommand: Command = {
  name: "call",
  operands: "TOOL [JSON|-]",
  min: 1,
  max: 2,
  summary: "make one call of a tool, with its arguments as JSON",
  details: [
    "The arguments are one JSON object, or `-` to read it from standard input; without them the tool gets none. The call is checked, asked for, shown and recorded like a script's. `toolcall tools NAME` tells a tool's arguments.",
    "Exit codes: 0 it succeeded, 1 it failed, 2 wrong usage, 3 it was denied, 130 interrupted.",
    'With --json every event is one object a line; the last line is {kind: "call-ended", session, status, exit, text}.',
  ],
  options: [WORKSPACE_OPTION, ...PERMISSION_OPTIONS, TRUST_HOOKS_OPTION, COMMON_OPTIONS.limit, SESSION_OPTION],
  examples: [
    'toolcall call Read \'{"file_path": "README.md", "limit": 5}\'',
    "toolcall call Glob - < arguments.json --json",
  ],
  run: runCall,
};

async function runCall(invocation: Invocation): Promise<number> {
  const { io, json, operands } = invocation;
  const [tool = "", text = "{}"] = operands;
  const input = argumentsFrom(text === STDIN ? (await loadSource(STDIN, io)).text : text);
  const end = await withSession(
    invocation,
    (usual) => limitsOf(invocation, usual),
    async ({ session, interrupts }) => {
      const settled = await session.call({ tool, input });
      if (settled === undefined) throw new UsageError(unknownTool(tool, session.catalogue().tools.map(callableName)));
      return { settled, session: session.id, interrupted: interrupts.happened() };
    },
  );
  const { status, text: answer, media } = end.settled;
  const exit = end.interrupted && status !== "success" ? EXIT.interrupted : EXITS[status];
  if (json) {
    writeJson(io, { kind: "call-ended", session: end.session, status, exit, text: answer });
    return exit;
  }
  (status === "success" ? writeText : writeFailure)(io, answer);
  for (const { mime, path } of media) io.err(`${path} (${mime})\n`);
  return exit;
}

const EXITS: Readonly<Record<Settled["status"], number>> = {
  success: EXIT.ok,
  error: EXIT.script,
  denied: EXIT.denied,
  cancelled: EXIT.interrupted,
  interrupted: EXIT.interrupted,
};

/** The arguments that somebody wrote. Throws `UsageError` for what is no JSON object. */
export function argumentsFrom(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `the arguments are not JSON: ${(error as Error).message}. Write '{"file_path": "README.md"}'.`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new UsageError(`the arguments are one JSON object, such as '{"file_path": "README.md"}'.`);
}

function unknownTool(name: string, names: readonly string[]): string {
  const nearest = nearestOf(name, names);
  return `there is no tool ${name}. ${nearest === undefined ? `The tools are ${names.join(", ")}.` : `Did you mean ${nearest}?`}`;
}
