import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { Clock } from "../ports/clock.ts";
import type { Processes } from "../ports/processes.ts";
import type { HookAnswer } from "./hook-answer.ts";
import { mergeVerdicts, NO_DECISION, parseHookAnswer } from "./hook-answer.ts";
import type { Hook, HookOrigin } from "./hook-config.ts";
import type { HookEvent } from "./hook-config.ts";
import { HOOK_ORIGINS, SUBJECTS } from "./hook-config.ts";
import type { Hooks, HookVerdict } from "./hooks.ts";
import type { Telemetry } from "./telemetry.ts";

/** Characters of a hook's output that are read (2.11). */
export const HOOK_OUTPUT_CHARS = 65_536;
/** Characters of a hook's reason. */
const REASON_CHARS = 2_000;

/** The hooks of one place, with the hash of the content they came from. */
export interface HookSource {
  readonly origin: HookOrigin;
  readonly hash: string;
  readonly hooks: readonly Hook[];
}

/** What hooks run with. */
export interface HookOptions {
  readonly sources: readonly HookSource[];
  readonly processes: Processes;
  readonly clock: Clock;
  /** Where hooks run. */
  readonly cwd: string;
  /** Whether the workspace is trusted, and the hashes of the project configurations that the person has looked at. */
  readonly trust: { readonly workspace: boolean; readonly hashes: ReadonlySet<string> };
  readonly telemetry: Telemetry;
  /** Tells a person what went wrong with a hook, or what a hook wants to be told. */
  readonly notify?: (message: string) => void;
}

/**
 * Hooks that are commands: each gets the payload as JSON on standard input and answers on standard output (2.11). They
 * run one after the other in the order of their origins, each with the arguments that those before it left. Project hooks
 * with content nobody has agreed to do not run (report 48). Exit 0 is an answer, 2 a refusal with standard error as the
 * reason; anything else is a failure, which counts for nothing unless the hook is `failClosed`.
 */
export function createHooks(options: HookOptions): Hooks {
  const active = activeHooks(options);
  const chosen = (event: HookEvent, subject: string): Active[] =>
    active.filter(({ hook }) => hook.event === event && hook.matches(subject));
  return {
    handles: (event, subject) => active.some(({ hook }) => hook.event === event && hook.matches(subject)),
    run: async (event, payload, cancel) => {
      let verdict = NO_DECISION;
      let current = payload;
      for (const each of chosen(event, memberOf(payload, SUBJECTS[event] ?? ""))) {
        if (cancel.cancelled) break;
        const answer = await runHook(options, each, current, cancel);
        verdict = mergeVerdicts(verdict, answer);
        current = rewritten(current, answer);
      }
      return verdict;
    },
  };
}

interface Active {
  readonly hook: Hook;
  readonly origin: HookOrigin;
}

/** The hooks that may run, in order. */
function activeHooks({ sources, trust }: HookOptions): readonly Active[] {
  const trusted = sources.filter(
    ({ origin, hash }) => origin !== "project" || (trust.workspace && trust.hashes.has(hash)),
  );
  return HOOK_ORIGINS.flatMap((origin) =>
    trusted
      .filter((source) => source.origin === origin)
      .flatMap(({ hooks }) => hooks.map((hook) => ({ hook, origin }))),
  );
}

/** A text of a payload; empty where there is none. */
function memberOf(payload: JsonObject, name: string): string {
  const value = payload[name];
  return typeof value === "string" ? value : "";
}

/** What the next hook is told after this one's rewrites. */
function rewritten(payload: JsonObject, { updatedInput, updatedResult }: HookVerdict): JsonObject {
  return {
    ...payload,
    ...(updatedInput !== undefined && { tool_input: updatedInput }),
    ...(updatedResult !== undefined && { result: updatedResult }),
  };
}

/** How one hook ended: what it answered, or how it failed. */
type HookEnd = HookAnswer & { readonly exitCode?: number };

async function runHook(
  options: HookOptions,
  { hook, origin }: Active,
  payload: JsonObject,
  cancel: CancelToken,
): Promise<HookVerdict> {
  const began = options.clock.elapsed();
  const end = await answerOf(options, hook, payload, cancel);
  options.telemetry("hook-ran", {
    hookEvent: hook.event,
    hookOrigin: origin,
    ...("tool_name" in payload && {
      callId: memberOf(payload, "tool_use_id"),
      tool: memberOf(payload, "tool_name"),
    }),
    outcome: end.ok ? (end.verdict.decision ?? "none") : "failed",
    durationMs: options.clock.elapsed() - began,
    ...(end.exitCode !== undefined && { exitCode: end.exitCode }),
  });
  if (end.ok) {
    if (end.message !== undefined) options.notify?.(`${nameOf(hook)}: ${end.message}`);
    return end.verdict;
  }
  options.notify?.(`${nameOf(hook)} failed: ${end.problem}`);
  return hook.failClosed ? closed(hook, end.problem) : NO_DECISION;
}

/** The verdict of a hook that failed and says that then nothing may pass. */
function closed(hook: Hook, problem: string): HookVerdict {
  const reason = `${nameOf(hook)} failed (${problem}) and lets nothing pass when it fails`;
  if (hook.event === "PostToolUse" || hook.event === "PostToolUseFailure") {
    return { contexts: [], updatedResult: `Error: the result is withheld: ${reason}` };
  }
  return { contexts: [], decision: "deny", reason };
}

function nameOf({ event, description, command }: Hook): string {
  return `the ${event} hook "${(description ?? command).slice(0, 80)}"`;
}

async function answerOf(options: HookOptions, hook: Hook, payload: JsonObject, cancel: CancelToken): Promise<HookEnd> {
  const process = options.processes.start(
    {
      command: hook.command,
      cwd: options.cwd,
      timeoutMs: hook.timeoutMs,
      keepChars: 2 * HOOK_OUTPUT_CHARS,
      input: JSON.stringify(payload),
      apart: true,
      personal: true,
    },
    cancel,
  );
  const end = await process.done;
  const output = process.output();
  switch (end.end) {
    case "exited":
      if (end.code === 0) return { ...answerFrom(output.head + output.tail, output.omitted), exitCode: 0 };
      if (end.code === 2) return { ok: true, verdict: refusal(output.errors ?? output.head), exitCode: 2 };
      return { ok: false, problem: `it ended with exit code ${end.code}`, exitCode: end.code };
    case "timed-out":
      return { ok: false, problem: `it took longer than ${hook.timeoutMs / 1_000} s` };
    case "signalled":
      return { ok: false, problem: `it was ended by ${end.signal}` };
    case "cancelled":
      return { ok: false, problem: "it was cancelled" };
    case "failed":
      return { ok: false, problem: end.message };
  }
}

function answerFrom(text: string, omitted: number): HookAnswer {
  if (omitted > 0 || text.length > HOOK_OUTPUT_CHARS) {
    return { ok: false, problem: `it wrote more than ${HOOK_OUTPUT_CHARS} characters` };
  }
  return parseHookAnswer(text);
}

function refusal(errors: string): HookVerdict {
  const reason = errors.trim().slice(0, REASON_CHARS);
  return { contexts: [], decision: "deny", ...(reason !== "" && { reason }) };
}
