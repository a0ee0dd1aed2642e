import { applyEdits, modify, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { Grant } from "./place.ts";
import type { RuleLists } from "./rule-book.ts";
import { parseRule, printRule } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";

/** What is wrong in a rule file, and where; lines and columns count from 1. */
export interface RuleFileProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What a rule file says. */
export interface RuleFileContent {
  readonly lists: RuleLists;
  readonly grants: readonly Grant[];
  readonly problems: readonly RuleFileProblem[];
}

/** A change of a rule file. */
export type RuleFileChange =
  | { readonly change: "add" | "remove"; readonly action: RuleAction; readonly rule: Rule }
  | { readonly change: "grant"; readonly grant: Grant };

/** What stands in a rule file that does not exist yet. */
export const NEW_RULE_FILE = `// Which tool calls need no question, which always do, and which are never made: deny wins over ask, ask over allow.
// Rules: "Read", "ApplyPatch(src/**)", "Bash(git status *)", "WebFetch(domain:example.org)". They are no sandbox.
{
  "allow": [],
  "ask": [],
  "deny": [],
  "grants": []
}
`;

/** Most characters of a rule file. */
export const MAX_RULE_FILE = 1_000_000;

const ACTIONS: readonly RuleAction[] = ["allow", "ask", "deny"];
const OPTIONS = { allowTrailingComma: true };
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

interface Reading {
  readonly text: string;
  readonly lists: Record<RuleAction, Rule[]>;
  readonly grants: Grant[];
  readonly problems: RuleFileProblem[];
}

function report({ text, problems }: Reading, message: string, offset: number): void {
  problems.push({ message, ...placeOf(text, offset) });
}

function readRules(reading: Reading, action: RuleAction, list: Node): void {
  if (list.type !== "array") {
    report(reading, `"${action}" takes a list of rules, such as ["Read", "Bash(git status *)"].`, list.offset);
    return;
  }
  for (const item of list.children ?? []) {
    if (typeof item.value !== "string") {
      report(reading, `A rule is a text, such as "Bash(git status *)".`, item.offset);
      continue;
    }
    const parsed = parseRule(item.value);
    if ("rule" in parsed) reading.lists[action].push(parsed.rule);
    // The quote stands before the text.
    else report(reading, parsed.problem.message, item.offset + 1 + parsed.problem.start);
  }
}

const GRANT_FORM = `A grant is {"path": "/absolute/path", "access": "read"} or with "write".`;

function grantOf(path: unknown, access: unknown): Grant | undefined {
  if (typeof path !== "string" || !/^(?:[/~\\]|[a-z]:)/i.test(path)) return undefined;
  return access === "read" || access === "write" ? { path, access } : undefined;
}

function membersOf(item: Node): readonly (readonly [Node, Node])[] {
  if (item.type !== "object") return [];
  return (item.children ?? []).flatMap(({ children = [] }) => {
    const [key, value] = children;
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
}

function readGrant(reading: Reading, item: Node): void {
  const members = new Map(membersOf(item).map(([key, value]) => [String(key.value), value]));
  const odd = membersOf(item).find(([key]) => key.value !== "path" && key.value !== "access")?.[0];
  if (odd !== undefined)
    report(reading, `${JSON.stringify(odd.value)} is not known in a grant. ${GRANT_FORM}`, odd.offset);
  const grant = grantOf(members.get("path")?.value, members.get("access")?.value);
  if (grant === undefined) report(reading, GRANT_FORM, (members.get("path") ?? item).offset);
  else reading.grants.push(grant);
}

function readMember(reading: Reading, property: Node, seen: Set<string>): void {
  const [key, value] = property.children ?? [];
  if (key === undefined || value === undefined) return;
  const name = String(key.value);
  if (seen.has(name))
    report(reading, `${JSON.stringify(name)} stands here a second time; put both lists together.`, key.offset);
  seen.add(name);
  const action = ACTIONS.find((each) => each === name);
  if (action !== undefined) readRules(reading, action, value);
  else if (name !== "grants") {
    report(
      reading,
      `${JSON.stringify(name)} is not known here; the keys are "allow", "ask", "deny" and "grants".`,
      key.offset,
    );
  } else if (value.type === "array") for (const item of value.children ?? []) readGrant(reading, item);
  else report(reading, `"grants" takes a list. ${GRANT_FORM}`, value.offset);
}

/**
 * Reads a rule file: JSON with comments. What is wrong is said with its place. A file with mistakes keeps denying and asking
 * as far as it can be read, and allows nothing.
 */
export function parseRuleFile(text: string): RuleFileContent {
  const reading: Reading = { text, lists: { allow: [], ask: [], deny: [] }, grants: [], problems: [] };
  if (text.length > MAX_RULE_FILE) report(reading, `The file has more than ${MAX_RULE_FILE} characters.`, 0);
  else readText(reading);
  const { lists, grants, problems } = reading;
  return problems.length === 0
    ? { lists, grants, problems }
    : { lists: { ask: lists.ask, deny: lists.deny }, grants: [], problems };
}

function readText(reading: Reading): void {
  const errors: ParseError[] = [];
  const root = parseTree(reading.text, errors, OPTIONS);
  for (const { error, offset } of errors) {
    const code = printParseErrorCode(error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase();
    report(reading, `This is no JSON: ${code}.`, offset);
  }
  if (root === undefined) return;
  if (root.type !== "object") report(reading, `A rule file is an object, such as {"allow": ["Read"]}.`, root.offset);
  const seen = new Set<string>();
  for (const property of root.type === "object" ? (root.children ?? []) : []) readMember(reading, property, seen);
}

function listAt(text: string, key: string): readonly Node[] | undefined {
  const root = parseTree(text, [], OPTIONS);
  const property = root?.children?.find(({ children }) => children?.[0]?.value === key);
  return property?.children?.[1]?.children ?? (property === undefined ? undefined : []);
}

function appended(text: string, key: string, value: unknown): string {
  const items = listAt(text, key);
  const edits =
    items === undefined
      ? modify(text, [key], [value], FORMAT)
      : modify(text, [key, items.length], value, { ...FORMAT, isArrayInsertion: true });
  return applyEdits(text, edits);
}

function isRule(node: Node, canonical: string): boolean {
  if (typeof node.value !== "string") return false;
  const parsed = parseRule(node.value);
  return "rule" in parsed && printRule(parsed.rule) === canonical;
}

function removed(text: string, key: string, canonical: string): string {
  let rest = text;
  // The same rule may have been written more than once.
  for (;;) {
    const index = (listAt(rest, key) ?? []).findIndex((node) => isRule(node, canonical));
    if (index < 0) return rest;
    rest = applyEdits(rest, modify(rest, [key, index], undefined, FORMAT));
  }
}

/**
 * The text of a rule file after a change; comments and everything else stay. Adding what is there changes nothing. Undefined
 * for a file with mistakes: it is not for a program to guess what was meant.
 */
export function changeRuleText(text: string, change: RuleFileChange): string | undefined {
  const base = text.trim() === "" ? NEW_RULE_FILE : text;
  const content = parseRuleFile(base);
  if (content.problems.length > 0) return undefined;
  if (change.change === "grant") {
    const { path, access } = change.grant;
    const known = content.grants.some((grant) => grant.path === path && grant.access === access);
    return known ? base : appended(base, "grants", { path, access });
  }
  const canonical = printRule(change.rule);
  if (change.change === "remove") return removed(base, change.action, canonical);
  const known = (content.lists[change.action] ?? []).some((rule) => printRule(rule) === canonical);
  return known ? base : appended(base, change.action, canonical);
}
