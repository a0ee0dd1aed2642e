import { callableName } from "../../script/roster.ts";
import { toolListing } from "../../tools/catalogue.ts";
import type { Conversation } from "./parts.ts";
import { keepText } from "./kept-text.ts";
import { say } from "./say.ts";

/** The name of the section that lists tools. */
export const TOOL_SECTION = "tools";

/**
 * Tells the model the tool listing when it does not have it as it is now: whole, in a message of its own (R272, 2.10). It is in
 * every round from then on, until a compaction takes it out of the history.
 */
export async function tellSections(conversation: Conversation): Promise<void> {
  const { history, host, tools, catalogue } = conversation;
  await conversation.flush();
  const native = new Set([...tools.values()].map(callableName));
  const text = [
    "<system-reminder>",
    toolListing(catalogue(), native),
    "",
    "This replaces every earlier tool listing; what else you were told still applies.",
    "</system-reminder>",
  ].join("\n");
  const known = history.section(TOOL_SECTION);
  const now = await keepText(host.store, text);
  if (known?.text === now.text && known.artifact === now.artifact) return;
  await say(conversation, text, { from: "product", section: TOOL_SECTION });
}
