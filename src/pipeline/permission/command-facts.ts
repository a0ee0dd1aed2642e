import type { CommandAnalysis, CommandWord, Shell, SimpleCommand } from "../../ports/commands.ts";
import type { Host } from "../../ports/host.ts";
import { mayUseBareRepository } from "./bare-repository.ts";
import { operandsOf } from "./command-operands.ts";
import type { Operand } from "./command-operands.ts";
import { commandText, knownTexts, programName } from "./command-text.ts";
import { resolvePlace, unknownPlace } from "./place.ts";
import type { Place } from "./place.ts";
import { holdsProtected } from "./protected-path.ts";
import { isReadOnlyCommand } from "./read-only-command.ts";
import { WILDCARD, wildcardBudget, wildcardNames, wildcardSettings } from "./wildcard-names.ts";
import type { WildcardBudget } from "./wildcard-names.ts";

/** One command of a line, as the decision sees it. */
export interface Segment {
  /** Canonical text, and as written: what a rule that allows may match. */
  readonly texts: readonly string[];
  /** Every text by which a rule that denies or asks may know it. */
  readonly knownTexts: readonly string[];
  readonly readOnly: boolean;
  /** Whether it needs permission of its own; a wrapper that only hands on needs none. */
  readonly needed: boolean;
  readonly command: SimpleCommand;
}

/** What is known about a command line before it runs. */
export interface CommandFacts {
  readonly line: string;
  readonly shell: Shell;
  readonly segments: readonly Segment[];
  /** Files that words of the line may name and files that the shell opens. */
  readonly places: readonly Place[];
  /** Why it cannot be told what runs; such a line always asks. */
  readonly obscure: string | undefined;
  /** Whether nothing in it changes anything. */
  readonly readOnly: boolean;
}

/** Most paths of one line that are looked up. */
export const MAX_COMMAND_PATHS = 100;
/** Most folders that a line may change to with `cd`. */
export const MAX_COMMAND_FOLDERS = 6;

const CHANGES_FOLDER: ReadonlySet<string> = new Set([
  "cd",
  "chdir",
  "pushd",
  "popd",
  "set-location",
  "sl",
  "push-location",
]);

/** Programs that destroy or move what they are given, with everything below. */
const DESTRUCTIVE: ReadonlySet<string> = new Set([
  "rm", "rmdir", "mv", "chmod", "chown", "chgrp", "shred", "unlink", "truncate", "rsync", "find", "remove-item", "ri",
  "move-item", "del", "erase", "rd", "rename-item", "dd", "mkfs",
]); // prettier-ignore

/** Devices that swallow or make up what goes through them. */
const DEVICES: ReadonlySet<string> = new Set([
  "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/tty",
]); // prettier-ignore

function isDevice(operand: Operand, shell: Shell): boolean {
  return DEVICES.has(operand.text) || (shell !== "bash" && /^(?:nul|\$null)$/i.test(operand.text));
}

function segmentOf(command: SimpleCommand, analysis: CommandAnalysis): Segment {
  const readOnly = isReadOnlyCommand(command, analysis.shell) && !analysis.features.background;
  return {
    texts: [commandText(command), command.source.trim()],
    knownTexts: knownTexts(command, analysis.shell),
    readOnly,
    needed: command.wraps !== "transparent" && (command.words.length > 0 || command.assignments.length > 0),
    command,
  };
}

/** The folders that the commands of a line may run in: where it begins, and wherever a `cd` in it leads. */
function foldersOf(analysis: CommandAnalysis, cwd: string, host: Host): { folders: string[]; obscure?: string } {
  const folders = [cwd];
  const moves = analysis.commands.filter((command) => CHANGES_FOLDER.has(programName(command, analysis.shell)));
  if (moves.length > 0 && analysis.features.control)
    return { folders, obscure: "it changes the folder in a loop or condition" };
  for (const command of moves) {
    const target = command.words.slice(1).find(({ text }) => text === "-" || !/^(?:-|\/d$)/i.test(text));
    if (target === undefined || target.text === "-" || target.dynamic || target.wildcard) {
      if (programName(command, analysis.shell) === "popd") continue;
      return { folders, obscure: "it changes to a folder that is not written in it" };
    }
    const text = target.home ? target.text.replace(/^~/, () => host.workspace.home) : target.text;
    const isAbsolute = /^(?:\/|\\|[a-z]:)/i.test(text);
    folders.push(...(isAbsolute ? [text] : folders.map((folder) => `${folder}${host.workspace.separator}${text}`)));
    if (folders.length > MAX_COMMAND_FOLDERS) return { folders, obscure: "it changes the folder too often" };
  }
  return { folders: [...new Set(folders)] };
}

/** Whether a program's name is only known when it runs. `[` is a program, and PowerShell's `?` is one, too. */
function isUnknownName(word: CommandWord | undefined, shell: Shell): boolean {
  if (word?.dynamic === true) return true;
  return shell === "bash" && word?.wildcard === true && word.text !== "[" && WILDCARD.test(word.text);
}

