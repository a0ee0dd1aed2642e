import type { ModelProblem } from "../../ports/model.ts";
import { isModelProblem, modelProblemText } from "../../ports/model.ts";
import type { NotCompacted } from "./compact.ts";
import { compact, nextRequest } from "./compact.ts";
import type { ConversationLimits } from "./limits.ts";
import { limitText, SAME_CALLS_TOLD } from "./limits.ts";
import type { Conversation, Turn } from "./parts.ts";
import type { Repetition } from "./repetition.ts";
import { createRepetition } from "./repetition.ts";
import type { RoundAnswer } from "./round.ts";
import { askOnce } from "./round.ts";
import { refuseCalls, runCalls } from "./run-calls.ts";
import { fail, say, sayContexts } from "./say.ts";
import { tellSections } from "./sections.ts";
import type { WaitingMessages } from "./waiting-messages.ts";

/** How the work on a request ended. */
export interface Worked {
  readonly outcome: "completed" | "interrupted" | "failed";
  /** What the model said last. */
  readonly text: string;
  readonly rounds: number;
  /** A kind of problem, or the name of the limit that ended it. */
  readonly problem?: string;
}

/** The state of the work on one request. */
interface Work {
  rounds: number;
  tokens: number;
  cut: number;
  goOns: number;
  text: string;
  readonly repetition: Repetition;
}

/** What a step says of the work: it ends so, or goes on. */
type Step = Pick<Worked, "outcome" | "problem"> | undefined;

/**
 * Works on what was said, round after round, until the model is done, a limit is reached or somebody stops it. Messages that
 * wait are given with the next round, also to a model that thought it was done.
 */
export async function workOnRequest(conversation: Conversation, turn: Turn, waiting: WaitingMessages): Promise<Worked> {
  const work: Work = { rounds: 0, tokens: 0, cut: 0, goOns: 0, text: "", repetition: createRepetition() };
  for (;;) {
    const end = await oneRound(conversation, turn, { work, waiting });
    if (end !== undefined) return { ...end, text: work.text, rounds: work.rounds };
  }
}

interface Working {
  readonly work: Work;
  readonly waiting: WaitingMessages;
}

async function oneRound(conversation: Conversation, turn: Turn, { work, waiting }: Working): Promise<Step> {
  const { limits } = conversation;
  if (turn.cancel.cancelled) return { outcome: "interrupted" };
  if (work.rounds >= limits.rounds) return limited(conversation, "rounds");
  if (work.tokens >= limits.turnTokens) return limited(conversation, "turnTokens");
  await takeWaiting(conversation, turn, waiting);
  await tellSections(conversation);
  const answer = await askFitting(conversation, turn);
  work.rounds++;
  if ("problem" in answer) return modelFailed(conversation, answer);
  work.tokens += (answer.usage?.inputTokens ?? 0) + (answer.usage?.outputTokens ?? 0);
  const said = answer.parts.map((part) => (part.part === "text" ? part.text : "")).join("");
  if (said !== "") work.text = said;
  return answer.calls.length > 0
    ? afterCalls(conversation, turn, { work, answer })
    : afterWords(conversation, turn, { work, waiting, answer });
}

function limited(conversation: Conversation, name: keyof ConversationLimits): Step {
  fail(conversation, name, limitText(name, conversation.limits));
  return { outcome: "failed", problem: name };
}

function modelFailed(conversation: Conversation, { problem, text, model }: NotCompacted): Step {
  if (problem === "cancelled") return { outcome: "interrupted" };
  fail(conversation, problem, model === undefined ? text : modelProblemText(model));
  return { outcome: "failed", problem };
}

/** Gives the model what was typed while it worked; hooks hear of it like of any message. */
export async function takeWaiting(conversation: Conversation, turn: Turn, waiting: WaitingMessages): Promise<void> {
  for (const { text } of waiting.take()) await tellPerson(conversation, turn, text);
}

/** What the person said, unless hooks refuse it: then the model never hears of it. Answers why it was refused. */
export async function tellPerson(conversation: Conversation, turn: Turn, text: string): Promise<string | undefined> {
  const { refused, contexts } = await conversation.hooks.promptSubmitted(text, turn.cancel);
  await say(conversation, text, { from: "person", ...(refused !== undefined && { withheld: true }) });
  if (refused === undefined) {
    await sayContexts(conversation, contexts);
    return undefined;
  }
  fail(conversation, "refused-by-hook", `Nothing was done: ${refused}.`);
  return refused;
}

