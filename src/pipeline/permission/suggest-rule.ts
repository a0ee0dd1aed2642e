import type { Host } from "../../ports/host.ts";
import { hasTellingAssignments, programName } from "./command-text.ts";
import type { CommandFacts, Segment } from "./command-facts.ts";
import type { Subject, Verdict } from "./evaluate.ts";
import type { Facts } from "./facts.ts";
import { comparable, isWithin, withSlashes } from "./lexical-path.ts";
import type { Grant, Place } from "./place.ts";
import { escapeGlob } from "./glob.ts";
import { exactRule, printRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Programs whose first word says what they do, and how many such words there are at most. */
const SUBCOMMANDS: ReadonlyMap<string, number> = new Map([
  ...["git", "cargo", "go", "docker", "podman", "kubectl", "helm", "gh", "apt", "brew", "pip", "pip3", "uv", "poetry", "dotnet",
    "npm", "pnpm", "yarn", "bun", "deno", "rustup", "terraform", "systemctl", "conda", "bundle", "gem", "mvn", "gradle", "make",
    "just", "hg", "svn", "jj", "nix", "composer", "mix", "flutter", "swift", "winget", "choco", "npx", "bunx", "uvx"]
    .map((name): [string, number] => [name, 1]),
]); // prettier-ignore

/** Subcommands that have a subcommand themselves. */
const DEEPER: ReadonlySet<string> = new Set([
  "npm run", "npm exec", "pnpm run", "pnpm exec", "yarn run", "bun run", "git stash", "git remote", "git worktree", "git submodule",
  "git config", "docker compose", "docker container", "docker image", "gh pr", "gh issue", "gh run", "uv run", "uv pip", "poetry run",
  "cargo nextest", "kubectl config", "go tool", "go mod", "bundle exec",
]); // prettier-ignore

/** Programs that run whatever they are told or destroy: for them only the exact command is ever suggested. */
const POWERFUL: ReadonlySet<string> = new Set([
  "rm", "rmdir", "mv", "dd", "shred", "truncate", "chmod", "chown", "ln", "tee", "sudo", "doas", "su", "sh", "bash", "zsh", "dash",
  "fish", "ksh", "pwsh", "powershell", "cmd", "eval", "exec", "source", ".", "node", "deno", "bun", "python", "python3", "perl",
  "ruby", "php", "lua", "awk", "gawk", "sed", "find", "xargs", "parallel", "env", "ssh", "scp", "rsync", "curl", "wget", "nc", "kill",
  "pkill", "killall", "trap", "alias", "export", "cp", "install", "crontab", "at", "osascript", "open", "start", "mkfs", "mount",
  "invoke-expression", "iex", "start-process", "remove-item", "ri", "del", "erase", "rd", "move-item", "set-content", "invoke-webrequest",
  "npx", "bunx", "uvx", "uv run", "poetry run", "npm exec", "pnpm exec", "bundle exec", "docker run", "docker exec", "git config",
  "git push", "git reset", "git clean", "git filter-branch", "kubectl exec", "kubectl delete",
]); // prettier-ignore

const WORD = /^[a-z][\w:.-]*$/i;

/** The words that say what a command does: `git grep`, `npm run build`, `eslint`; undefined when they cannot be told. */
export function subcommandOf({ command }: Segment, { shell }: CommandFacts): readonly string[] | undefined {
  const { words } = command;
  const texts = words.map(({ text }) => text);
  if (words[0]?.dynamic !== false || texts[0] === undefined) return undefined;
  const name = programName(command, shell);
  if (!SUBCOMMANDS.has(name)) return [texts[0]];
  const [, sub = "", subsub = ""] = texts;
  if (!WORD.test(sub)) return undefined;
  if (!DEEPER.has(`${name} ${sub}`)) return [texts[0], sub];
  return WORD.test(subsub) ? [texts[0], sub, subsub] : undefined;
}

/** Whether a program, or it with a subcommand, runs whatever it is told or destroys: its words say too little. */
export function isPowerful(program: string, subcommand?: string): boolean {
  return POWERFUL.has(subcommand === undefined ? program : `${program} ${subcommand}`);
}

/** The words that a rule may cover: those of a program that does not do whatever it is told. */
function headOf(segment: Segment, command: CommandFacts): readonly string[] | undefined {
  const name = programName(segment.command, command.shell);
  if (hasTellingAssignments(segment.command) || isPowerful(name)) return undefined;
  const head = subcommandOf(segment, command);
  return head?.[1] !== undefined && isPowerful(name, head[1]) ? undefined : head;
}

/** The rule that covers a command and its like (report 30): `git grep -A 10 x` gives `Bash(git grep *)`. */
function segmentRule(tool: string, segment: Segment, command: CommandFacts): Rule {
  const head = headOf(segment, command);
  if (head === undefined) return exactRule(tool, "pattern", segment.texts[0] ?? command.line);
  return { tool, specifier: { kind: "pattern", text: `${head.map(escapeGlob).join(" ")} *` } };
}

/** The path of a rule: relative to the workspace folder that holds it. */
function pathText(path: string, host: Host, roots: readonly string[]): string {
  const { workspace } = host;
  const compared = comparable(path, workspace);
  const root = roots.map((folder) => comparable(folder, workspace)).find((folder) => isWithin(compared, folder));
  const slashed = withSlashes(path, workspace.separator);
  return root === undefined || root === compared ? slashed : slashed.slice(root.length).replace(/^\//, "");
}

function placeRule(tool: string, places: readonly Place[], host: Host, roots: readonly string[]): Rule | undefined {
  const texts = [...new Set(places.map(({ real }) => pathText(real, host, roots)))];
  const [only = ""] = texts;
  if (places.some(({ unknown }) => unknown !== undefined)) return undefined;
  const isInside = (text: string): boolean => !/^(?:\/|[a-z]:)/i.test(text);
  if (texts.length === 1 && !(isInside(only) && only.includes("/"))) return exactRule(tool, "path", only);
  if (!texts.every(isInside)) return undefined;
  const folders = texts.map((text) => text.split("/").slice(0, -1));
  const shared = (folders[0] ?? []).filter((_, length, first) =>
    folders.every((folder) => folder.slice(0, length + 1).join("/") === first.slice(0, length + 1).join("/")),
  );
  if (shared.length === 0) return undefined;
  return { tool, specifier: { kind: "path", text: `${escapeGlob(shared.join("/"))}/**` } };
}

function commandRule(facts: Facts, open: readonly Subject[], host: Host, roots: readonly string[]): Rule | undefined {
  const { tool } = facts.check;
  const [command, ...more] = facts.commands;
  if (command === undefined || more.length > 0) return undefined;
  const whole = exactRule(tool, "pattern", command.line);
  const segments = open.flatMap((subject) => (subject.kind === "segment" ? [subject] : []));
  const places = open.flatMap((subject) => (subject.kind === "place" ? [subject.place] : []));
  if (segments.length === 0 && places.every(({ access }) => access === "read")) {
    return placeRule("Read", places, host, roots) ?? whole;
  }
  if (places.length > 0) return whole;
  const rules = segments.map(({ segment }) => printRule(segmentRule(tool, segment, command)));
  const [first] = segments;
  return new Set(rules).size === 1 && first !== undefined ? segmentRule(tool, first.segment, command) : whole;
}

/** The rule that "always" would store for a question; undefined when no rule could answer it. */
export function suggestRule(
  facts: Facts,
  { via, open }: Verdict,
  host: Host,
  roots: readonly string[],
): Rule | undefined {
  const { tool } = facts.check;
  if (via === "tool-slot" || via === "protected-path" || via === "pre-tool-hook" || open.length === 0) return undefined;
  if (facts.commands.length > 0) return commandRule(facts, open, host, roots);
  const [subject, ...more] = open;
  const places = open.flatMap((each) => (each.kind === "place" ? [each.place] : []));
  if (places.length === open.length) return placeRule(tool, places, host, roots);
  if (more.length > 0 || subject === undefined) return undefined;
  if (subject.kind === "domain" || subject.kind === "name") return exactRule(tool, subject.kind, subject.word);
  return subject.kind === "call" ? { tool } : undefined;
}

/** Rules that deny exactly what a question was about. */
export function exactRules(facts: Facts): readonly Rule[] {
  const { tool } = facts.check;
  const rules = [
    ...facts.commands.map(({ line }) => exactRule(tool, "pattern", line)),
    ...facts.places.map(({ real }) => exactRule(tool, "path", real)),
    ...facts.domains.map((word) => exactRule(tool, "domain", word)),
    ...facts.names.map((word) => exactRule(tool, "name", word)),
  ];
  return rules.length > 0 ? rules : [{ tool }];
}

/** The grants that answer a question about protected paths. */
export function grantsFor({ via, open }: Verdict): readonly Grant[] {
  if (via !== "protected-path") return [];
  return open.flatMap((subject) =>
    subject.kind === "place" ? [{ path: subject.place.real, access: subject.place.access }] : [],
  );
}
