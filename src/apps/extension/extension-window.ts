import { setTimeout as setTimer } from "node:timers/promises";
import * as vscode from "vscode";
import { readSettings } from "../../agent/settings.ts";
import { callableName } from "../../script/roster.ts";
import { TOOLS } from "../../tools/tools.ts";
import type { CommandId } from "./command-ids.ts";
import type { ContextKey } from "./command-ids.ts";
import { COMMANDS } from "./commands.ts";
import { editorSettings, SECTION } from "./configuration.ts";
import type { Controller, Surroundings } from "./controller.ts";
import { createController, RELEASE_MS } from "./controller.ts";
import { documentOf } from "./document-uri.ts";
import { receive } from "./intents.ts";
import type { Panel } from "./panels.ts";
import { BATCH_MS } from "./panels.ts";
import { createSummaries } from "./session-summaries.ts";
import type { Status } from "./status-item.ts";
import { createFinder } from "./suggestions.ts";
import { createVscodeEditor } from "./vscode-editor.ts";
import type { Words } from "./words.ts";
import { openWorkplace, storageFolder } from "./workplace.ts";

/** What a window's part of the extension is opened with. */
export interface WindowOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly words: Words;
  readonly showStatus: (status: Status) => void;
  readonly openInEditor: () => void;
  /** Tells VS Code that a document of the extension's own has another text now. */
  readonly documentChanged: (uri: vscode.Uri) => void;
}

/** Everything of the extension that does work: opened at the first need. */
export interface ExtensionWindow {
  readonly controller: Controller;
  /** Does what a page wants. */
  readonly receive: (panel: Panel, message: unknown) => Promise<void>;
  readonly runCommand: (id: CommandId, args: readonly unknown[]) => Promise<void>;
  /** The text behind an address of the extension's own scheme. */
  readonly documentText: (uri: vscode.Uri) => Promise<string>;
  /** Stops what runs, withdraws what waits and lets go of everything. */
  readonly dispose: () => Promise<void>;
}

/** Opens the session of a window: the one that was shown last, else an empty one. */
export async function openWindow({
  context,
  log,
  words,
  showStatus,
  openInEditor,
  documentChanged,
}: WindowOptions): Promise<ExtensionWindow> {
  const finder = createFinder({ toolNames, words });
  const editor = createVscodeEditor({
    log,
    words,
    openInEditor,
    documentChanged,
    find: finder.find,
    focus: () => void vscode.commands.executeCommand("toolcall.focus"),
  });
  const memento = context.workspaceState;
  const controller = createController({
    editor,
    words,
    summaries: createSummaries(storageFolder(context), words),
    memory: { get: (key) => memento.get(key), set: (key, value) => void memento.update(key, value) },
    workplace: ({ approval }) =>
      openWorkplace({ context, approval, words, warn: (text) => controller.notice("warning", text) }),
    surroundings,
    limits: limitsOf(words),
    usualMode: () => readSettings(editorSettings()).settings.mode,
    changed: (now) => showChanges(now, showStatus),
    later: (run) => void setTimeout(run, BATCH_MS),
    pause: () => setTimer(RELEASE_MS),
  });
  const disposables = [
    finder,
    vscode.workspace.onDidGrantWorkspaceTrust(() => void controller.trust()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void controller.leaveWorkplace()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SECTION)) void controller.takeSettings();
    }),
  ];
  await controller.restore();
  return {
    controller,
    receive: (panel, message) => receive(controller, panel, message),
    runCommand: async (id, args) => {
      await COMMANDS[id]({ controller, log }, ...args);
    },
    documentText: async (uri) => {
      const document = documentOf(uri);
      return document === undefined ? "" : controller.documents.text(document);
    },
    async dispose() {
      for (const each of disposables) each.dispose();
      await controller.dispose();
    },
  };
}

/** What scripts may call, as the composer completes it. */
function toolNames(): Surroundings["tools"] {
  return TOOLS.map((tool) => ({ name: callableName(tool), summary: tool.summary }));
}

function surroundings(): Surroundings {
  return {
    trusted: vscode.workspace.isTrusted,
    roots: (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath })),
    tools: toolNames(),
  };
}

/** What is off in this workspace, in sentences. */
function limitsOf(words: Words): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const virtual = folders.filter(({ uri }) => uri.scheme !== "file").map(({ name }) => name);
  return [
    ...(vscode.workspace.isTrusted ? [] : [words("untrusted")]),
    ...(folders.length === 0 ? [words("no-folder")] : []),
    ...(virtual.length === 0 ? [] : [words("virtual-folder", virtual.join(", "))]),
  ];
}

/** Tells VS Code what `when` clauses and the status bar ask. */
function showChanges({ desk, queue, questions, runner }: Controller, showStatus: (status: Status) => void): void {
  const waiting = questions.questions().length;
  const isRunning = runner.working();
  const keys: Readonly<Record<ContextKey, unknown>> = {
    "toolcall.running": isRunning,
    "toolcall.waiting": waiting > 0,
    "toolcall.hasSession": desk.id() !== undefined,
    "toolcall.queued": queue.items().length > 0,
    "toolcall.mode": desk.mode(),
  };
  for (const [key, value] of Object.entries(keys)) setContext(key, value);
  showStatus({ mode: desk.mode(), isRunning, waiting });
}

const TOLD = new Map<string, unknown>();

function setContext(key: string, value: unknown): void {
  if (TOLD.get(key) === value) return;
  TOLD.set(key, value);
  void vscode.commands.executeCommand("setContext", key, value);
}
