import type { CommandWord, Shell, SimpleCommand } from "../../ports/commands.ts";

const PLAIN = /^[\w@%+=:,./\\^-]+$/;

/** A word as it is written in the canonical text of a command: quoted when it would otherwise mean something else. */
function wordText({ text, dynamic, wildcard, home }: CommandWord): string {
  if (dynamic || wildcard || home || PLAIN.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The canonical text of a command, which rules are matched against: its words with one space between them, quoted only where
 * needed. Variables set for the command stand before it, unless they change nothing but its manner of speaking.
 */
export function commandText({ words, assignments }: SimpleCommand): string {
  const settings = assignments.filter((assignment) => !HARMLESS.test(assignment));
  return [...settings, ...words.map(wordText)].join(" ");
}

/** Variables that change only how output looks. */
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI)=[\w.,:@/+-]*$/;

/** Whether a command sets variables that may change what runs. */
export function hasTellingAssignments({ assignments }: SimpleCommand): boolean {
  return assignments.some((assignment) => !HARMLESS.test(assignment));
}

/** The name of a program without folder, and without the endings that Windows adds. */
export function programName(command: SimpleCommand, shell: Shell): string {
  const name = command.words[0]?.text ?? "";
  const base = /[^/\\]*$/.exec(name)?.[0] ?? "";
  return shell === "bash" ? base : base.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, "");
}

/** Names by which PowerShell knows its cmdlets, too. */
const CMDLETS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "Remove-Item": "rm ri del erase rd rmdir",
    "Copy-Item": "cp copy cpi",
    "Move-Item": "mv move mi",
    "Rename-Item": "ren rni",
    "New-Item": "ni",
    "Set-Content": "sc",
    "Add-Content": "ac",
    "Clear-Content": "clc",
    "Get-Content": "cat gc type",
    "Get-ChildItem": "ls dir gci",
    "Set-Location": "cd chdir sl",
    "Invoke-WebRequest": "curl wget iwr",
    "Invoke-RestMethod": "irm",
    "Invoke-Expression": "iex",
    "Invoke-Command": "icm",
    "Start-Process": "start saps",
    "Stop-Process": "kill spps",
    "Set-Item": "si",
    "Set-Variable": "sv set",
    "ForEach-Object": "foreach %",
    "Where-Object": "where ?",
    "Tee-Object": "tee",
  }).flatMap(([cmdlet, aliases]) => aliases.split(" ").map((alias): [string, string] => [alias, cmdlet])),
);

/** Options that stand before git's subcommand: those with a value of their own, and the others. */
const GIT_WITH_VALUE: ReadonlySet<string> = new Set([
  "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env", "--super-prefix", "--attr-source",
]); // prettier-ignore

/** The words of a git command without what stands before the subcommand. */
export function gitSubcommand(words: readonly CommandWord[]): readonly CommandWord[] {
  let at = 1;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (!text.startsWith("-")) break;
    at += GIT_WITH_VALUE.has(text) ? 2 : 1;
  }
  return words.slice(at);
}

/**
 * Every text under which a rule that denies or asks may know a command: as written, canonical, without quotes, with the bare
 * name of the program, and without git's leading options.
 */
export function knownTexts(command: SimpleCommand, shell: Shell): readonly string[] {
  const name = programName(command, shell);
  const rest = command.words.slice(1);
  const bare = rest.map(({ text }) => text).join(" ");
  const quoted = rest.map(wordText).join(" ");
  const texts = [commandText(command), command.source, command.words.map(({ text }) => text).join(" ")];
  // Some systems find `RM` and `rm.exe` under the name `rm`.
  const names = new Set([name, name.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, "")]);
  for (const each of names) texts.push(`${each} ${quoted}`, `${each} ${bare}`);
  if (name === "git")
    texts.push(
      `git ${gitSubcommand(command.words)
        .map(({ text }) => text)
        .join(" ")}`,
    );
  const cmdlet = shell === "powershell" ? CMDLETS.get(name) : undefined;
  if (cmdlet !== undefined) texts.push(`${cmdlet} ${quoted}`, `${cmdlet} ${bare}`);
  return [...new Set(texts.map((text) => text.trim()))];
}
