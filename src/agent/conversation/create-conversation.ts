import type { CancelToken } from "../../base/cancel.ts";
import type { Model } from "../../ports/model.ts";
import { createCallIds } from "../call-ids.ts";
import { toolSchema } from "../tool-schemas.ts";
import { createTrust } from "../trust.ts";
import { wireNames } from "../wire-names.ts";
import { compact } from "./compact.ts";
import { createFitting } from "./fitting.ts";
import { CONVERSATION_LIMITS, limitText } from "./limits.ts";
import { createLoadKept } from "./load-kept.ts";
import type { Conversation, ConversationHost } from "./parts.ts";
import { fail } from "./say.ts";
import { systemPrompt } from "./system-prompt.ts";
import { tellSections } from "./sections.ts";
import type { WaitingMessage } from "./waiting-messages.ts";
import { createWaitingMessages } from "./waiting-messages.ts";
import type { Worked } from "./work-on-request.ts";
import { takeWaiting, tellPerson, workOnRequest } from "./work-on-request.ts";

/** Something that is asked of a model. */
export interface Asking {
  readonly text: string;
  readonly model: Model;
  readonly cancel: CancelToken;
}

/** The conversation of a session with models. One request is worked on at a time. */
export interface Talking {
  /**
   * Works on a request to its end; while another is worked on, the text waits for its next round, and the answer is of the work
   * on that. Never rejects for anything that a model, a tool or the person does.
   */
  readonly ask: (asking: Asking) => Promise<Worked>;
  /** Whether a request is worked on. */
  readonly working: () => boolean;
  /** Replaces what was said by a summary; answers why that was not done. */
  readonly compact: (asking: Omit<Asking, "text">) => Promise<string | undefined>;
  /** Lets a message wait for the next round; answers why it cannot. */
  readonly wait: (text: string) => string | undefined;
  readonly waiting: () => readonly WaitingMessage[];
  /** Changes a message that waits; without text, takes it back. Answers whether it still waited. */
  readonly changeWaiting: (id: string, text: string) => boolean;
}

/** The conversation of a session; what it costs to make is only spent when something is asked. */
export function createConversation(host: ConversationHost): Talking {
  const waiting = createWaitingMessages();
  let made: Conversation | undefined;
  const conversation = (): Conversation => (made ??= assemble(host));
  const limits = { ...CONVERSATION_LIMITS, ...host.limits };
  let working: Promise<Worked> | undefined;

  const wait = (text: string): string | undefined => {
    if (text.length > limits.messageChars) return limitText("messageChars", limits);
    if (waiting.list().length >= limits.queued) return limitText("queued", limits);
    waiting.add(text);
    return undefined;
  };
  const work = async ({ text, model, cancel }: Asking): Promise<Worked> => {
    const talk = conversation();
    const turn = { model, cancel };
    try {
      await tellSections(talk);
      await takeWaiting(talk, turn, waiting);
      const refused = await tellPerson(talk, turn, text);
      await talk.flush();
      if (refused !== undefined) return { outcome: "failed", text: "", rounds: 0, problem: "refused-by-hook" };
      let worked = await workOnRequest(talk, turn, waiting);
      await ended(talk, turn, worked);
      await talk.flush();
      // What was typed in the meantime; from here to the end nothing can be.
      while (worked.outcome === "completed" && waiting.list().length > 0) {
        worked = await workOnRequest(talk, turn, waiting);
        await ended(talk, turn, worked);
        await talk.flush();
      }
      return worked;
    } finally {
      working = undefined;
    }
  };
  return {
    ask: (asking) => {
      if (asking.text.length > limits.messageChars)
        return Promise.resolve(refusedRequest(conversation(), "messageChars"));
      if (working === undefined) return (working = work(asking));
      return wait(asking.text) === undefined ? working : Promise.resolve(refusedRequest(conversation(), "queued"));
    },
    working: () => working !== undefined,
    compact: async ({ model, cancel }) => {
      const problem = await compact(conversation(), { model, cancel }, "manual");
      return problem?.model === undefined ? problem?.text : `${problem.problem}: ${problem.model.detail}`;
    },
    wait,
    waiting: waiting.list,
    changeWaiting: waiting.change,
  };
}

function refusedRequest(talk: Conversation, problem: "messageChars" | "queued"): Worked {
  fail(talk, problem, limitText(problem, talk.limits));
  return { outcome: "failed", text: "", rounds: 0, problem };
}

/** Tells hooks how work ended, where they have not been asked about it. */
async function ended(talk: Conversation, { cancel }: Omit<Asking, "text">, worked: Worked): Promise<void> {
  if (worked.outcome === "failed") await talk.hooks.stopped({ end: "failed", error: worked.problem ?? "" }, cancel);
}

function assemble({ limits, ...host }: ConversationHost): Conversation {
  const tools = wireNames(host.native());
  let number = host.history.lastNumber();
  return {
    ...host,
    limits: { ...CONVERSATION_LIMITS, ...limits },
    tools,
    schemas: [...tools].map(([name, tool]) => toolSchema(name, tool)),
    system: systemPrompt(host.host.workspace),
    trust: createTrust(),
    load: createLoadKept(host.host.store),
    fitting: createFitting(),
    callIds: createCallIds((id) => host.history.hasCall(id) || host.hasId(id), host.newCallId),
    newMessageId: () => `message-${++number}`,
  };
}
