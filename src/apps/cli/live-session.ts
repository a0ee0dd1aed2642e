import { createSession } from "../../agent/session.ts";
import type { Session } from "../../agent/session.ts";
import { DEFAULT_SETTINGS } from "../../agent/settings.ts";
import type { Limits } from "../../dialect/index.ts";
import { keepInRuleFiles } from "../../pipeline/permission/rule-store.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import { TOOLS } from "../../tools/tools.ts";
import type { Invocation } from "./command.ts";
import { hasOption, optionValue } from "./command.ts";
import type { Interrupts } from "./interrupts.ts";
import { watchInterrupts } from "./interrupts.ts";
import { FileError } from "./io.ts";
import { approvalFor, screenFor } from "./person.ts";
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
 * done. With `--json` every event is written as it comes. Throws `UsageError` and `FileError`.
 */
export async function withSession<T>(
  invocation: Invocation,
  limits: Limits,
  work: (live: LiveSession) => Promise<T>,
): Promise<T> {
  const listeners = new Set<(event: AgentEvent) => void>();
  const { io, json } = invocation;
  const mode = modeOf(invocation);
  const rows = screenFor(invocation);
  let session: Session | undefined;
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
    const host = await openHost(invocation, { approval });
    try {
      const permissions = await permissionsFor(invocation, host, warn);
      const resume = optionValue(invocation, SESSION_OPTION.name);
      const opened = await createSession(host, {
        tools: TOOLS,
        settings: { ...DEFAULT_SETTINGS, limits, mode },
        permissions: { ...permissions, save: keepInRuleFiles(host), onProblem: warn },
        show(event, view) {
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
      await host.dispose();
    }
  } finally {
    interrupts.end();
  }
}
