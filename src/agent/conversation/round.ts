import type { AnswerPart, CallPart, ModelAnswer, ModelDelta, ModelProblem, ModelRequest } from "../../ports/model.ts";
import { isModelProblem, MODEL_PROBLEMS } from "../../ports/model.ts";
import { MESSAGE_CHARS } from "../../protocol/bounds.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import type { EventOf } from "../../protocol/events.ts";
import { patientChat } from "../patient-chat.ts";
import { keepText } from "./kept-text.ts";
import type { Conversation, Turn } from "./parts.ts";

/** Milliseconds between two accounts of an answer as it comes, at least. */
const PROGRESS_MS = 40;

/** An answer, its calls with ids that are unique in the session. */
export interface RoundAnswer extends ModelAnswer {
  readonly calls: readonly CallPart[];
}

/** Asks a model once, shows its answer as it comes, and writes it down before anything of it is done. */
export async function askOnce(
  conversation: Conversation,
  { model, cancel }: Turn,
  request: ModelRequest,
): Promise<RoundAnswer | ModelProblem> {
  const { host, emit, callIds, fitting } = conversation;
  const id = conversation.newMessageId();
  void emit({ kind: "message-started", id, model: model.info.id });
  const live = createLive(conversation, id);
  const answer = await patientChat(model, request, {
    clock: host.clock,
    cancel,
    random: conversation.random,
    sink: live.take,
    delayed: ({ problem, waitMs, attempt }) => {
      live.forget();
      void emit({ kind: "message-delayed", id, problem: MODEL_PROBLEMS[problem.problem].title, waitMs, attempt });
    },
  });
  if (isModelProblem(answer)) {
    // What the person has read stays, and the model will know that it said it.
    const parts: readonly AnswerPart[] = live.text() === "" ? [] : [{ part: "text", text: live.text() }];
    await write(conversation, id, { parts, calls: [], stop: "stopped", model: model.info.id });
    return answer;
  }
  const parts = answer.parts.map((part) => (part.part === "call" ? { ...part, id: callIds.take(part.id) } : part));
  const calls = parts.filter((part) => part.part === "call");
  if (answer.usage !== undefined) fitting.learn(request, model.info, answer.usage);
  await write(conversation, id, {
    parts,
    calls,
    stop: answer.stop,
    model: model.info.id,
    name: answer.model,
    contextTokens: model.info.contextTokens,
    ...(answer.usage !== undefined && { usage: answer.usage }),
  });
  return { ...answer, parts, calls };
}

type Answered = Omit<EventOf<"message-answered">, "kind" | "v" | "seq" | "at" | "id" | "parts" | "calls">;

interface Written extends Answered {
  readonly parts: readonly AnswerPart[];
  readonly calls: readonly CallPart[];
}

/** Writes an answer down: whole, or with its parts as an artifact. */
async function write({ host, emit }: Conversation, id: string, { parts, calls, ...rest }: Written): Promise<void> {
  const json = JSON.stringify(parts);
  const common = { ...rest, kind: "message-answered", id, calls: calls.map(({ id, name }) => ({ id, name })) } as const;
  const partsArtifact = json.length <= MESSAGE_CHARS ? undefined : await host.store.putArtifact(encodeUtf8(json));
  if (typeof partsArtifact !== "string") {
    // Where there is no room to keep them apart, they stand in the event, however long.
    void emit({ ...common, parts: [...parts] });
    return;
  }
  const text = parts.map((part) => (part.part === "text" ? part.text : "")).join("");
  void emit({ ...common, partsArtifact, ...(await keepText(host.store, text)) });
}

/** Shows text as it comes: what has gathered since the last time, not too often. */
function createLive({ emit, host }: Conversation, id: string) {
  let all = "";
  let waiting = { text: "", thinking: "" };
  let last = -Infinity;
  return {
    take: (delta: ModelDelta): void => {
      if (delta.delta === "call") return;
      if (delta.delta === "text") all += delta.text;
      waiting = { ...waiting, [delta.delta]: waiting[delta.delta] + delta.text };
      const now = host.clock.elapsed();
      if (now - last < PROGRESS_MS) return;
      last = now;
      const { text, thinking } = waiting;
      waiting = { text: "", thinking: "" };
      void emit({ kind: "message-progressed", id, text, ...(thinking !== "" && { thinking }) });
    },
    forget: (): void => {
      all = "";
      waiting = { text: "", thinking: "" };
    },
    text: () => all,
  };
}
