import { createHash } from "node:crypto";
import { join } from "node:path";
import * as vscode from "vscode";
import { agreeToHooks, findHooks, hooksOf } from "../../agent/load-hooks.ts";
import type { FoundHooks } from "../../agent/load-hooks.ts";
import { loadSettings } from "../../agent/load-settings.ts";
import type { Settings } from "../../agent/settings.ts";
import { readSettings } from "../../agent/settings.ts";
import { openLogFiles } from "../../hosts/node/log-files.ts";
import { createVscodeHost } from "../../hosts/vscode/host.ts";
import type { PermissionOptions } from "../../pipeline/permission/create-permissions.ts";
import { keepInRuleFiles, loadRules, ruleFilePath } from "../../pipeline/permission/rule-store.ts";
import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import type { Approval } from "../../ports/approval.ts";
import { TOOLS } from "../../tools/tools.ts";
import { editorSettings } from "./configuration.ts";
import type { Workplace } from "./desk.ts";
import { createLocalTelemetry } from "./local-telemetry.ts";
import type { Words } from "./words.ts";

/** What a workplace is opened with. */
export interface WorkplaceOptions {
  readonly context: vscode.ExtensionContext;
  readonly approval: Approval;
  readonly words: Words;
  /** Tells the person of something about settings, rules or hooks. */
  readonly warn: (text: string) => void;
}

/** The folder for sessions, artifacts and long output: the workspace's own, or without one the extension's. */
export function storageFolder(context: vscode.ExtensionContext): string {
  return (context.storageUri ?? context.globalStorageUri).fsPath;
}

/** Opens what sessions of this window work on. */
export async function openWorkplace(options: WorkplaceOptions): Promise<Workplace> {
  const { context, approval, words, warn } = options;
  const storage = storageFolder(context);
  await vscode.workspace.fs.createDirectory(vscode.Uri.file(storage));
  const { artifactBytes, artifactDays } = readSettings(editorSettings()).settings;
  const host = createVscodeHost({ storage, approval, artifactBytes, artifactDays });
  const logs = openLogFiles(join(storage, "logs"));
  const telemetry = createLocalTelemetry(host.clock, logs.append);
  const told = new Set<string>();
  const declined = new Set<string>();
  /** What is so until the person changes it is said once. */
  const warnOnce = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    warn(text);
  };
  const settings = (): Promise<Settings> => settingsNow(host, words, warnOnce);
  const rules = (): Promise<Pick<PermissionOptions, "rules" | "grants">> => rulesNow(host, words, warnOnce);
  return {
    host,
    tools: TOOLS,
    settings,
    rules,
    async sessionOptions() {
      const surroundings = { host, telemetry: telemetry.log, say: warn };
      const hooks = hooksOf(await agreedHooks(host, { context, words, declined, warn: warnOnce }), surroundings);
      return {
        settings: await settings(),
        hooks,
        telemetry: telemetry.log,
        permissions: { ...(await rules()), save: keepInRuleFiles(host), onProblem: warn },
      };
    },
    opened: telemetry.begin,
    async dispose() {
      await host.dispose();
      await logs.settled();
    },
  };
}

/** The settings as they are now: VS Code's over the workspace's file over the person's file. */
async function settingsNow({ files, workspace }: Host, words: Words, warn: (text: string) => void): Promise<Settings> {
  const { values, problems, unused } = await loadSettings(files, workspace, workspace.trusted);
  for (const problem of problems) warn(problem);
  if (unused !== undefined) warn(words("config-ignored", unused));
  const read = readSettings({ ...values, ...editorSettings() });
  for (const problem of read.problems) warn(problem);
  return read.settings;
}

async function rulesNow(
  host: Host,
  words: Words,
  warn: (text: string) => void,
): Promise<Pick<PermissionOptions, "rules" | "grants">> {
  const { rules, grants, problems } = await loadRules(host);
  for (const { path, line, column, message } of problems) {
    warn(line === 0 ? `${path}: ${message}` : `${path}:${line}:${column}: ${message}`);
  }
  const unused = ruleFilePath("workspace", host.workspace);
  if (!host.workspace.trusted && !isProblem(await host.files.stat(unused))) warn(words("config-ignored", unused));
  return { rules, grants };
}

/** What asking about hooks needs. */
interface HookQuestion extends Pick<WorkplaceOptions, "context" | "words" | "warn"> {
  /** Hashes of files that the person has said no to in this window. */
  readonly declined: Set<string>;
}

/** The hooks that may run; the person is asked about a workspace's file that nobody has agreed to. */
async function agreedHooks(host: Host, question: HookQuestion): Promise<FoundHooks["sources"]> {
  const { context, words, warn } = question;
  const search = {
    sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
    list: join(context.globalStorageUri.fsPath, "trusted-hooks"),
  };
  let found = await findHooks(host, search);
  if (found.inert?.why === "untrusted") warn(words("config-ignored", found.inert.path));
  else if (found.inert !== undefined && (await doesAgree(found.inert, question))) {
    const problem = await agreeToHooks(host.files, search.list, found.inert);
    if (problem !== undefined) warn(problem);
    // What was changed while it was read is another file, which nobody has agreed to.
    found = await findHooks(host, search);
  }
  if (found.inert?.why === "not-agreed") warn(words("hooks-inert", found.inert.path));
  for (const problem of found.problems) warn(problem);
  // With a mistake in one file no hook runs: which of them the mistake has lost cannot be told.
  return found.problems.length > 0 ? [] : found.sources;
}

async function doesAgree(
  { path, hash }: NonNullable<FoundHooks["inert"]>,
  { words, declined }: HookQuestion,
): Promise<boolean> {
  if (declined.has(hash)) return false;
  const [agree, open] = [words("hooks-allow"), words("hooks-open")];
  const detail = words("hooks-detail", path);
  const chosen = await vscode.window.showWarningMessage(words("hooks-question"), { modal: true, detail }, agree, open);
  if (chosen === open) await vscode.window.showTextDocument(vscode.Uri.file(path));
  if (chosen !== agree) declined.add(hash);
  return chosen === agree;
}
