import type { Controller } from "./controller.ts";
import { findEntry, wholeInput, wholeScript } from "./find-entry.ts";
import type { Handlers } from "./intents.ts";
import { changeFiles, liveSession, stop } from "./session-actions.ts";
import { runSlash } from "./slash-commands.ts";

/** A script that works in any workspace. */
export const EXAMPLE = '(Grep :pattern "TODO")';

/** What a message is: a script by its first character, a command of the panel, or words for a model. */
export async function sendMessage(controller: Controller, text: string): Promise<void> {
  const trimmed = text.trim();
  if (trimmed === "") return;
  if (trimmed.startsWith("(") || trimmed.startsWith(";")) {
    controller.runner.send(text);
    return;
  }
  controller.tell({ kind: "compose", text, how: "replace" });
  if (trimmed.startsWith("/")) return runSlash(controller, trimmed);
  controller.notice("info", controller.words("no-model"), EXAMPLE);
}

async function runAgain(controller: Controller, id: string): Promise<void> {
  const { desk, notice, words } = controller;
  const found = findEntry(desk.view(), id);
  if (found === undefined || found.kind === "message") {
    notice("warning", words("no-row", id));
    return;
  }
  if (found.kind === "envelope") {
    const expression = wholeScript(found.opened.expression);
    if (expression === undefined) notice("warning", words("cut-input"));
    else controller.runner.send(expression);
    return;
  }
  const input = wholeInput(found.args);
  if (input === undefined) {
    notice("warning", words("cut-input"));
    return;
  }
  const session = await liveSession(controller);
  if (session === undefined) return;
  const settled = await controller.runner.during(() => session.call({ tool: found.tool, input }));
  if (settled === undefined) notice("warning", words("unknown-tool", found.tool));
}

/** What makes something happen: messages, runs, answers, modes, undo. */
export const runHandlers = {
  send: (controller, { text }) => sendMessage(controller, text),
  "run-script": ({ runner }, { expression }) => runner.send(expression),
  "change-queued"({ queue, refresh, notice, words }, { id, text }) {
    if (!queue.change(id, text)) notice("info", words("not-waiting"));
    refresh();
  },
  "drop-queued"({ queue, refresh }, { id }) {
    queue.drop(id);
    refresh();
  },
  cancel: (controller, { id, reason }) => stop(controller, id, reason),
  "answer-permission"({ questions, notice }, intent) {
    const problem = questions.answer(intent);
    if (problem !== undefined) notice("warning", problem);
  },
  "set-mode": (controller, { mode }) => controller.setMode(mode),
  undo: (controller, { id }) => changeFiles(controller, "undo", id),
  redo: (controller, { id }) => changeFiles(controller, "redo", id),
  "run-again": (controller, { id }) => runAgain(controller, id),
} satisfies Partial<Handlers>;
