import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { settingProblem } from "./settings.ts";

/** Most characters of a settings file. */
export const MAX_SETTINGS_FILE = 1_000_000;

/** A mistake in a settings file; line and column count from 1. */
export interface SettingsFileProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What a settings file says: values by the names of settings, as `readSettings` takes them, and every mistake. */
export interface SettingsFileContent {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly SettingsFileProblem[];
}

/** Whose file it is: a workspace's own may not say how much is allowed without asking, nor how much is kept. */
export type SettingsOwner = "user" | "workspace";

/** Beginnings of the names that only the person sets: nothing that comes with a workspace may widen what is allowed. */
const PERSONS_OWN = ["permissions.", "storage."];

/**
 * Reads a settings file: JSON with comments, one object with a member for each setting. Keys that are no setting, values
 * that a setting does not take, settings that are given twice and, in a workspace's file, settings that only the person
 * makes are mistakes, each with its place. Empty text sets nothing.
 */
export function parseSettingsFile(text: string, owner: SettingsOwner = "user"): SettingsFileContent {
  const start = { line: 1, column: 1 };
  if (text.length > MAX_SETTINGS_FILE) {
    const message = `the file has ${text.length} characters, more than the ${MAX_SETTINGS_FILE} it may have`;
    return { values: {}, problems: [{ message, ...start }] };
  }
  if (text.trim() === "") return { values: {}, problems: [] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [broken] = errors;
  if (broken !== undefined) {
    const message = `this is not JSON with comments (${printParseErrorCode(broken.error)})`;
    return { values: {}, problems: [{ message, ...placeOf(text, broken.offset) }] };
  }
  if (root?.type !== "object") {
    const message = 'the file is one object of settings, such as {"script.parallelism": 2}';
    return { values: {}, problems: [{ message, ...placeOf(text, root?.offset ?? 0) }] };
  }
  return readMembers(text, root, owner);
}

function readMembers(text: string, { children = [] }: Node, owner: SettingsOwner): SettingsFileContent {
  const values = new Map<string, unknown>();
  const problems: SettingsFileProblem[] = [];
  for (const { children: parts } of children) {
    const [key, value] = parts ?? [];
    if (key === undefined || value === undefined) continue;
    const name = String(key.value);
    const given = plain(value);
    const problem = values.has(name)
      ? `${name} is given twice; keep one of them`
      : (settingProblem(name, given) ?? ownershipProblem(name, owner));
    if (problem === undefined) values.set(name, given);
    else problems.push({ message: problem, ...placeOf(text, key.offset) });
  }
  return { values: Object.fromEntries(values), problems };
}

function ownershipProblem(name: string, owner: SettingsOwner): string | undefined {
  if (owner === "user" || !PERSONS_OWN.some((beginning) => name.startsWith(beginning))) return undefined;
  return `${name} can only be set in your own settings file, not by a workspace`;
}

/** The value of a node as settings have them: lists hold nothing nested, and no setting takes an object. */
function plain(node: Node): unknown {
  return node.type === "array" ? (node.children ?? []).map((item): unknown => item.value) : node.value;
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
