import { join } from "node:path";
import * as vscode from "vscode";
import { readSettings } from "../../agent/settings.ts";
import { createNodeHost } from "../../hosts/node/host.ts";
import type { NodeHost } from "../../hosts/node/host.ts";
import { keepInRuleFiles, loadRules } from "../../pipeline/permission/rule-store.ts";
import type { Approval } from "../../ports/approval.ts";
import { TOOLS } from "../../tools/tools.ts";
import { editorSettings } from "./configuration.ts";
import type { Workplace } from "./desk.ts";

/** What a workplace is opened with. */
export interface WorkplaceOptions {
  readonly context: vscode.ExtensionContext;
  readonly approval: Approval;
  /** Tells the person of something about settings, rules or hooks. */
  readonly warn: (text: string) => void;
}

/** The folder for sessions, artifacts and long output: the workspace's own, or without one the extension's. */
export function storageFolder(context: vscode.ExtensionContext): string {
  return (context.storageUri ?? context.globalStorageUri).fsPath;
}

/** Opens what sessions of this window work on. */
export async function openWorkplace({ context, approval, warn }: WorkplaceOptions): Promise<Workplace> {
  const storage = storageFolder(context);
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(storage));
  const { settings } = readSettings(editorSettings());
  const host = await openHost({
    storage,
    approval,
    artifactBytes: settings.artifactBytes,
    artifactDays: settings.artifactDays,
  });
  return {
    host,
    tools: TOOLS,
    async sessionOptions() {
      const { settings: now, problems } = readSettings(editorSettings());
      for (const problem of problems) warn(problem);
      const { rules, grants, problems: mistakes } = await loadRules(host);
      for (const { path, line, message } of mistakes) warn(`${path}:${line}: ${message}`);
      return {
        settings: now,
        permissions: { rules, grants, save: keepInRuleFiles(host), onProblem: warn },
      };
    },
    dispose: () => host.dispose(),
  };
}

interface HostOptions {
  readonly storage: string;
  readonly approval: Approval;
  readonly artifactBytes: number;
  readonly artifactDays: number;
}

/** The host of this window. The one place that says which. */
async function openHost(options: HostOptions): Promise<NodeHost> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const scratch = join(options.storage, "scratch");
  const [first = scratch, ...others] = folders.map(({ uri }) => uri.fsPath);
  if (folders.length === 0) await vscode.workspace.fs.createDirectory(vscode.Uri.file(scratch));
  return createNodeHost({ ...options, roots: [first, ...others], trusted: vscode.workspace.isTrusted });
}
