import { join } from "node:path";
import { createSession } from "../../agent/session.ts";
import type { Session } from "../../agent/session.ts";
import type { Settings } from "../../agent/settings.ts";
import type { Limits } from "../../dialect/index.ts";
import type { Telemetry } from "../../pipeline/telemetry.ts";
import { createBatchingSink, createTelemetry } from "../../pipeline/telemetry.ts";
import type { LogFiles } from "../../hosts/node/log-files.ts";
import { openLogFiles } from "../../hosts/node/log-files.ts";
import type { Host } from "../../ports/host.ts";
import { keepInRuleFiles } from "../../pipeline/permission/rule-store.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import { TOOLS } from "../../tools/tools.ts";
import type { Invocation } from "./command.ts";
import { hasOption, optionValue } from "./command.ts";
import type { Interrupts } from "./interrupts.ts";
import { watchInterrupts } from "./interrupts.ts";
import { FileError } from "./io.ts";
import { loadHooks } from "./load-hooks.ts";
import { loadSettings } from "./load-settings.ts";
import { approvalFor, screenFor } from "./person.ts";
import { stateFolder } from "./state-folder.ts";
import { oneSafeLine } from "./terminal-text.ts";
import { modeOf, openHost, permissionsFor, TRUST_OPTION } from "./workspace.ts";

/** A session that a person follows on the terminal. */
export interface LiveSession {
  readonly session: Session;
  readonly interrupts: Interrupts;
  /** Whether anybody could be asked for permission. */
  readonly canAsk: boolean;
  /** Calls a function with every event from now on. */
  readonly listen: (listener: (event: AgentEvent) => void) => void;
}

/** The option that goes on with a session. */
export const SESSION_OPTION = {
  name: "session",
  value: "SESSION",
  doc: "go on in this session instead of beginning one; `toolcall sessions` lists them",
} as const;

/**
 * Opens a session on the workspace of an invocation, shows what happens in it, and lets go of everything once `work` is
 * done. Settings, rules and hooks are those of the person and, where it is trusted, of the workspace; `limits` changes the
 * budgets that the settings leave. With `--json` every event is written as it comes. Throws `UsageError` and `FileError`.
 */
export async function withSession<T>(
  invocation: Invocation,
  limits: (usual: Limits) => Limits,
  work: (live: LiveSession) => Promise<T>,
): Promise<T> {
  const listeners = new Set<(event: AgentEvent) => void>();
  const { io, json } = invocation;
  const rows = screenFor(invocation);
  let session: Session | undefined;
  let name: string | undefined;
  const say = (text: string): void => {
    rows.pause();
    io.err(text);
    rows.resume();
  };
  const interrupts = watchInterrupts(io, say, () => session?.cancel("the person interrupted it"));
  const keepsRules = hasOption(invocation, TRUST_OPTION.name);
  const approval = approvalFor(io, { rows, keepsRules, interrupt: interrupts.press });
  const warn = (message: string): void => {
    say(`toolcall: ${oneSafeLine(message)}\n`);
  };
  try {
    const own = await loadSettings(invocation, warn);
    const settings: Settings = { ...own, limits: limits(own.limits), mode: modeOf(invocation, own.mode) };
    const host = await openHost(invocation, { approval, settings });
    const logs = openLogFiles(join(stateFolder(io), "logs"));
    const telemetry = lateTelemetry(host, logs, { name: () => name, turn: () => session?.turn() });
    try {
      const hooks = await loadHooks(invocation, { host, telemetry, say: warn });
      const permissions = await permissionsFor(invocation, host, warn);
      const resume = optionValue(invocation, SESSION_OPTION.name);
      const opened = await createSession(host, {
        tools: TOOLS,
        settings,
        hooks,
        telemetry,
        permissions: { ...permissions, save: keepInRuleFiles(host), onProblem: warn },
        show(event, view) {
          if (event.kind === "session-opened") name = event.session;
          if (json) io.out(`${JSON.stringify(event)}\n`);
          rows.update(view);
          for (const listener of listeners) listener(event);
        },
        ...(resume !== undefined && { resume }),
      });
      if ("problem" in opened) throw new FileError(`the session cannot be opened: ${opened.message}.`);
      session = opened;
      const answer = await work({
        session,
        interrupts,
        canAsk: approval.available,
        listen: (listener) => void listeners.add(listener),
      });
      const problem = await session.close();
      rows.finish();
      if (problem !== undefined) warn(`the session could not be written to its end: ${problem}.`);
      return answer;
    } finally {
      rows.finish();
      await closed(session);
      await host.dispose();
      await logs.settled();
    }
  } finally {
    interrupts.end();
  }
}

/** Closes a session whose work did not get to that. */
async function closed(session: Session | undefined): Promise<void> {
  await session?.close();
}

/** Telemetry into log files. A session's name is known once it is open, and nothing is logged before. */
function lateTelemetry(
  { clock }: Host,
  { append }: LogFiles,
  { name, turn }: { readonly name: () => string | undefined; readonly turn: () => string | undefined },
): Telemetry {
  const sink = createBatchingSink(append);
  let made: Telemetry | undefined;
  return (event, properties) => {
    const session = name();
    if (session === undefined) return;
    made ??= createTelemetry({ clock, sink, session, turn });
    made(event, properties);
  };
}
