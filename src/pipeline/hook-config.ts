import { parseTree } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";

/** Every event that hooks can be configured for (2.11). */
export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PermissionRequest",
  "PermissionDenied",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "StopFailure",
  "SessionEnd",
] as const;

/** The name of an event. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What a matcher is held against: the member of the payload that says it. Other events have no subject. */
export const SUBJECTS: Readonly<Partial<Record<HookEvent, string>>> = {
  SessionStart: "source",
  PreToolUse: "tool_name",
  PermissionRequest: "tool_name",
  PermissionDenied: "tool_name",
  PostToolUse: "tool_name",
  PostToolUseFailure: "tool_name",
  PreCompact: "trigger",
  PostCompact: "trigger",
  SubagentStart: "agent_type",
  SubagentStop: "agent_type",
  SessionEnd: "reason",
};

/** Where hooks are configured, in the order in which they run (2.11). */
export const HOOK_ORIGINS = ["user-settings", "user", "plugin", "project", "session", "request", "agent"] as const;

/** Where a hook is configured. Those of a `project` run only in a trusted workspace and with known content. */
export type HookOrigin = (typeof HOOK_ORIGINS)[number];

/** Seconds a hook may take when it does not say, and at most. */
export const HOOK_SECONDS = { usual: 30, most: 120 } as const;
/** Hooks of one file. */
export const MAX_HOOKS = 200;
/** Characters of a configuration. */
export const MAX_CONFIG_CHARS = 1_000_000;

/** One configured hook. */
export interface Hook {
  readonly event: HookEvent;
  /** Of the tool of a call, of how a session starts or ends; true of events that have no subject. */
  readonly matches: (subject: string) => boolean;
  readonly command: string;
  readonly timeoutMs: number;
  /** When it breaks, the call is refused or its result withheld. */
  readonly failClosed: boolean;
  readonly description: string | undefined;
}

