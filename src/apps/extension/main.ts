import * as vscode from "vscode";
import { COMMAND_IDS, EDITOR_PANEL_TYPE, VIEW_ID } from "./command-ids.ts";
import { DOCUMENT_SCHEME } from "./document-uri.ts";
import type { ExtensionWindow } from "./extension-window.ts";
import type { Lazy } from "./lazily.ts";
import { lazily } from "./lazily.ts";
import type { PanelPlace } from "./panel-view.ts";
import { showPanel } from "./panel-view.ts";
import { handOverTcl } from "./tcl-handover.ts";
import type { Status } from "./status-item.ts";
import { writeStatus } from "./status-item.ts";
import { createWords } from "./words.ts";

let opened: Lazy<ExtensionWindow> | undefined;

/** Registers what VS Code may ask for. Everything that works is loaded when it is asked for the first time. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("ToolCall", { log: true });
  const words = createWords((message, ...about) => vscode.l10n.t(message, ...about));
  const item = vscode.window.createStatusBarItem("toolcall.status", vscode.StatusBarAlignment.Right, STATUS_PRIORITY);
  item.name = "ToolCall";
  item.command = "toolcall.focus";
  writeStatus(item, { mode: "ask", isRunning: false, waiting: 0 }, words);
  item.show();
  const changedDocuments = new vscode.EventEmitter<vscode.Uri>();
  const documentChanged = (uri: vscode.Uri): void => changedDocuments.fire(uri);
  const window = lazily(async () => {
    const { loadWindow } = await import("./load-window.ts");
    const openWindow = await loadWindow();
    const showStatus = (status: Status): void => {
      writeStatus(item, status, words);
      const { waiting } = status;
      if (view !== undefined) {
        view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: words("status-waiting", waiting) };
      }
    };
    return openWindow({ context, log, words, showStatus, openInEditor, documentChanged });
  });
  opened = window;
  const place = { extensionUri: context.extensionUri, window, log };
  const openInEditor = (): void => {
    const options = { enableScripts: true };
    showTab(vscode.window.createWebviewPanel(EDITOR_PANEL_TYPE, "ToolCall", vscode.ViewColumn.Active, options), place);
  };
  let view: vscode.WebviewView | undefined;
  const resolveWebviewView = (shown: vscode.WebviewView): void => {
    view = shown;
    shown.onDidDispose(() => {
      if (view === shown) view = undefined;
    });
    showPanel(shown, place);
  };
  context.subscriptions.push(
    log,
    item,
    changedDocuments,
    handOverTcl(context.workspaceState, log, words),
    vscode.window.registerWebviewViewProvider(VIEW_ID, { resolveWebviewView }),
    vscode.window.registerWebviewPanelSerializer(EDITOR_PANEL_TYPE, {
      deserializeWebviewPanel: (panel) => {
        showTab(panel, place);
        return Promise.resolve();
      },
    }),
    vscode.workspace.registerTextDocumentContentProvider(DOCUMENT_SCHEME, {
      onDidChange: changedDocuments.event,
      provideTextDocumentContent: async (uri) => (await window.get()).documentText(uri),
    }),
    ...COMMAND_IDS.map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => (await window.get()).runCommand(id, args)),
    ),
  );
  // `npm start` wants the panel in sight; anybody else opens it where and when they like.
  if (process.env["TOOLCALL_OPEN_PANEL"] === "1") void vscode.commands.executeCommand(`${VIEW_ID}.focus`);
}

function showTab(tab: vscode.WebviewPanel, place: PanelPlace): void {
  const icon = (theme: "light" | "dark"): vscode.Uri =>
    vscode.Uri.joinPath(place.extensionUri, "media", "icons", `script-${theme}.svg`);
  tab.iconPath = { light: icon("light"), dark: icon("dark") };
  showPanel(tab, place);
}

/** Where the item stands among the others at the right. */
const STATUS_PRIORITY = 90;

/** Stops what runs and lets go of the session; VS Code waits a few seconds for it. */
export async function deactivate(): Promise<void> {
  await (await opened?.begun())?.dispose();
}
