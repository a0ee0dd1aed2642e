import { createNodeHost } from "../../hosts/node/host.ts";
import type { NodeHost } from "../../hosts/node/host.ts";
import type { PermissionOptions } from "../../pipeline/permission/create-permissions.ts";
import type { PermissionMode } from "../../pipeline/permissions.ts";
import type { RuleLists } from "../../pipeline/permission/rule-book.ts";
import type { Rule } from "../../pipeline/permission/rule.ts";
import { loadRules, ruleFilePath } from "../../pipeline/permission/rule-store.ts";
import { parseRule } from "../../pipeline/permission/rule.ts";
import type { Approval } from "../../ports/approval.ts";
import type { Host } from "../../ports/host.ts";
import { isProblem } from "../../ports/files.ts";
import type { Settings } from "../../agent/settings.ts";
import type { Invocation, OptionRecord } from "./command.ts";
import { hasOption, optionValue, UsageError } from "./command.ts";
import { FileError } from "./io.ts";
import { stateFolder } from "./state-folder.ts";
import { NOBODY } from "./terminal-approval.ts";
import { sayUnknownTool } from "./unknown-tool.ts";

/** The option that says where to work. */
export const WORKSPACE_OPTION = {
  name: "workspace",
  short: "w",
  value: "DIR",
  many: true,
  doc: "a folder to work in; relative paths and commands start in the first one; the current folder without it",
} as const satisfies OptionRecord;

/** Whether the workspace's own rules count. */
export const TRUST_OPTION = {
  name: "trust",
  doc: "let the rules and settings count that the workspace brings along in the folder .toolcall; give it for folders whose content you know",
} as const satisfies OptionRecord;

/** Options that say what is allowed without asking. */
export const PERMISSION_OPTIONS = [
  TRUST_OPTION,
  {
    name: "mode",
    value: "MODE",
    choices: ["ask", "edits", "plan", "full-auto"],
    doc: "ask: reading is allowed, the rest asked; edits: changing files in the workspace, too; plan: reading only; full-auto: everything but what is protected or denied. Without it the setting permissions.mode counts, which is ask unless you change it",
  },
  { name: "allow", value: "RULE", many: true, doc: "allow what the rule matches in this run, such as 'Edit(src/**)'" },
  { name: "deny", value: "RULE", many: true, doc: "deny what the rule matches in this run; wins over everything" },
] as const satisfies readonly OptionRecord[];

/** What a host is opened with beside the invocation. */
export interface HostChoices {
  readonly approval?: Approval;
  /** Whether the workspace is trusted; without it `--trust` says so. */
  readonly trusted?: boolean;
  readonly settings?: Pick<Settings, "artifactBytes" | "artifactDays">;
}

/** The host of this machine for the folders that `--workspace` names. Throws `FileError` when one is no folder. */
export async function openHost(invocation: Invocation, choices: HostChoices = {}): Promise<NodeHost> {
  const { io, options } = invocation;
  const [first = ".", ...others] = options.get(WORKSPACE_OPTION.name) ?? [];
  const host = createNodeHost({
    roots: [first, ...others],
    storage: stateFolder(io),
    approval: choices.approval ?? NOBODY,
    trusted: choices.trusted ?? hasOption(invocation, TRUST_OPTION.name),
    ...(io.home !== "" && { home: io.home }),
    ...(choices.settings !== undefined && {
      artifactBytes: choices.settings.artifactBytes,
      artifactDays: choices.settings.artifactDays,
    }),
  });
  for (const root of host.workspace.roots) {
    const stat = await host.files.stat(root);
    if (isProblem(stat)) throw new FileError(`--workspace ${root} cannot be used: ${stat.detail}`);
    if (stat.kind !== "directory") throw new FileError(`--workspace ${root} is no folder.`);
  }
  return host;
}

/** The mode that `--mode` names, else `usual`. */
export function modeOf(invocation: Invocation, usual: PermissionMode): PermissionMode {
  return (optionValue(invocation, "mode") as PermissionMode | undefined) ?? usual;
}

/** The rules of `--allow` and `--deny`. Throws `UsageError` for what is no rule. */
export function rulesOf(invocation: Invocation): RuleLists {
  const rules = (option: "allow" | "deny"): readonly Rule[] =>
    (invocation.options.get(option) ?? []).map((text) => ruleOf(text, `--${option}`));
  return { allow: rules("allow"), deny: rules("deny") };
}

/**
 * The rules that hold in an invocation: those of the command line, of the person and, where it is trusted, of the
 * workspace. `say` hears of mistakes in rule files and of rules that are not used.
 */
export async function permissionsFor(
  invocation: Invocation,
  host: Host,
  say: (message: string) => void,
): Promise<Pick<PermissionOptions, "rules" | "grants">> {
  const { rules, grants, problems } = await loadRules(host);
  for (const { path, line, column, message } of problems) {
    say(line === 0 ? `${path}: ${message}` : `${path}:${line}:${column}: ${message}`);
  }
  if (problems.length > 0) say("until the mistakes in rule files are corrected, what they concern is asked.");
  const unused = ruleFilePath("workspace", host.workspace);
  if (!host.workspace.trusted && !isProblem(await host.files.stat(unused))) {
    say(`${unused} is not used, because the workspace is not trusted; --trust lets its rules count.`);
  }
  const given = rulesOf(invocation);
  for (const rule of [...(given.allow ?? []), ...(given.deny ?? [])]) sayUnknownTool(rule, say);
  return { rules: { ...rules, invocation: given }, grants };
}

/** A rule that somebody wrote. Throws `UsageError` for what is none. */
export function ruleOf(text: string, where: string): Rule {
  const parsed = parseRule(text);
  if ("rule" in parsed) return parsed.rule;
  throw new UsageError(`${where} ${JSON.stringify(text)}: ${parsed.problem.message}`);
}
