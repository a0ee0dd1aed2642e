import { escapeGlob, globPieces, MANY, ONE } from "./glob.ts";

/** What a rule says about the calls it matches. */
export type RuleAction = "allow" | "ask" | "deny";

/** What of a call a rule looks at (2.12). */
export type SpecifierKind = "path" | "pattern" | "domain" | "name";

/** What a rule demands of the calls it matches. */
export interface Specifier {
  readonly kind: SpecifierKind;
  /** A glob; a backslash takes the meaning from `*`, `?`, `(`, `)` and itself. */
  readonly text: string;
}

/** Which calls are meant: those of a tool, or of any (`*`), that fit the specifier. */
export interface Rule {
  readonly tool: string;
  readonly specifier?: Specifier;
}

/** Why a text is no rule. Positions are UTF-16 offsets into it. */
export interface RuleProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Longest text of a rule, in characters. */
export const MAX_RULE_LENGTH = 4_096;

/** Tools whose arguments are command lines: their bare specifier is a pattern, everybody else's is a path. */
export const SHELL_TOOLS: ReadonlySet<string> = new Set(["Bash", "PowerShell", "Cmd"]);

const FORMS = "Write `Read`, `ApplyPatch(src/**)`, `Bash(git status *)`, `WebFetch(domain:example.org)` or `*`.";
const KIND_PREFIX = /^(path|pattern|domain|name):/;

/** Reads a rule's text form. */
export function parseRule(text: string): { readonly rule: Rule } | { readonly problem: RuleProblem } {
  const fail = (message: string, start: number, end: number): { problem: RuleProblem } => ({
    problem: { message: `${message} ${FORMS}`, start, end },
  });
  if (text.length > MAX_RULE_LENGTH) {
    return fail(
      `This rule has ${text.length} characters; ${MAX_RULE_LENGTH} are the most.`,
      MAX_RULE_LENGTH,
      text.length,
    );
  }
  const lead = text.length - text.trimStart().length;
  const body = text.trim();
  const open = body.indexOf("(");
  const tool = open < 0 ? body : body.slice(0, open);
  if (tool === "") return fail("A rule begins with the name of a tool.", lead, lead + 1);
  const odd = tool === "*" ? -1 : tool.search(/[^\w./:-]/);
  if (odd >= 0) {
    return fail(`The tool's name cannot contain ${JSON.stringify(tool[odd])}.`, lead + odd, lead + odd + 1);
  }
  if (open < 0) return { rule: { tool } };
  if (!body.endsWith(")")) {
    const close = body.lastIndexOf(")");
    return close < 0
      ? fail("The parenthesis is not closed.", lead + open, lead + open + 1)
      : fail("Nothing may follow the closing parenthesis.", lead + close + 1, lead + body.length);
  }
  return (
    specified(tool, body.slice(open + 1, -1)) ??
    fail("There is nothing between the parentheses.", lead + open, lead + body.length)
  );
}

function specified(tool: string, inside: string): { readonly rule: Rule } | undefined {
  if (SHELL_TOOLS.has(tool)) {
    const text = inside.trim().replace(/^(.*\S)\s*:\*$/s, "$1 *");
    return text === "" ? undefined : { rule: { tool, specifier: { kind: "pattern", text } } };
  }
  const [, named] = KIND_PREFIX.exec(inside) ?? [];
  const text = named === undefined ? inside : inside.slice(named.length + 1);
  const kind = (named ?? "path") as SpecifierKind;
  return text === "" ? undefined : { rule: { tool, specifier: { kind, text } } };
}

/** The canonical text of a rule; reading it gives the same rule. */
export function printRule({ tool, specifier }: Rule): string {
  if (specifier === undefined) return tool;
  const { kind, text } = specifier;
  const isBare = SHELL_TOOLS.has(tool) ? kind === "pattern" : kind === "path" && !KIND_PREFIX.test(text);
  return `${tool}(${isBare ? "" : `${kind}:`}${text})`;
}

/** Whether a specifier has wildcards. */
export function hasWildcards({ text }: Specifier): boolean {
  return globPieces(text).some((piece) => piece === ONE || piece === MANY);
}

/** A rule for exactly this text. */
export function exactRule(tool: string, kind: SpecifierKind, text: string): Rule {
  return { tool, specifier: { kind, text: escapeGlob(text) } };
}
