import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { ExtensionWindow } from "./extension-window.ts";
import type { Lazy } from "./lazily.ts";
import { panelHtml } from "./panel-html.ts";

/** What shows a panel: the view in the side bar, or an editor tab. */
type Shower = vscode.WebviewView | vscode.WebviewPanel;

/** What a page is connected with. */
export interface PanelPlace {
  readonly extensionUri: vscode.Uri;
  readonly window: Lazy<ExtensionWindow>;
  readonly log: vscode.LogOutputChannel;
}

/** Shows a panel in a view or tab, and connects it with the session of the window until it is disposed. */
export function showPanel(shower: Shower, { extensionUri, window, log }: PanelPlace): vscode.Disposable {
  const { webview } = shower;
  const built = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const media = vscode.Uri.joinPath(extensionUri, "media");
  webview.options = { enableScripts: true, localResourceRoots: [built, media] };
  const page = (folder: vscode.Uri, file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  webview.html = panelHtml({
    cspSource: webview.cspSource,
    script: page(built, "main.js"),
    style: page(built, "main.css"),
    nonce: randomBytes(16).toString("base64url"),
    language: vscode.env.language,
    title: "ToolCall",
  });
  const panel = window.get().then((opened) => ({
    opened,
    panel: opened.controller.panels.attach((message) => void webview.postMessage(message)),
  }));
  panel.catch((error: unknown) => log.error(`the panel has no session: ${String(error)}`));
  const on = (work: (connected: Awaited<typeof panel>) => unknown): void => {
    void panel.then(work).catch((error: unknown) => log.error(String(error)));
  };
  const changed = (): void => {
    // A hidden page is gone, and what is posted to it with it; it says that it is ready when it is back.
    if (!shower.visible) on((connected) => connected.panel.hidden());
  };
  const disposables = [
    webview.onDidReceiveMessage((message: unknown) => on(({ opened, panel }) => opened.receive(panel, message))),
    "onDidChangeVisibility" in shower
      ? shower.onDidChangeVisibility(changed)
      : shower.onDidChangeViewState(() => changed()),
    shower.onDidDispose(() => {
      on((connected) => connected.panel.detach());
      for (const each of disposables) each.dispose();
    }),
  ];
  return vscode.Disposable.from(...disposables);
}
