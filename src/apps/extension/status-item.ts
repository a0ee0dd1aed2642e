import * as vscode from "vscode";
import type { PermissionModeName } from "../../protocol/session-events.ts";
import type { Words } from "./words.ts";

/** What the status bar says. */
export interface Status {
  readonly mode: PermissionModeName;
  readonly isRunning: boolean;
  /** Questions that wait for the person. */
  readonly waiting: number;
}

/** Writes a status into an item of the status bar. */
export function writeStatus(item: vscode.StatusBarItem, { mode, isRunning, waiting }: Status, words: Words): void {
  const name = words(`mode-${mode}`);
  const icon = waiting > 0 ? "bell-dot" : isRunning ? "sync~spin" : "list-tree";
  const said =
    waiting > 0 ? words("status-waiting", waiting) : words(isRunning ? "status-running" : "status-idle", name);
  item.text = `$(${icon}) ${name}`;
  item.tooltip = said;
  item.accessibilityInformation = { label: said, role: "button" };
  item.backgroundColor = waiting > 0 ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
}