/** A round that fits: what would not is compacted before it is sent, and once more if the provider sees it otherwise. */
async function askFitting(conversation: Conversation, turn: Turn): Promise<RoundAnswer | NotCompacted> {
  const { fitting } = conversation;
  const { info } = turn.model;
  let request = await nextRequest(conversation, turn);
  let compacted = false;
  if (fitting.tokens(request, info) > fitting.room(info)) {
    const problem = await compact(conversation, turn, "auto");
    if (problem !== undefined && problem.problem !== "nothing") return problem;
    compacted = true;
    await tellSections(conversation);
    request = await nextRequest(conversation, turn);
    const tokens = fitting.tokens(request, info);
    if (tokens > fitting.room(info)) return tooLong(tokens, fitting.room(info));
  }
  const answer = await askOnce(conversation, turn, request);
  if (!isModelProblem(answer)) return answer;
  if (answer.problem !== "context-too-long" || compacted) return asNotCompacted(answer);
  const problem = await compact(conversation, turn, "auto");
  if (problem !== undefined) return problem.problem === "nothing" ? asNotCompacted(answer) : problem;
  await tellSections(conversation);
  const again = await askOnce(conversation, turn, await nextRequest(conversation, turn));
  return isModelProblem(again) ? asNotCompacted(again) : again;
}

function asNotCompacted(model: ModelProblem): NotCompacted {
  return { problem: model.problem, text: "", model };
}

function tooLong(tokens: number, room: number): NotCompacted {
  const detail = `about ${tokens} tokens, and it reads ${room} beside its answer, however the conversation is shortened`;
  const model: ModelProblem = { problem: "context-too-long", detail };
  return { problem: model.problem, text: "", model };
}

interface Answered {
  readonly work: Work;
  readonly answer: RoundAnswer;
}

async function afterCalls(conversation: Conversation, turn: Turn, { work, answer }: Answered): Promise<Step> {
  if (answer.stop !== "done") return afterCutCalls(conversation, { work, answer });
  work.cut = 0;
  const { done, stop } = await runCalls(conversation, turn, answer.calls);
  if (turn.cancel.cancelled) return { outcome: "interrupted" };
  if (stop !== undefined) {
    fail(conversation, "stopped", `The turn was ended: ${stop}`);
    return { outcome: "failed", problem: "stopped" };
  }
  let most = 0;
  for (const { call, delivered } of done) most = Math.max(most, work.repetition.count(call, delivered));
  if (most >= conversation.limits.sameCalls) return limited(conversation, "sameCalls");
  if (most >= SAME_CALLS_TOLD) {
    const told = `The same call has come to the same result ${most} times in a row. Try something else, or say what keeps you from going on.`;
    await say(conversation, `<system-reminder>${told}</system-reminder>`, { from: "product" });
  }
  return undefined;
}

/** Arguments of an answer that was cut off may be incomplete: none of its calls runs. */
async function afterCutCalls(conversation: Conversation, { work, answer }: Answered): Promise<Step> {
  const why = answer.stop === "length" ? "at its limit of tokens" : "by the provider's content filter";
  await refuseCalls(
    conversation,
    answer.calls,
    `Not run: the answer was cut off ${why}, so that its arguments may be incomplete. Ask again with less in one answer; write long files in parts.`,
  );
  work.cut++;
  return work.cut >= conversation.limits.cutAnswers ? limited(conversation, "cutAnswers") : undefined;
}

async function afterWords(
  conversation: Conversation,
  turn: Turn,
  { work, waiting, answer }: Answered & Working,
): Promise<Step> {
  if (answer.stop !== "done") {
    const why = answer.stop === "length" ? "at the model's limit of tokens" : "by the provider's content filter";
    fail(conversation, answer.stop, `The answer was cut off ${why}. Send a message to let it go on.`);
    return { outcome: "failed", problem: answer.stop };
  }
  if (work.text === "" && work.rounds === 1) {
    fail(conversation, "empty", "The model gave an empty answer. Send the message again, or choose another model.");
    return { outcome: "failed", problem: "empty" };
  }
  if (waiting.list().length > 0) return undefined;
  const { goOn, contexts } = await conversation.hooks.stopped({ end: "completed" }, turn.cancel, work.goOns > 0);
  if (turn.cancel.cancelled) return { outcome: "interrupted" };
  // Typed while the hooks ran.
  if (goOn === undefined) return waiting.list().length > 0 ? undefined : { outcome: "completed" };
  if (++work.goOns > conversation.limits.goOns) return limited(conversation, "goOns");
  await sayContexts(conversation, [...contexts, { event: "Stop", text: goOn }]);
  return undefined;
}
