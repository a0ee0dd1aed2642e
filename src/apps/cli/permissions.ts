import { createPermissions } from "../../pipeline/permission/create-permissions.ts";
import type { Rule, RuleAction } from "../../pipeline/permission/rule.ts";
import { printRule } from "../../pipeline/permission/rule.ts";
import type { RuleScope } from "../../pipeline/permission/rule-store.ts";
import { actionsOf, changeRules, ruleFilePath } from "../../pipeline/permission/rule-store.ts";
import type { Host } from "../../ports/host.ts";
import { createCatalogue } from "../../tools/catalogue.ts";
import { TOOLS } from "../../tools/tools.ts";
import type { Command, Invocation } from "./command.ts";
import { optionValue, UsageError } from "./command.ts";
import { explainOrRefuse, firstCallOf } from "./first-call.ts";
import { EXIT, FileError } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import { loadSettings } from "./load-settings.ts";
import { writeJson } from "./report.ts";
import { oneSafeLine } from "./terminal-text.ts";
import { modeOf, openHost, PERMISSION_OPTIONS, permissionsFor, ruleOf, WORKSPACE_OPTION } from "./workspace.ts";
import { sayUnknownTool } from "./unknown-tool.ts";

/** `toolcall permissions`. */
export const permissionsCommand: Command = {
  name: "permissions",
  operands: "list|add RULE|remove RULE|explain CALL",
  min: 1,
  max: 2,
  summary: "list, add and remove rules, and explain what would be decided about a call",
  details: [
    "A rule is a tool's name or *, and at most one thing it is about: Read, 'Edit(src/**)', 'Bash(git status *)'. Deny wins over ask, ask over allow. Rules are kept in .toolcall/permissions.jsonc, in your home folder for all workspaces or in the workspace for it alone; those of a workspace count only with --trust. They say what is asked; they are no sandbox.",
    "explain takes one call as a script writes it and makes none. Nothing but its paths is looked at.",
    "With --json: {ok, rules: [{bucket, action, rule}], grants} for list, {ok, file} for add and remove, {ok, outcome, via, why, rule} for explain.",
  ],
  options: [
    { name: "action", value: "ACTION", choices: ["allow", "ask", "deny"], doc: "what the rule says; allow without it" },
    {
      name: "scope",
      value: "SCOPE",
      choices: ["user", "workspace"],
      doc: "where the rule is kept; user without it",
    },
    WORKSPACE_OPTION,
    ...PERMISSION_OPTIONS,
  ],
  examples: [
    "toolcall permissions list --trust",
    "toolcall permissions add 'Bash(npm test *)'",
    "toolcall permissions add 'Read(.env)' --action deny --scope workspace",
    "toolcall permissions explain '(Bash :command \"git push\")'",
  ],
  run: runPermissions,
};

type Action = (invocation: Invocation, argument: string | undefined) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  add: (invocation, rule) => changeRule(invocation, "add", rule),
  remove: (invocation, rule) => changeRule(invocation, "remove", rule),
  explain,
};

function runPermissions(invocation: Invocation): Promise<number> {
  const [name = "", argument] = invocation.operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw new UsageError(`permissions takes ${Object.keys(ACTIONS).join(", ")}, not ${name}.`);
  if ((argument === undefined) !== (name === "list")) {
    throw new UsageError(
      name === "list" ? "permissions list takes no argument." : `permissions ${name} needs one argument.`,
    );
  }
  return action(invocation, argument);
}

/** Works with a host and what decides calls on it. */
async function withPermissions<T>(
  invocation: Invocation,
  work: (host: Host, permissions: ReturnType<typeof createPermissions>) => Promise<T> | T,
): Promise<T> {
  const say = (message: string): void => {
    invocation.io.err(`toolcall: ${oneSafeLine(message)}\n`);
  };
  const settings = await loadSettings(invocation, say);
  const host = await openHost(invocation);
  try {
    const options = await permissionsFor(invocation, host, say);
    return await work(host, createPermissions({ ...options, host, mode: modeOf(invocation, settings.mode) }));
  } finally {
    await host.dispose();
  }
}

function list(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  return withPermissions(invocation, (_, permissions) => {
    const rules = permissions.rules().map(({ bucket, action, text }) => ({ bucket, action, rule: text }));
    const grants = permissions.grants();
    if (json) writeJson(io, { ok: true, rules, grants });
    else {
      const lines = rules.map(
        ({ bucket, action, rule }) => `${bucket.padEnd(10)}  ${action.padEnd(5)}  ${oneSafeLine(rule)}`,
      );
      lines.push(
        ...grants.map(({ path, access }) => `${"grant".padEnd(10)}  ${access.padEnd(5)}  ${oneSafeLine(path)}`),
      );
      io.out(lines.length === 0 ? "There are no rules.\n" : lines.map((line) => `${line}\n`).join(""));
    }
    return EXIT.ok;
  });
}

async function changeRule(invocation: Invocation, change: "add" | "remove", text = ""): Promise<number> {
  const { io, json } = invocation;
  const rule = ruleOf(text, "RULE");
  const action = (optionValue(invocation, "action") ?? "allow") as RuleAction;
  const scope = (optionValue(invocation, "scope") ?? "user") as RuleScope;
  // Whoever writes a rule into the workspace trusts it as far as this rule goes.
  const host = await openHost(invocation, { trusted: true });
  try {
    if (change === "add") sayUnknownTool(rule, (message) => io.err(`toolcall: ${oneSafeLine(message)}\n`));
    else await checkHeld(host, scope, { action, rule });
    const problem = await changeRules(host, scope, { change, action, rule });
    if (problem !== undefined) throw new FileError(problem);
    const file = ruleFilePath(scope, host.workspace);
    if (json) writeJson(io, { ok: true, file });
    else io.out(`${file}: ${change === "add" ? "" : "no longer "}${action} ${oneSafeLine(printRule(rule))}\n`);
    return EXIT.ok;
  } finally {
    await host.dispose();
  }
}

/** Throws `FileError` when there is no such rule to be removed: what it was meant for would still hold. */
async function checkHeld(
  host: Host,
  scope: RuleScope,
  { action, rule }: { readonly action: RuleAction; readonly rule: Rule },
): Promise<void> {
  const held = await actionsOf(host, scope, rule);
  if (held.includes(action)) return;
  const text = oneSafeLine(printRule(rule));
  const others = held.map((other) => `${other} ${text} stands there: --action ${other} removes it`).join("; ");
  const advice = held.length > 0 ? others : "`toolcall permissions list` shows what there is";
  throw new FileError(`${ruleFilePath(scope, host.workspace)} has no rule ${action} ${text}; ${advice}.`);
}

function explain(invocation: Invocation, text = ""): Promise<number> {
  const { io, json } = invocation;
  return withPermissions(invocation, async (host, permissions) => {
    const call = firstCallOf(text, createCatalogue(TOOLS), limitsOf(invocation));
    const explained = await explainOrRefuse(call, host, permissions);
    if (json) writeJson(io, { ok: true, ...explained });
    else io.out(`${explained.outcome}: ${oneSafeLine(explained.why)} (${explained.via})\n`);
    return EXIT.ok;
  });
}
