import type { Diagnostic } from "../diagnostics.ts";
import { print } from "../print.ts";
import type { Value } from "../values.ts";
import { Flo, list, NIL, str, Sym, T, vec } from "../values.ts";
import { isSpace } from "./characters.ts";
import type { SyntaxNode } from "./syntax.ts";

/** JSON longer than this, in UTF-16 units, is not spelled out in the dialect. */
const MAX_CONVERTED = 4_000;
/** JSON nested deeper than this is not spelled out. */
const MAX_CONVERTED_DEPTH = 20;
/** Longest spelling shown. */
const MAX_SPELLED = 400;
/** Top-level nodes looked at to tell a shell command. */
const MAX_WORDS = 200;
/** Longest command line shown, in UTF-16 units. */
const MAX_COMMAND = 100;

/** Keys under which calls written as JSON name their tool and their arguments. */
const TOOL_KEYS = ["tool", "name", "tool_name", "function"];
const ARGUMENT_KEYS = ["arguments", "args", "input", "parameters", "params"];

/** Commands that a line of shell often begins with. */
export const COMMANDS: ReadonlySet<string> = new Set(
  (
    "git ls cat cd npm npx node pnpm yarn python python3 pip make cargo go docker kubectl grep rg find sed awk echo rm mv cp " +
    "mkdir touch chmod curl wget tar ssh bash sh sudo head tail wc sort diff pwd which xargs"
  ).split(" "),
);

/** The one diagnostic for a script that is a JSON object (E107) or a shell command (E108), or undefined for anything else. */
export function foreignScript(source: string, nodes: readonly SyntaxNode[]): Diagnostic | undefined {
  const first = nodes[0];
  if (first?.kind !== "atom") return undefined;
  return jsonScript(source, first.start) ?? shellScript(source, nodes);
}

function jsonScript(source: string, start: number): Diagnostic | undefined {
  if (source.charCodeAt(start) !== 123) return undefined;
  let next = start + 1;
  while (isSpace(source.charCodeAt(next))) next++;
  if (source.charCodeAt(next) !== 34) return undefined;
  const spelled = spelling(source);
  return {
    code: "E107",
    kind: "script",
    span: { start, end: start + 1 },
    args: {},
    ...(spelled === undefined ? {} : { notes: [`In the dialect this is ${spelled}`] }),
  };
}

/** A JSON text as the dialect spells it, or undefined when it is no JSON or too much of it. */
function spelling(source: string): string | undefined {
  if (source.length > MAX_CONVERTED) return undefined;
  try {
    const data: unknown = JSON.parse(source);
    const text = print(isRecord(data) ? (callOf(data) ?? valueOf(data, 0)) : valueOf(data, 0));
    return text.length > MAX_SPELLED ? undefined : text;
  } catch {
    return undefined;
  }
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** A tool call written as an object, in the shapes that models and protocols use. */
function callOf(data: Readonly<Record<string, unknown>>): Value | undefined {
  const toolKey = TOOL_KEYS.find((key) => typeof data[key] === "string");
  if (toolKey === undefined) return undefined;
  const argumentKey = ARGUMENT_KEYS.find((key) => data[key] !== undefined);
  const given = argumentKey === undefined ? undefined : data[argumentKey];
  const parsed: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const rest = isRecord(parsed) ? parsed : Object.fromEntries(Object.entries(data).filter(([key]) => key !== toolKey));
  return list([new Sym(data[toolKey] as string), ...plist(rest, 0)]);
}

function plist(data: Readonly<Record<string, unknown>>, depth: number): readonly Value[] {
  return Object.entries(data).flatMap(([key, value]) => [new Sym(`:${key}`), valueOf(value, depth + 1)]);
}

/** JSON as a value; recursion is bounded by `MAX_CONVERTED_DEPTH`. */
function valueOf(data: unknown, depth: number): Value {
  if (depth > MAX_CONVERTED_DEPTH) throw new RangeError("nested too deep");
  if (typeof data === "string") return str(data);
  if (typeof data === "number") return Number.isSafeInteger(data) ? data : new Flo(data);
  if (typeof data === "boolean") return data ? T : new Sym(":json-false");
  if (Array.isArray(data)) return vec(data.map((item) => valueOf(item, depth + 1)));
  return isRecord(data) ? (Object.keys(data).length === 0 ? NIL : list(plist(data, depth))) : new Sym(":null");
}

/** Several bare words on the top level, of which the first is a command or another one is a flag or a pipe. */
function shellScript(source: string, nodes: readonly SyntaxNode[]): Diagnostic | undefined {
  if (nodes.length < 2 || nodes.length > MAX_WORDS) return undefined;
  if (nodes.some((node) => node.kind === "list" || node.kind === "vector")) return undefined;
  const words = nodes.map((node) => source.slice(node.start, node.end));
  const first = words[0] === "$" ? 1 : 0;
  const command = words[first] ?? "";
  if (!/^[a-z][\w.-]*$/.test(command) || command === "nil" || command === "t") return undefined;
  if (!COMMANDS.has(command) && !words.slice(first + 1).some(isShellWord)) return undefined;
  const { start } = nodes[first] as SyntaxNode;
  const line = source.slice(start).split("\n", 1)[0] as string;
  const shown = line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line;
  return {
    code: "E108",
    kind: "script",
    span: { start, end: start + line.trimEnd().length },
    args: { command: shown.trimEnd().replace(/["\\]/g, "\\$&") },
  };
}

/** Flags, pipes and redirections. */
function isShellWord(word: string): boolean {
  return /^(?:--?[A-Za-z][\w-]*|\|\|?|&&|>>?|<|&)$/.test(word);
}
