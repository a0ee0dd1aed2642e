import type { CancelToken } from "../base/cancel.ts";
import type { Json, JsonObject } from "../base/json.ts";
import { invariant } from "../base/invariant.ts";
import type { Settled } from "../pipeline/call.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { Clock } from "../ports/clock.ts";
import type { AnswerPart, Model, ModelAnswer, ModelUsage } from "../ports/model.ts";
import { isModelProblem, modelProblemText } from "../ports/model.ts";
import { createCallIds } from "./call-ids.ts";
import { countedCalls } from "./counted-calls.ts";
import { patientChat } from "./patient-chat.ts";
import { RunError } from "./run-error.ts";
import type { RunMessage } from "./run-messages.ts";
import { readMessages } from "./run-messages.ts";
import { toolSchema } from "./tool-schemas.ts";
import { createTrust } from "./trust.ts";
import { wireNames } from "./wire-names.ts";

/** A call that a model asks for; running it is the program's decision (R287, R288). */
export interface RequestedCall {
  readonly id: string;
  /** The alias. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What a round came to: exactly one of `reply` and `tool_calls` is there. Branch on `tool_calls`. */
export interface ChatResult {
  readonly reply?: string;
  readonly tool_calls?: readonly RequestedCall[];
  readonly finish_reason: "stop" | "tool_calls" | "length" | "content_filter";
  /** The model that answered. */
  readonly model: string;
  /** Tokens, where the provider says. */
  readonly metrics: Partial<ModelUsage>;
}

/** What a round may be given beside its messages. */
export interface ChatOptions {
  /** The aliases that the model may ask for in this round: exactly these, and none without it (R286). */
  readonly tools?: readonly string[];
}

/**
 * What an agent program works with: rounds with a model, tools, and the trust envelope (R286–R301). What fails rejects with a
 * `RunError`.
 */
export interface AgentRun {
  readonly models: {
    readonly chat: (messages: readonly RunMessage[], options?: ChatOptions) => Promise<ChatResult>;
  };
  readonly tools: {
    /** Calls any tool in scope, advertised or not; data of a tool that declares structured output, else text (R289–R291). */
    readonly call: (alias: string, args?: JsonObject | null) => Promise<Json>;
    /** How often each alias was called in this run, failures included; read-only (R294, R295). */
    readonly calls: Readonly<Record<string, number>>;
  };
  /** Wraps a text of the program's own in the envelope of the run (R298). */
  readonly untrusted: (text: string) => string;
}

/** What a run is made of. */
export interface AgentRunParts {
  readonly model: Model;
  /** The agent's catalogue: every tool is in scope under its name on the wire. */
  readonly tools: readonly Tool[];
  /** The one way to a tool's handler. `trusted`: nothing of the text is from files, commands or the web (A15). */
  readonly call: (
    tool: Tool,
    input: JsonObject,
    cancel: CancelToken,
  ) => Promise<{ readonly settled: Settled; readonly trusted: boolean }>;
  readonly clock: Clock;
  readonly cancel: CancelToken;
  /** From 0 to 1, for waits. */
  readonly random: () => number;
  /** The guard nonce of the run. */
  readonly nonce?: string;
}

/** Rounds whose calls can be replayed by their id alone; the oldest are forgotten first (A12). */
export const KEPT_ROUNDS = 200;

/** A run of an agent program. No tool in it may be structured without being trusted (A14). */
export function createAgentRun(parts: AgentRunParts): AgentRun {
  const inScope = wireNames(parts.tools);
  for (const [alias, tool] of inScope) {
    invariant(tool.structured !== true || tool.trusted === true, `${alias} is structured and must be trusted (A14)`);
  }
  const trust = createTrust(parts.nonce);
  const counted = countedCalls([...inScope.keys()], unknownAlias(inScope));
  const rounds = createRounds();
  return {
    untrusted: trust.untrusted,
    models: {
      chat: async (messages, options) => {
        const tools = advertised(inScope, options);
        const request = { messages: readMessages(messages, rounds.of), tools };
        const answer = await whileWanted(parts.cancel, () => patientChat(parts.model, request, parts));
        if (isModelProblem(answer)) {
          throw new RunError(answer.problem === "cancelled" ? "cancelled" : "model", modelProblemText(answer));
        }
        return resultOf(rounds.keep(answer));
      },
    },
    tools: {
      calls: counted.calls,
      call: async (alias, args) => {
        const tool = inScope.get(alias);
        if (tool === undefined) throw unknownAlias(inScope)(alias);
        const input = readArguments(alias, args);
        counted.count(alias);
        const { settled, trusted } = await whileWanted(parts.cancel, () => parts.call(tool, input, parts.cancel));
        const delivered = (text: string): string => (trusted ? text : trust.untrusted(text));
        if (settled.status !== "success") throw failure(alias, settled, delivered);
        return tool.structured === true ? parsed(alias, settled.text) : delivered(settled.text);
      },
    },
  };
}

type Scope = ReadonlyMap<string, Tool>;

function unknownAlias(inScope: Scope): (alias: string) => RunError {
  return (alias) => {
    const names = [...inScope.keys()].join(", ");
    return new RunError("unknown-alias", `there is no tool ${JSON.stringify(alias)} in scope; in scope are ${names}`);
  };
}

function advertised(inScope: Scope, options: unknown) {
  const { tools = [], mcp } = (options ?? {}) as { readonly tools?: unknown; readonly mcp?: unknown };
  if (mcp !== undefined) {
    throw new RunError("reserved", "mcp is reserved: a round cannot use MCP servers; name tools in scope in tools");
  }
  if (!Array.isArray(tools)) throw new RunError("invalid", "tools must be a list of aliases");
  return [...new Set(tools as readonly unknown[])].map((alias) => {
    const tool = typeof alias === "string" ? inScope.get(alias) : undefined;
    if (tool === undefined) throw unknownAlias(inScope)(String(alias));
    return toolSchema(alias as string, tool);
  });
}

function readArguments(alias: string, args: unknown): JsonObject {
  if (args === undefined || args === null) return {};
  if (typeof args === "object" && !Array.isArray(args)) return args as JsonObject;
  throw new RunError("invalid", `the arguments of ${alias} must be an object`);
}

function parsed(alias: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new RunError("tool", `${alias} declares structured output, and what it answered is no JSON`);
  }
}

