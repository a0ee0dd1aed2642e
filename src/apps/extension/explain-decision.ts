import { explainCall } from "../../agent/explain-call.ts";
import type { Controller } from "./controller.ts";
import { callsOf, findEntry, wholeInput } from "./find-entry.ts";

/** Says how a call would be decided now: the first one of an envelope that is one call. */
export async function explainDecision(controller: Controller, id: string): Promise<void> {
  const { desk, notice, words, workplace, permissions } = controller;
  const entry = findEntry(desk.view(), id);
  const [call] = entry === undefined ? [] : callsOf(entry);
  if (call === undefined) {
    notice("warning", words("no-row", id));
    return;
  }
  const input = wholeInput(call.args);
  if (input === undefined) {
    notice("warning", words("cut-input"));
    return;
  }
  const { host, tools } = await workplace();
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool === undefined) {
    notice("warning", words("unknown-tool", call.tool));
    return;
  }
  const explained = await explainCall({ tool, input }, host, await permissions());
  if ("problem" in explained) {
    notice("warning", explained.problem);
    return;
  }
  const { outcome, via, why } = explained;
  notice("info", words("decision", call.tool, words(`decision-${outcome}`), why, via));
}
