import * as vscode from "vscode";
import { VIEW_ID } from "./command-ids.ts";
import type { Controller } from "./controller.ts";
import { LANGUAGE_ID } from "./tcl-handover.ts";

/** The script that a command is about: the file it was called on, else that of the editor; the person is told of none. */
export async function scriptDocument(
  { notice, words }: Controller,
  given: unknown,
): Promise<vscode.TextDocument | undefined> {
  const document =
    given instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(given)
      : vscode.window.activeTextEditor?.document;
  if (document !== undefined && (document.languageId === LANGUAGE_ID || document.fileName.endsWith(".tcl"))) {
    return document;
  }
  notice("warning", words("not-a-script"));
  return undefined;
}

/** Runs the script of a file as it is in the editor, saved or not, and shows the panel beside it. */
export async function runFile(controller: Controller, given: unknown): Promise<void> {
  const document = await scriptDocument(controller, given);
  if (document !== undefined) await run(controller, document.getText(), document.fileName);
}

/** Runs what is selected, or without a selection the form around the cursor's line. */
export async function runSelection(controller: Controller): Promise<void> {
  const { notice, words } = controller;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) {
    notice("warning", words("nothing-selected"));
    return;
  }
  await run(controller, editor.document.getText(editor.selection), editor.document.fileName);
}

async function run({ runner, notice, words }: Controller, text: string, name: string): Promise<void> {
  if (text.trim() === "") {
    notice("warning", words("script-empty", name));
    return;
  }
  await vscode.commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: true });
  runner.send(text);
}
