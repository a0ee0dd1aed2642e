import type { ModelMessage, ModelProblem, ModelRequest } from "../../ports/model.ts";
import type { CompactTrigger } from "../../pipeline/session-hooks.ts";
import { requestTokens } from "./estimate.ts";
import { keepText } from "./kept-text.ts";
import type { Conversation, Turn } from "./parts.ts";
import { sayContexts } from "./say.ts";
import { summarise } from "./summarise.ts";

/** Why a conversation was not compacted. */
export interface NotCompacted {
  readonly problem: string;
  readonly text: string;
  readonly model?: ModelProblem;
}

/** The part of a model's context that the last round may take to be kept as it is. */
const KEPT_PART = 4;

/** The next round as it stands. */
export async function nextRequest(conversation: Conversation, { model }: Turn): Promise<ModelRequest> {
  await conversation.flush();
  const { history, load, system, schemas, name } = conversation;
  const messages = await history.messages(load, model.info);
  return { messages: [{ role: "system", text: system }, ...messages], tools: schemas, conversation: name };
}

/**
 * Replaces what came before by a summary of the model's, and by facts that events tell (2.10): what was said since the last
 * answer stays, and the last round where its results were not seen yet and there is room.
 */
export async function compact(
  conversation: Conversation,
  turn: Turn,
  trigger: CompactTrigger,
): Promise<NotCompacted | undefined> {
  const { history, hooks, host, emit } = conversation;
  const before = requestTokens(await nextRequest(conversation, turn));
  const old = await replaceable(conversation, turn);
  if (old.messages.length === 0) return { problem: "nothing", text: "There is nothing to compact yet." };
  const verdict = await hooks.compacting(trigger, turn.cancel);
  if (verdict.refused !== undefined) return { problem: "refused-by-hook", text: `${capital(verdict.refused)}.` };
  const summary = await summarise(conversation, turn, old.messages);
  if (typeof summary === "object") return { problem: summary.problem, text: "", model: summary };
  const text = replacement(summary, history.ledger.text());
  const kept = await keepText(host.store, text);
  const message: ModelMessage = { role: "user", parts: [{ part: "text", text }] };
  const removed = requestTokens({ messages: old.messages, tools: [] });
  const after = Math.max(0, before - removed + requestTokens({ messages: [message], tools: [] }));
  void emit({
    kind: "history-compacted",
    id: conversation.newMessageId(),
    trigger: trigger === "auto" ? "automatic" : "person",
    before,
    after,
    ...(old.kept !== undefined && { kept: old.kept }),
    ...kept,
  });
  await conversation.flush();
  await sayContexts(conversation, verdict.contexts);
  await hooks.compacted(trigger);
  return undefined;
}

/** What can be replaced; the last round stays when it takes little room. */
async function replaceable({ history, load }: Conversation, { model: { info } }: Turn) {
  const all = await history.compactable(load, info, false);
  if (all.kept !== undefined) return all;
  const withRound = await history.compactable(load, info, true);
  const round = requestTokens({ messages: all.messages.slice(withRound.messages.length), tools: [] });
  return round <= info.contextTokens / KEPT_PART ? withRound : all;
}

function replacement(summary: string | undefined, facts: string): string {
  return [
    "<system-reminder>",
    "What was said before has been replaced by this account, because it would not have fitted any more.",
    ...(facts === "" ? [] : ["", "Recorded facts:", "", facts]),
    "",
    ...(summary === undefined
      ? ["No summary could be made. Look at the files again before you go on."]
      : ["Your own summary:", "", summary]),
    "</system-reminder>",
  ].join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
