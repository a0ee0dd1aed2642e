import { hookContext } from "../../pipeline/present.ts";
import { headOf } from "../../protocol/bounds.ts";
import { PROBLEM_CHARS } from "../../protocol/message-events.ts";
import { keepText } from "./kept-text.ts";
import type { Conversation } from "./parts.ts";

type Talk = Pick<Conversation, "emit" | "host" | "newMessageId">;

/** Who says something to the model, and as what. */
export interface Said {
  readonly from: "person" | "hook" | "product";
  readonly section?: string;
  readonly withheld?: true;
}

/** Says something to the model: from now on it stands in the history. */
export async function say({ emit, host, newMessageId }: Talk, text: string, said: Said): Promise<void> {
  const id = newMessageId();
  void emit({ kind: "message-sent", id, ...said, ...(await keepText(host.store, text)) });
}

/** What hooks added, as the model reads it. */
export async function sayContexts(
  talk: Talk,
  contexts: readonly { readonly event: string; readonly text: string }[],
): Promise<void> {
  const text = hookContext(contexts);
  if (text !== "") await say(talk, text, { from: "hook" });
}

/** Tells the person why the work ended early. */
export function fail({ emit, newMessageId }: Talk, problem: string, text: string): void {
  void emit({ kind: "message-failed", id: newMessageId(), problem, text: headOf(text, PROBLEM_CHARS) });
}
