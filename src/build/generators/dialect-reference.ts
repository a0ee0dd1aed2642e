import type { ErrorKind, LimitRecord } from "../../dialect/limits.ts";
import { LIMITS } from "../../dialect/limits.ts";
import type { Example } from "../../dialect/primitive.ts";
import { PRIMITIVES } from "../../dialect/primitives.ts";
import type { ReferenceEntry } from "../../dialect/reference.ts";
import { referenceTopic } from "../../dialect/reference.ts";
import type { GeneratedFile } from "../generated-file.ts";

const PATH = "media/reference/dialect.md";

/** Groups of primitives, each up to and including the named one, in the table's order. */
const GROUPS: readonly (readonly [last: string, title: string])[] = [
  ["plist-member", "Lists"],
  ["string-join", "Strings"],
  ["file-name-base", "File names (text only, no file is touched)"],
  ["regexp-quote", "Trimming, searching, matching"],
  ["string-to-number", "Case and conversion"],
  ["ceiling", "Arithmetic"],
  [">=", "Comparing numbers"],
  ["equal", "Equality"],
  ["sequencep", "Predicates"],
  ["gensym", "Other"],
];

/** What each error kind means to whoever wrote the script. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  input: "The text cannot be read, or is over an input budget.",
  preflight: "Found before anything ran: an unknown name, a malformed special form, a misplaced standalone-only tool.",
  script: "The script is wrong where it was running, or one of its definitions or templates is malformed.",
  step: "Too many forms were evaluated.",
  time: "The script took too long.",
  "tool-call": "Too many tool calls were wanted.",
  stack: "Calls nested too deep.",
  expansion: "An expansion was too large.",
  value: "One value, one integer or the operands of one operation were too large.",
  "retained-value": "The script allocated too much altogether.",
  "atomic-work": "A regexp is outside the bounded subset, malformed, or could take too long.",
};

/** The manual of the dialect, made from the tables it is about. */
export function generate(): GeneratedFile {
  const sections = [
    ...topic("Syntax and values", "reader"),
    ...topic("Special forms", "forms"),
    ...topic("Conveniences and backquote", "conveniences"),
    ...primitives(),
    ...topic("Definitions and macros", "definitions"),
    ...topic("Regexps", "regexps"),
    ...topic("Tool calls and joins", "tools"),
    limits(),
    errors(),
    ...topic("The two evaluators", "routes"),
  ];
  const text = [introduction(), contents(sections), ...sections].join("\n\n");
  return { path: PATH, text: `${text}\n` };
}

/** Links to the chapters, whose anchors are made as GitHub and VS Code make them. */
function contents(sections: readonly string[]): string {
  const titles = sections.flatMap((section) => (/^## (.*)/.exec(section) ?? []).slice(1));
  const anchor = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, "")
      .replaceAll(" ", "-");
  return titles.map((title) => `- [${title}](#${anchor(title)})`).join("\n");
}

function introduction(): string {
  return `# The ToolCall dialect

<!-- Written by src/build/generators/dialect-reference.ts from the tables in src/dialect. -->

A small closed Lisp in the manner of Emacs Lisp. One script is one or several forms; it may call tools, work on what
they return, and answers one value. Nothing is shared between scripts, and nothing reaches the host except through
tools.

${code([
  ["(+ 1 2)", "3"],
  ['(let ((words (split-string "to be or not to be"))) (list (length words) (car words)))', '(6 "to")'],
  [
    '(let ((found nil)) (dolist (line \'("a: 1" "b" "c: 3")) (when (string-search ":" line) (push line found))) (reverse found))',
    '("a: 1" "c: 3")',
  ],
  ["(defun square (x) (* x x)) (apply '+ (mapcar 'square '(1 2 3)))", "14"],
])}

Three things to know at once:

- **Variables are lexical.** \`let\` evaluates all its values before it binds any of them; use \`let*\` when a value needs
  an earlier name. \`setq\` changes a binding and never makes one.
- **Operators are not variables.** A function in a variable is called with \`funcall\`; functions are passed by their
  quoted name: \`(mapcar 'upcase list)\`.
- **\`nil\` is false and the empty list**; everything else is true, \`0\` and \`""\` too. \`true\`, \`false\` and \`null\` are
  ordinary names.

The script is checked before it runs: unknown names, malformed forms and regexps outside the subset are all reported
together, and nothing is run until they are gone.`;
}

function topic(title: string, name: string): readonly string[] {
  const found = referenceTopic(name);
  if (found === undefined) throw new Error(`there is no topic ${name}`);
  return [`## ${title}\n\n${found.summary}`, ...found.entries.map((entry) => entryText(entry, "###"))];
}

function primitives(): readonly string[] {
  const entries = referenceTopic("procedures")?.entries ?? [];
  const names = [...PRIMITIVES.keys()];
  const parts = [
    `## Primitives\n\nThe ${entries.length} functions that are always there. Arguments after \`&optional\` may be left out, \`&rest\` takes any number.`,
  ];
  let from = 0;
  for (const [last, title] of [...GROUPS, ["", "Further primitives"] as const]) {
    const to = last === "" ? names.length : names.indexOf(last) + 1;
    const group = entries.slice(from, to);
    if (group.length > 0) parts.push(`### ${title}`, ...group.map((entry) => entryText(entry, "####")));
    from = Math.max(from, to);
  }
  return parts;
}

function entryText({ name, signature, doc, examples }: ReferenceEntry, level: string): string {
  const isForm = signature.startsWith(`(${name}`);
  const heading = `${level} ${isForm ? inline(signature) : escaped(name.replace(/^[a-z]/, (first) => first.toUpperCase()))}`;
  const spelled = signature === "" || isForm ? [] : [inline(signature)];
  return [heading, ...spelled, escaped(doc), ...(examples.length > 0 ? [code(examples)] : [])].join("\n\n");
}

function limits(): string {
  const rows = (Object.entries(LIMITS) as [string, LimitRecord][]).map(
    ([name, { default: usual, unit, kind, counts }]) =>
      `| \`${name}\` | ${grouped(usual)} ${unit} | ${kind} | ${escaped(counts)} |`,
  );
  return [
    "## Limits",
    "",
    "Every script is bounded. Going over a budget ends the script with the budget's kind; the error names the budget. The defaults suit orchestration of tools: let Grep and Glob do bulk work.",
    "",
    "| limit | default | error kind | counts |",
    "| --- | ---: | --- | --- |",
    ...rows,
    "",
    "The size of a value: nil takes no bytes, a string its UTF-8 bytes, an integer its digits, a float 8, a symbol the bytes of its name, a pair 1, a vector its length. Each item is a node, the nil at the end of a list included. Shared parts count every time they occur.",
  ].join("\n");
}

function errors(): string {
  const rows = Object.entries(KINDS).map(([kind, meaning]) => `| \`${kind}\` | ${meaning} |`);
  return [
    "## Errors",
    "",
    "An error ends the script; there is nothing to catch it with. It has a code, a place, the expected form and what to do next, and one of these kinds. A failed tool call is no error but a value, see above. All codes are in [diagnostics](diagnostics.md).",
    "",
    "| kind | meaning |",
    "| --- | --- |",
    ...rows,
  ].join("\n");
}

function code(examples: readonly Example[]): string {
  const lines = examples.map(([script, value]) => `${script}\n;; => ${value.replaceAll("\n", "\n;;    ")}`);
  return ["```lisp", lines.join("\n\n"), "```"].join("\n");
}

/** Text as inline code, with enough backquotes around it. */
function inline(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** Text with Markdown's marks taken literally. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#]/g, "\\$&");
}

function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