interface Wish {
  readonly operand: Operand;
  readonly access: "read" | "write";
  readonly from: "operand" | "redirect";
  readonly destructive: boolean;
}

function wishesOf(analysis: CommandAnalysis, segments: readonly Segment[]): readonly Wish[] {
  const { shell } = analysis;
  const operands = segments.flatMap(({ command, readOnly, needed }): Wish[] => {
    const own = needed ? command : { ...command, words: command.words.slice(0, command.ownWords) };
    const access = readOnly || !needed ? "read" : "write";
    const destructive = DESTRUCTIVE.has(programName(command, shell)) && !readOnly;
    return operandsOf(own, shell).map((operand) => ({ operand, access, from: "operand", destructive }));
  });
  const redirections = analysis.redirections.map(({ access, target }): Wish => {
    const isUnknown = target.dynamic || target.wildcard;
    const operand = isUnknown
      ? { unknown: "it is only known when the command runs", text: target.text }
      : { text: target.text, home: target.home };
    return { operand, access, from: "redirect", destructive: false };
  });
  return [...operands, ...redirections].filter(({ operand }) => !isDevice(operand, shell));
}

/** Where the words of a line may lead. */
interface Surroundings {
  readonly host: Host;
  readonly analysis: CommandAnalysis;
  readonly folders: readonly string[];
  /** Why it cannot be said what wildcards fit. */
  readonly settings: string | undefined;
  readonly budget: WildcardBudget;
}

async function placesOf(wish: Wish, around: Surroundings): Promise<readonly Place[]> {
  const { operand, access, from, destructive } = wish;
  const { host, folders } = around;
  if ("unknown" in operand) return [unknownPlace(operand.text, access, from, operand.unknown)];
  const found = await Promise.all(
    folders.map((cwd) => resolvePlace(host, { text: operand.text, home: operand.home, cwd, access, from })),
  );
  const named = operand.wildcards === undefined ? [] : await placesOfWildcards(wish, operand, around);
  const places = [...found, ...named];
  return places.map((place) => ({ ...place, sweeping: destructive && holdsProtected(place.real, host.workspace) }));
}

/** What a word with wildcards stands for now, each name by where it really is. The shell may find more by the time it runs. */
async function placesOfWildcards(
  { access, from }: Wish,
  { wildcards, home, text }: Extract<Operand, { readonly home: boolean }>,
  { host, analysis, folders, settings, budget }: Surroundings,
): Promise<readonly Place[]> {
  if (wildcards === undefined) return [];
  if (settings !== undefined) return [unknownPlace(wildcards.pattern, access, from, settings)];
  const places: Place[] = [];
  for (const cwd of folders) {
    // What the folder's own text leads to decides by itself; nothing of an odd or unknown one is listed.
    const folder = await resolvePlace(host, { text, home, cwd, access, from });
    if (folder.unknown !== undefined) continue;
    const names = await wildcardNames(host, { ...wildcards, home, cwd, fitsDots: analysis.shell !== "bash", budget });
    if ("unknown" in names) places.push(unknownPlace(wildcards.pattern, access, from, names.unknown));
    else {
      const wishes = names.map((name) => resolvePlace(host, { text: name, home: false, cwd, access, from }));
      places.push(...(await Promise.all(wishes)));
    }
  }
  return places;
}

/** Finds out what a command line would run and touch. Nothing is run; paths are looked up where they are now. */
export async function commandFacts(host: Host, line: string, cwd: string, shell: Shell): Promise<CommandFacts> {
  const analysis = await host.commands.analyse(line, shell);
  const { folders, obscure: lost } = foldersOf(analysis, cwd, host);
  const segments = await Promise.all(
    analysis.commands.map(async (command) => {
      const segment = segmentOf(command, analysis);
      const isBare = segment.readOnly && (await mayUseBareRepository(host, command, folders));
      return isBare ? { ...segment, readOnly: false } : segment;
    }),
  );
  const wishes = wishesOf(analysis, segments);
  const looked = wishes.slice(0, Math.floor(MAX_COMMAND_PATHS / folders.length));
  const around = { host, analysis, folders, settings: wildcardSettings(line), budget: wildcardBudget() };
  const places = (await Promise.all(looked.map((wish) => placesOf(wish, around)))).flat();
  if (looked.length < wishes.length)
    places.push(unknownPlace("", "write", "operand", "the command names too many paths"));
  const opaque = segments.find(({ command }) => command.opaque !== undefined)?.command.opaque;
  const unnamed = segments.some(({ command: { words } }) => isUnknownName(words[0], shell));
  const obscure = analysis.unparsed ?? opaque ?? (unnamed ? "the program's name is only known when it runs" : lost);
  const writes =
    analysis.redirections.length > 0 && places.some(({ from, access }) => from === "redirect" && access === "write");
  return {
    line: line.trim(),
    shell,
    segments,
    places,
    obscure,
    readOnly: obscure === undefined && !writes && segments.every(({ needed, readOnly }) => readOnly || !needed),
  };
}