/** Words of a tool may be from anywhere; what the pipeline says of a call that did not run is its own. */
function failure(alias: string, { status, reason = "", text }: Settled, delivered: (text: string) => string): RunError {
  if (status === "cancelled" || status === "interrupted") return new RunError("cancelled", `${alias}: ${status}`);
  const own = status === "denied" || !(reason.startsWith("tool-error") || reason.startsWith("failed"));
  return new RunError("tool", `${alias} failed: ${own ? text : delivered(text)}`);
}

/** The work, unless the run is cancelled first: what it comes to is then nobody's any more. */
async function whileWanted<T>(cancel: CancelToken, work: () => Promise<T>): Promise<T> {
  const stopped = (): RunError => new RunError("cancelled", `the run was cancelled: ${cancel.reason ?? ""}`);
  if (cancel.cancelled) throw stopped();
  let forget: () => void = () => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    forget = cancel.onCancel(() => {
      reject(stopped());
    });
  });
  try {
    return await Promise.race([work(), cancelled]);
  } finally {
    forget();
  }
}

/** The last rounds of a run, by the ids of their calls. */
function createRounds() {
  const byCall = new Map<string, readonly AnswerPart[]>();
  const kept: (readonly AnswerPart[])[] = [];
  let made = 0;
  const ids = createCallIds(
    (id) => byCall.has(id),
    () => `call-${++made}`,
  );
  return {
    of: (callId: string) => byCall.get(callId),
    /** The answer with ids that are unique in the run. */
    keep: (answer: ModelAnswer): ModelAnswer => {
      const parts = answer.parts.map((part) => (part.part === "call" ? { ...part, id: ids.take(part.id) } : part));
      kept.push(parts);
      for (const id of callsIn(parts)) byCall.set(id, parts);
      if (kept.length > KEPT_ROUNDS) for (const id of callsIn(kept.shift() ?? [])) byCall.delete(id);
      return { ...answer, parts };
    },
  };
}

function callsIn(parts: readonly AnswerPart[]): readonly string[] {
  return parts.flatMap((part) => (part.part === "call" ? [part.id] : []));
}

function resultOf({ parts, stop, model, usage }: ModelAnswer): ChatResult {
  const calls = parts.flatMap((part) => (part.part === "call" ? [part] : []));
  const common = { model, metrics: { ...usage } };
  if (calls.length === 0) {
    const reply = parts.map((part) => (part.part === "text" ? part.text : "")).join("");
    return { reply, finish_reason: REASONS[stop], ...common };
  }
  if (stop !== "done") {
    const why = stop === "length" ? "at its limit of tokens" : "by the provider's content filter";
    throw new RunError(
      "broken-round",
      `the answer was cut off ${why} while it asked for calls; their arguments may be incomplete, so there are none`,
    );
  }
  const read = calls.map(({ id, name, argumentsText }, index) => {
    return { id, name, arguments: argumentsOf(argumentsText, `tool_calls[${index + 1}] (${name})`) };
  });
  return { tool_calls: read, finish_reason: "tool_calls", ...common };
}

const REASONS = { done: "stop", length: "length", filtered: "content_filter" } as const;

function argumentsOf(text: string, where: string): JsonObject {
  const read = readCallArguments(text);
  if ("problem" in read) throw new RunError("broken-round", `${where}: ${read.problem}`);
  return read.input;
}

/** The arguments that a model wrote for a call: an object, or what is wrong with them. No text at all is the empty object. */
export function readCallArguments(text: string): { readonly input: JsonObject } | { readonly problem: string } {
  if (text.trim() === "") return { input: {} };
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { input: value as JsonObject };
  } catch (error) {
    return { problem: `its arguments are no JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  return { problem: "its arguments are JSON, but no object" };
}
