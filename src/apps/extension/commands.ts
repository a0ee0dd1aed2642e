import * as vscode from "vscode";
import { MODE } from "../../protocol/session-events.ts";
import type { CommandId } from "./command-ids.ts";
import { VIEW_ID } from "./command-ids.ts";
import type { Controller } from "./controller.ts";
import type { ToldScript } from "./explain-script.ts";
import { dryRunScript, explainScript } from "./explain-script.ts";
import { changeFiles, stop } from "./session-actions.ts";
import { runFile, runSelection, scriptDocument } from "./run-file.ts";
import {
  beginSession,
  deleteSession,
  exportShown,
  openSession,
  renameSession,
  sessionHandlers,
} from "./session-intents.ts";

/** What commands work with. */
export interface CommandContext {
  readonly controller: Controller;
  readonly log: vscode.LogOutputChannel;
}

type Command = (context: CommandContext, ...args: readonly unknown[]) => unknown;

/** Shows the panel and puts the focus into its composer. */
async function focus({ controller }: CommandContext): Promise<void> {
  await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
  controller.tell({ kind: "focus" });
}

async function setMode({ controller }: CommandContext, given: unknown): Promise<void> {
  const known = MODE.safeParse(given);
  if (known.success) {
    controller.setMode(known.data);
    return;
  }
  const { words, desk } = controller;
  const items = MODE.options.map((mode) => ({
    mode,
    label: words(`mode-${mode}`),
    detail: words(`mode-${mode}-detail`),
    picked: mode === desk.mode(),
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: words("pick-mode") });
  if (chosen !== undefined) controller.setMode(chosen.mode);
}

/** Lets the person choose a session; the one that is shown when `given` names none. */
async function pickSession({ controller }: CommandContext): Promise<string | undefined> {
  const { summaries, workplace, desk, words, notice } = controller;
  const sessions = await summaries.list((await workplace()).host.store, "", desk.id());
  if (sessions.length === 0) {
    notice("info", words("no-sessions"));
    return undefined;
  }
  const items = sessions.map(({ id, title, modified, problem }) => ({
    id,
    label: title,
    description: new Date(modified).toLocaleString(vscode.env.language),
    ...(problem !== undefined && { detail: problem }),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: words("pick-session"),
    matchOnDescription: true,
  });
  return chosen?.id;
}

async function withPicked(context: CommandContext, work: (controller: Controller, id: string) => Promise<void>) {
  const id = await pickSession(context);
  if (id !== undefined) await work(context.controller, id);
}

async function withShown({ controller }: CommandContext, work: (controller: Controller, id: string) => Promise<void>) {
  const id = controller.desk.id();
  if (id !== undefined) await work(controller, id);
}

async function rename(controller: Controller, id: string): Promise<void> {
  const { desk, words } = controller;
  const title = await vscode.window.showInputBox({ prompt: words("rename-prompt"), value: desk.view().title ?? "" });
  if (title !== undefined && title.trim() !== "") await renameSession(controller, id, title.trim());
}

type Tell = (controller: Controller, script: ToldScript) => Promise<void>;

/** Tells of the script in a file instead of running it. */
async function tellOf(tell: Tell, controller: Controller, given: unknown): Promise<void> {
  const document = await scriptDocument(controller, given);
  if (document === undefined) return;
  const name = document.fileName.split(/[/\\]/).at(-1) ?? document.fileName;
  await tell(controller, { name, text: document.getText() });
}

/** What each command does. */
export const COMMANDS: Readonly<Record<CommandId, Command>> = {
  "toolcall.focus": focus,
  "toolcall.newSession": ({ controller }) => beginSession(controller),
  "toolcall.openSession": (context) => withPicked(context, openSession),
  "toolcall.renameSession": (context) => withShown(context, rename),
  "toolcall.deleteSession": (context) => withPicked(context, deleteSession),
  "toolcall.exportSession": (context) => withShown(context, exportShown),
  "toolcall.importSession": ({ controller }) => sessionHandlers["import-session"](controller),
  "toolcall.stop": ({ controller }) =>
    controller.runner.working() ? stop(controller) : controller.notice("info", controller.words("nothing-runs")),
  "toolcall.sendQueued": ({ controller }) => controller.runner.goOn(),
  "toolcall.runScript": ({ controller }, uri) => runFile(controller, uri),
  "toolcall.runSelection": ({ controller }) => runSelection(controller),
  "toolcall.dryRun": ({ controller }, uri) => tellOf(dryRunScript, controller, uri),
  "toolcall.explainScript": ({ controller }, uri) => tellOf(explainScript, controller, uri),
  "toolcall.openInEditor": ({ controller }) => controller.editor.openInEditor(),
  "toolcall.undo": ({ controller }) => changeFiles(controller, "undo"),
  "toolcall.redo": ({ controller }) => changeFiles(controller, "redo"),
  "toolcall.setMode": setMode,
  "toolcall.showLog": ({ log }) => log.show(),
  "toolcall.openSettings": ({ controller }) => controller.editor.openSettings(),
};
