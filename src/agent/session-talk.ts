import type { CancelToken } from "../base/cancel.ts";
import { NEVER } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { Settled } from "../pipeline/call.ts";
import type { Host } from "../ports/host.ts";
import type { Model } from "../ports/model.ts";
import type { EnvelopeResult } from "../script/envelope.ts";
import { deliveryOf } from "../script/delivery.ts";
import { callableName } from "../script/roster.ts";
import type { AgentRun } from "./agent-run.ts";
import { createAgentRun } from "./agent-run.ts";
import { createConversation } from "./conversation/create-conversation.ts";
import type { ScriptEnd } from "./conversation/deliver.ts";
import type { ConversationHost } from "./conversation/parts.ts";
import type { WaitingMessage } from "./conversation/waiting-messages.ts";
import type { Worked } from "./conversation/work-on-request.ts";

/** Something that is asked of a model in a session. */
export interface AskOptions {
  readonly model: Model;
  readonly cancel?: CancelToken;
}

/** What a session can do with models. */
export interface SessionTalk {
  /**
   * Has a model work on a request, round after round, with the session's tools. While it works, a further text waits for its
   * next round. `cancel` of the session, without an id or with `ask`, stops it. Never rejects for anything that a model, a tool
   * or the person does.
   */
  readonly ask: (text: string, options: AskOptions) => Promise<Worked>;
  /** Whether a model works on a request. */
  readonly asking: () => boolean;
  /** Messages that wait for the next round, in order. After a request was stopped they wait for the next one. */
  readonly waiting: () => readonly WaitingMessage[];
  /** Lets a message wait; answers why it cannot. */
  readonly wait: (text: string) => string | undefined;
  /** Changes a message that waits; without text, takes it back. Answers whether it still waited. */
  readonly changeWaiting: (id: string, text: string) => boolean;
  /** Replaces what models were told by a summary; answers why that was not done. */
  readonly compact: (options: AskOptions) => Promise<string | undefined>;
  /** What an agent program works with (R286–R301): the session's built-in tools are in scope. */
  readonly agentRun: (options: AskOptions & { readonly nonce?: string }) => AgentRun;
}

/** What a session lends beside what its conversation needs. */
export interface TalkParts extends Omit<ConversationHost, "call" | "scriptEnd"> {
  readonly host: Host;
  readonly call: (request: {
    readonly tool: string;
    readonly input: JsonObject;
    readonly id?: string;
    readonly source: "model" | "agent";
    readonly cancel: CancelToken;
  }) => Promise<Settled | undefined>;
  readonly scripts: ScriptEnds;
  /** Does work as one request of the session: it can be stopped, and its changes are undone together. */
  readonly within: (
    asked: { readonly text: string; readonly model: Model; readonly cancel: CancelToken | undefined },
    work: (cancel: CancelToken) => Promise<Worked>,
  ) => Promise<Worked>;
}

/** How the scripts ended whose results are on their way to a model or a program. */
export interface ScriptEnds {
  readonly note: (callId: string, result: EnvelopeResult) => void;
  /** Known once. */
  readonly take: (callId: string) => ScriptEnd | undefined;
}

/** No scripts yet. */
export function createScriptEnds(): ScriptEnds {
  const ends = new Map<string, ScriptEnd>();
  return {
    note: (callId, { trusted, stillRunning, notes }) =>
      void ends.set(callId, { trusted, tail: deliveryOf("", stillRunning, notes) }),
    take: (callId) => {
      const end = ends.get(callId);
      ends.delete(callId);
      return end;
    },
  };
}

/** What a session can do with models, on what it lends. */
export function createSessionTalk(parts: TalkParts): SessionTalk {
  const { scripts, within } = parts;
  const talking = createConversation({
    ...parts,
    call: (request) => parts.call({ ...request, source: "model" }),
    scriptEnd: scripts.take,
  });
  return {
    ask: (text, { model, cancel }) => {
      if (talking.working()) return talking.ask({ text, model, cancel: cancel ?? NEVER });
      return within({ text, model, cancel }, (token) => talking.ask({ text, model, cancel: token }));
    },
    asking: talking.working,
    waiting: talking.waiting,
    wait: talking.wait,
    changeWaiting: talking.changeWaiting,
    compact: ({ model, cancel }) => {
      if (talking.working()) return Promise.resolve("A model is at work; stop it or wait for its end.");
      return talking.compact({ model, cancel: cancel ?? NEVER });
    },
    agentRun: ({ model, cancel = NEVER, nonce }) =>
      createAgentRun({
        model,
        cancel,
        clock: parts.host.clock,
        random: parts.random,
        tools: parts.native(),
        call: async (tool, input, token) => {
          const id = parts.newCallId();
          const settled = await parts.call({ tool: callableName(tool), input, id, source: "agent", cancel: token });
          const script = scripts.take(id);
          return { settled: settled ?? gone(id, tool.name), trusted: script?.trusted ?? tool.trusted === true };
        },
        ...(nonce !== undefined && { nonce }),
      }),
  };
}

function gone(id: string, tool: string): Settled {
  const text = `there is no tool ${tool} any more`;
  return {
    id,
    tool,
    status: "denied",
    reason: `permission-denied: ${text}`,
    text,
    rawText: text,
    media: [],
    contexts: [],
    handlerMs: 0,
  };
}
