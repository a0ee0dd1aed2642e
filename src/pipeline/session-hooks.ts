import type { CancelToken } from "../base/cancel.ts";
import { createCancelSource, NEVER } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { PipelineContext } from "./context.ts";
import { commonPayload } from "./hook-payload.ts";
import type { HookVerdict, PromptVerdict, SessionHookEvent } from "./hooks.ts";

/** How a session, or what a model knows of it, begins. */
export type SessionStart = "startup" | "resume" | "clear" | "compact";

/** How the work on a request ended. Of one that was interrupted, hooks hear nothing. */
export type TurnEnd =
  { readonly end: "completed" | "interrupted" } | { readonly end: "failed"; readonly error: string };

/** Why what a model knows is replaced by a summary: it would not fit, or a person wants it. */
export type CompactTrigger = "auto" | "manual";

/** What hooks said of the end of a request. */
export interface StopVerdict {
  /** Why it should not end yet, for the model. */
  readonly goOn?: string;
  readonly contexts: PromptVerdict["contexts"];
}

/**
 * What a session tells hooks beside its calls (2.11). Whoever works on a request asks `promptSubmitted` before anything is
 * done, whatever the request is: a script, a call, a message to a model; and tells `stopped` when it is done. None of
 * them rejects.
 */
export interface SessionHooks {
  /** SessionStart. What it adds is given to the next request; where it refuses, every request from then on is refused. */
  readonly started: (source: SessionStart) => Promise<void>;
  /** UserPromptSubmit: it may refuse the request, end it, or add context. Waits until those of SessionStart have ended. */
  readonly promptSubmitted: (prompt: string, cancel: CancelToken) => Promise<PromptVerdict>;
  /** Stop or StopFailure. `again`: the request goes on because a hook has wanted that before. */
  readonly stopped: (how: TurnEnd, cancel: CancelToken, again?: boolean) => Promise<StopVerdict>;
  /** PreCompact: what a model knows of the session is about to be replaced by a summary, unless they refuse. */
  readonly compacting: (trigger: CompactTrigger, cancel: CancelToken) => Promise<PromptVerdict>;
  /** PostCompact, then SessionStart with `compact`. */
  readonly compacted: (trigger: CompactTrigger) => Promise<void>;
  /** SessionEnd, once; nothing that hooks say of it counts. */
  readonly ended: (reason: "exit") => Promise<void>;
}

/** What hooks are told about a session with. */
export type SessionHooksOptions = Pick<PipelineContext, "hooks" | "host" | "names">;

/** Runs the hooks of one session's events. */
export function createSessionHooks(options: SessionHooksOptions): SessionHooks {
  const run = async (
    event: SessionHookEvent,
    more: JsonObject,
    { subject = "", cancel = NEVER }: { readonly subject?: string; readonly cancel?: CancelToken } = {},
  ): Promise<HookVerdict> => {
    if (!options.hooks.handles(event, subject)) return { contexts: [] };
    return options.hooks.run(event, { ...commonPayload(options, event), ...more }, cancel);
  };
  const told: { event: string; text: string }[] = [];
  let barred: string | undefined;
  let starting: Promise<void> = Promise.resolve();
  const ending = createCancelSource();

  const start = async (source: SessionStart): Promise<void> => {
    const { token } = ending;
    const verdict = await run("SessionStart", { origin: "session", source }, { subject: source, cancel: token });
    told.push(...contextsOf("SessionStart", verdict));
    barred = refusalOf("SessionStart", "session", verdict) ?? barred;
  };
  return {
    started: (source) => {
      starting = starting.then(() => start(source));
      return starting;
    },
    promptSubmitted: async (prompt, cancel) => {
      await Promise.race([starting, cancellation(cancel)]);
      const contexts = told.splice(0);
      if (barred !== undefined) return { refused: barred, contexts };
      const verdict = await run("UserPromptSubmit", { origin: "user", prompt }, { cancel });
      const refused = refusalOf("UserPromptSubmit", "request", verdict);
      contexts.push(...contextsOf("UserPromptSubmit", verdict));
      return { contexts, ...(refused !== undefined && { refused }) };
    },
    stopped: async (how, cancel, again = false) => {
      if (how.end === "interrupted") return { contexts: [] };
      const event = how.end === "failed" ? "StopFailure" : "Stop";
      const error = how.end === "failed" && { error: how.error };
      const verdict = await run(event, { origin: "session", stop_hook_active: again, ...error }, { cancel });
      const contexts = contextsOf(event, verdict);
      // A hook that wants the turn over has its way, whatever another wants.
      if (event === "StopFailure" || verdict.decision !== "deny" || verdict.stop !== undefined) return { contexts };
      return { contexts, goOn: verdict.reason ?? "a Stop hook wants the work to go on" };
    },
    compacting: async (trigger, cancel) => {
      const verdict = await run("PreCompact", { origin: "session", trigger }, { subject: trigger, cancel });
      const refused = refusalOf("PreCompact", "compaction", verdict);
      return { contexts: contextsOf("PreCompact", verdict), ...(refused !== undefined && { refused }) };
    },
    compacted: async (trigger) => {
      const verdict = await run("PostCompact", { origin: "session", trigger }, { subject: trigger });
      told.push(...contextsOf("PostCompact", verdict));
      starting = starting.then(() => start("compact"));
      await starting;
    },
    ended: async (reason) => {
      if (ending.token.cancelled) return;
      ending.cancel("the session was closed");
      await starting;
      await run("SessionEnd", { origin: "session", reason }, { subject: reason });
    },
  };
}

/** Settles when work is to stop. */
function cancellation(cancel: CancelToken): Promise<void> {
  return new Promise((resolve) => {
    cancel.onCancel(() => {
      resolve();
    });
  });
}

function contextsOf(event: SessionHookEvent, { contexts }: HookVerdict): { event: string; text: string }[] {
  return contexts.map((text) => ({ event, text }));
}

/** Why hooks let nothing be done. A hook cannot ask about a request: what it would have asked about is refused. */
function refusalOf(event: SessionHookEvent, what: string, verdict: HookVerdict): string | undefined {
  const { decision, reason, stop } = verdict;
  if (stop !== undefined) return `the ${what} was ended by a ${event} hook: ${stop}`;
  if (decision !== "deny" && decision !== "ask") return undefined;
  return `the ${what} was refused by a ${event} hook${reason === undefined || reason === "" ? "" : `: ${reason}`}`;
}
