import type { CommandWord } from "../../ports/commands.ts";
import { gitSubcommand } from "./command-text.ts";

/** Options that write a file or run another program, whatever the subcommand. */
const NEVER = [
  "--output",
  "--ext-diff",
  "--textconv",
  "--open-files-in-pager",
  "--upload-pack",
  "--exec",
  "--filters",
  "--show-signature",
];

/** What else a subcommand may be given, when it does not always only read. */
type Allowed = (words: readonly string[]) => boolean;

const always: Allowed = () => true;

function options(pattern: RegExp): Allowed {
  return (words) => words.every((word) => pattern.test(word));
}

/** The first word is one of these. */
function first(...names: string[]): Allowed {
  return ([word = ""]) => names.includes(word);
}

const LISTING = /^--(?:list|contains|no-contains|merged|no-merged|points-at)(?:=.*)?$|^-l$|^-n\d*$/;
const LOOK =
  /^(?:-a|-r|-v|-vv|-i|--all|--remotes|--verbose|--show-current|--(?:sort|format|column|color|abbrev)(?:=.*)?|--no-(?:column|color|abbrev)|--ignore-case)$/;

/** Lists names: operands are patterns then, where they would otherwise be names to be made. */
const lists: Allowed = (words) =>
  words.every((word) => !word.startsWith("-") || LISTING.test(word) || LOOK.test(word)) &&
  (words.every((word) => word.startsWith("-")) || words.some((word) => LISTING.test(word)));

const SUBCOMMANDS: ReadonlyMap<string, Allowed> = new Map<string, Allowed>([
  ...(
    "status log diff show blame annotate ls-files ls-tree rev-parse describe shortlog cat-file rev-list name-rev " +
    "merge-base diff-tree diff-index diff-files count-objects check-ignore check-attr for-each-ref show-ref var version " +
    "whatchanged cherry range-diff grep show-branch verify-commit verify-tag"
  )
    .split(" ")
    .map((name): [string, Allowed] => [name, always]),
  ["help", options(/^-[ag]$|^--(?:all|guides)$/)],
  ["branch", lists],
  ["tag", lists],
  ["remote", (words) => words.every((word) => word === "-v" || word === "--verbose") || words[0] === "get-url"],
  ["stash", first("list", "show")],
  ["worktree", first("list")],
  ["notes", first("list", "show")],
  ["reflog", (words) => !words.some((word) => /^(?:expire|delete|drop|write)$/.test(word))],
  ["config", (words) => /^(?:--get(?:-all|-regexp|-urlmatch)?|--list|-l|get|list)$/.test(words[0] ?? "")],
  ["submodule", first("status")],
]);

/** Options before the subcommand that change nothing but the place or the look. */
const LEADING = new Set(["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--glob-pathspecs"]);

function hasPlainLead(words: readonly CommandWord[], count: number): boolean {
  const lead = words.slice(1, words.length - count).map(({ text }) => text);
  return lead.every((text, index) => LEADING.has(text) || text === "-C" || lead[index - 1] === "-C");
}

function isForbidden(word: string, subcommand: string): boolean {
  const name = /^--[^=]+/.exec(word)?.[0];
  // Git takes abbreviations of long options.
  if (name !== undefined) return NEVER.some((option) => option.startsWith(name));
  return subcommand === "grep" && /^-[a-zA-Z]*O/.test(word);
}

/** Whether a git command only reads: known subcommands without options that write or run something. */
export function isReadOnlyGit(words: readonly CommandWord[]): boolean {
  const rest = gitSubcommand(words);
  const [subcommand, ...more] = rest.map(({ text }) => text);
  if (subcommand === undefined || rest.some(({ dynamic }) => dynamic)) return false;
  // Where `-C` leads has to be plain to see.
  if (words.slice(0, -rest.length).some(({ dynamic, wildcard }) => dynamic || wildcard)) return false;
  const allowed = SUBCOMMANDS.get(subcommand);
  if (allowed === undefined || !hasPlainLead(words, rest.length)) return false;
  return allowed(more) && !more.some((word) => isForbidden(word, subcommand));
}