/** Something wrong with a configuration; lines and columns count from 1. */
export interface ConfigProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The hooks of a configuration; none when anything in it is wrong, so that no hook is lost unseen. */
export interface HookConfig {
  readonly hooks: readonly Hook[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads a configuration: JSON with comments, `{"hooks":{EVENT:[{"matcher":…,"hooks":[{"type":"command",…}]}]}}`. Unknown
 * keys and events are mistakes, each with its position.
 */
export function parseHookConfig(text: string): HookConfig {
  if (text.length > MAX_CONFIG_CHARS) {
    const message = `the file has ${text.length} characters, more than the ${MAX_CONFIG_CHARS} it may have`;
    return { hooks: [], problems: [{ message, line: 1, column: 1 }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const reading: Reading = { text, problems: [], hooks: [] };
  const [broken] = errors;
  if (broken !== undefined) report(reading, broken, "this is not JSON (comments are allowed)");
  else if (root === undefined) report(reading, { offset: 0 }, 'the file is empty: write {"hooks": {}}');
  else readRoot(reading, root);
  return { hooks: reading.problems.length === 0 ? reading.hooks : [], problems: reading.problems };
}

interface Reading {
  readonly text: string;
  readonly problems: ConfigProblem[];
  readonly hooks: Hook[];
}

function report({ text, problems }: Reading, { offset }: { readonly offset: number }, message: string): void {
  const before = text.slice(0, offset);
  problems.push({ message, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") });
}

/** The members of an object, or none with a report when it is no object. */
function membersOf(reading: Reading, node: Node, what: string): [key: Node, name: string, value: Node][] {
  if (node.type !== "object") {
    report(reading, node, `${what} is an object, not this ${node.type}`);
    return [];
  }
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[key, String(key.value), value] as [Node, string, Node]];
  });
}

function itemsOf(reading: Reading, node: Node, what: string): readonly Node[] {
  if (node.type === "array") return node.children ?? [];
  report(reading, node, `${what} is a list, not this ${node.type}`);
  return [];
}

function readRoot(reading: Reading, root: Node): void {
  for (const [key, name, value] of membersOf(reading, root, "the configuration")) {
    if (name !== "hooks") report(reading, key, `unknown key "${name}": the only one is "hooks"`);
    else for (const member of membersOf(reading, value, '"hooks"')) readEvent(reading, member);
  }
}

function readEvent(reading: Reading, [key, name, value]: [Node, string, Node]): void {
  const event = HOOK_EVENTS.find((each) => each === name);
  if (event === undefined) {
    report(reading, key, `unknown event "${name}": the events are ${HOOK_EVENTS.join(", ")}`);
    return;
  }
  for (const group of itemsOf(reading, value, `the value of "${name}"`)) readGroup(reading, event, group);
}

function readGroup(reading: Reading, event: HookEvent, group: Node): void {
  let matches: Hook["matches"] | undefined = () => true;
  let commands: readonly Node[] | undefined;
  for (const [key, name, value] of membersOf(reading, group, `an entry of "${event}"`)) {
    if (name === "matcher") matches = readMatcher(reading, value);
    else if (name === "hooks") commands = itemsOf(reading, value, '"hooks"');
    else report(reading, key, `unknown key "${name}": an entry has "matcher" and "hooks"`);
  }
  if (commands === undefined) report(reading, group, 'the entry has no "hooks": a list of commands');
  for (const command of commands ?? []) {
    const read = readCommand(reading, command);
    if (read === undefined || matches === undefined) continue;
    if (reading.hooks.length >= MAX_HOOKS) report(reading, command, `the file has more than ${MAX_HOOKS} hooks`);
    else reading.hooks.push({ event, matches: SUBJECTS[event] === undefined ? () => true : matches, ...read });
  }
}

function readMatcher(reading: Reading, node: Node): Hook["matches"] | undefined {
  if (typeof node.value !== "string") {
    report(reading, node, 'a "matcher" is a text: a tool name, names with | between them, or a regular expression');
    return undefined;
  }
  const matches = matcherOf(node.value);
  if (matches === undefined) report(reading, node, `"${node.value}" is not a regular expression`);
  return matches;
}

/** What a matcher says of tool names and other subjects (2.11): empty or `*` all; names with `|` exactly; else a regular expression, with case. */
export function matcherOf(matcher: string): Hook["matches"] | undefined {
  if (matcher === "" || matcher === "*") return () => true;
  const names = matcher.split("|");
  if (names.every((name) => /^[\w/-]+$/.test(name))) {
    const wanted = new Set(names);
    return (tool) => wanted.has(tool);
  }
  try {
    const pattern = new RegExp(matcher);
    return (tool) => pattern.test(tool);
  } catch {
    return undefined;
  }
}

type Command = Omit<Hook, "event" | "matches">;

/** What each key of a command takes; the second says so. */
const COMMAND_KEYS: Readonly<Record<string, readonly [accepts: (value: unknown) => boolean, words: string]>> = {
  type: [(value) => value === "command", '"command"'],
  command: [(value) => typeof value === "string" && value.trim() !== "", "a command line"],
  timeout: [
    (value) => typeof value === "number" && value > 0 && value <= HOOK_SECONDS.most,
    `seconds, more than 0 and at most ${HOOK_SECONDS.most}`,
  ],
  failClosed: [(value) => typeof value === "boolean", "true or false"],
  description: [(value) => typeof value === "string", "a text"],
};

function readCommand(reading: Reading, node: Node): Command | undefined {
  const members = membersOf(reading, node, "a hook");
  const before = reading.problems.length;
  const values: Record<string, unknown> = {};
  for (const [key, name, value] of members) {
    const known = Object.hasOwn(COMMAND_KEYS, name) ? COMMAND_KEYS[name] : undefined;
    if (known === undefined) {
      report(reading, key, `unknown key "${name}": a hook has ${Object.keys(COMMAND_KEYS).join(", ")}`);
    } else if (!known[0](value.value)) report(reading, value, `"${name}" takes ${known[1]}`);
    else values[name] = value.value;
  }
  for (const name of ["type", "command"]) {
    if (!members.some(([, given]) => given === name)) report(reading, node, `the hook has no "${name}"`);
  }
  if (reading.problems.length > before || node.type !== "object") return undefined;
  const { command, timeout = HOOK_SECONDS.usual, failClosed = false, description } = values;
  return {
    command: command as string,
    timeoutMs: (timeout as number) * 1_000,
    failClosed: failClosed as boolean,
    description: description as string | undefined,
  };
}
