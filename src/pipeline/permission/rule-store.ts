import { decodeUtf8, encodeUtf8 } from "../../base/utf8.ts";
import { isProblem } from "../../ports/files.ts";
import type { Host, Workspace } from "../../ports/host.ts";
import type { Keepsake, PermissionOptions } from "./create-permissions.ts";
import { lexicalPath } from "./lexical-path.ts";
import type { Grant } from "./place.ts";
import { protectionOf } from "./protected-path.ts";
import { changeRuleText, MAX_RULE_FILE, parseRuleFile } from "./rule-file.ts";
import type { RuleFileChange, RuleFileContent, RuleFileProblem } from "./rule-file.ts";
import type { RuleLists } from "./rule-book.ts";
import { printRule } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";

/** Where rules are kept beyond a session. */
export type RuleScope = "workspace" | "user";

/** A mistake in a rule file, or a file that cannot be read (line and column 0). */
export interface RuleStoreProblem extends RuleFileProblem {
  readonly path: string;
}

/** The rules that both files hold. */
export interface StoredRules {
  readonly rules: { readonly workspace: RuleLists; readonly user: RuleLists };
  readonly grants: readonly Grant[];
  readonly problems: readonly RuleStoreProblem[];
}

const ACTIONS: readonly RuleAction[] = ["allow", "ask", "deny"];

/** How often a change is tried again because somebody else has changed the file. */
const MAX_TRIES = 3;

/** The file of a scope: `.toolcall/permissions.jsonc` in the workspace's first folder, or in the home folder. */
export function ruleFilePath(scope: RuleScope, { roots, home, separator }: Workspace): string {
  const folder = scope === "user" ? home : (roots[0] ?? home);
  return [folder.replace(/[/\\]$/, ""), ".toolcall", "permissions.jsonc"].join(separator);
}

type ReadFile = { readonly text: string; readonly fingerprint: string | undefined } | { readonly problem: string };

async function readText({ files }: Host, path: string): Promise<ReadFile> {
  const stat = await files.stat(path);
  if (isProblem(stat))
    return stat.problem === "missing" ? { text: "", fingerprint: undefined } : { problem: stat.detail };
  if (stat.size > MAX_RULE_FILE) return { problem: `it has more than ${MAX_RULE_FILE} bytes` };
  const bytes = await files.read(path);
  return isProblem(bytes) ? { problem: bytes.detail } : { text: decodeUtf8(bytes), fingerprint: stat.fingerprint };
}

/** What holds while a file cannot be read as it was meant: everything is asked, for what it denied may be lost. */
const CAUTION: Rule = { tool: "*" };

function cautious({ lists, grants, problems }: RuleFileContent): RuleFileContent {
  if (problems.length === 0) return { lists, grants, problems };
  return { lists: { ...lists, ask: [...(lists.ask ?? []), CAUTION] }, grants, problems };
}

const NOTHING: RuleFileContent = { lists: {}, grants: [], problems: [] };

async function readScope(host: Host, scope: RuleScope): Promise<RuleFileContent> {
  const found = await readText(host, ruleFilePath(scope, host.workspace));
  if ("problem" in found) {
    return { ...NOTHING, problems: [{ message: `The file cannot be read: ${found.problem}.`, line: 0, column: 0 }] };
  }
  return found.text.trim() === "" ? NOTHING : parseRuleFile(found.text);
}

/** A workspace may not open the folders with keys to whoever works in it; only the user's own file may. */
function withoutSecrets(content: RuleFileContent, { workspace }: Host): RuleFileContent {
  const isSecret = ({ path }: Grant): boolean =>
    protectionOf(lexicalPath(path, "/", workspace).path, workspace) === "secret";
  const problems = content.grants.filter(isSecret).map(({ path }) => ({
    message: `The grant for ${path} does not hold: paths with keys are granted in the user's own file.`,
    line: 0,
    column: 0,
  }));
  const grants = content.grants.filter((grant) => !isSecret(grant));
  return { ...content, grants, problems: [...content.problems, ...problems] };
}

/**
 * Reads the rules of the user and, where the person trusts it, of the workspace. A file with mistakes, or one that cannot be
 * read, has everything asked until it is corrected.
 */
export async function loadRules(host: Host): Promise<StoredRules> {
  const user = cautious(await readScope(host, "user"));
  const workspace = host.workspace.trusted
    ? withoutSecrets(cautious(await readScope(host, "workspace")), host)
    : NOTHING;
  const problemsOf = (scope: RuleScope, { problems }: RuleFileContent): RuleStoreProblem[] =>
    problems.map((problem) => ({ ...problem, path: ruleFilePath(scope, host.workspace) }));
  return {
    rules: { workspace: workspace.lists, user: user.lists },
    grants: [...user.grants, ...workspace.grants],
    problems: [...problemsOf("user", user), ...problemsOf("workspace", workspace)],
  };
}

/** The lists of a scope's file that hold a rule; none where the file cannot be read. */
export async function actionsOf(host: Host, scope: RuleScope, rule: Rule): Promise<readonly RuleAction[]> {
  const { lists } = await readScope(host, scope);
  const canonical = printRule(rule);
  return ACTIONS.filter((action) => (lists[action] ?? []).some((each) => printRule(each) === canonical));
}

/** Changes a rule file, which is made when it is missing. Answers why it could not be done. */
export async function changeRules(host: Host, scope: RuleScope, change: RuleFileChange): Promise<string | undefined> {
  const path = ruleFilePath(scope, host.workspace);
  if (scope === "workspace" && !host.workspace.trusted) {
    return `${path} was not changed: the workspace is not trusted, so its rules do not hold.`;
  }
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const found = await readText(host, path);
    if ("problem" in found) return `${path} was not changed: ${found.problem}.`;
    const text = changeRuleText(found.text, change);
    if (text === undefined) return `${path} was not changed, because it has mistakes; correct them first.`;
    if (text === found.text) return undefined;
    const expected = found.fingerprint === undefined ? "missing" : { fingerprint: found.fingerprint };
    const written = await host.files.write(path, encodeUtf8(text), expected);
    if (!isProblem(written)) return undefined;
    if (written.problem !== "changed" && written.problem !== "exists")
      return `${path} was not changed: ${written.detail}.`;
  }
  return `${path} was not changed: somebody else keeps changing it.`;
}

/** Keeps what persons answer in the rule files: the `save` of `createPermissions`. */
export function keepInRuleFiles(host: Host): NonNullable<PermissionOptions["save"]> {
  return (scope: RuleScope, keepsake: Keepsake) =>
    changeRules(
      host,
      scope,
      keepsake.keep === "grant"
        ? { change: "grant", grant: keepsake.grant }
        : { change: "add", action: keepsake.action, rule: keepsake.rule },
    );
}
