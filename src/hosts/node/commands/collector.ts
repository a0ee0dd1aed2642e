import { unparsedCommand } from "../../../ports/commands.ts";
import type {
  CommandAnalysis,
  CommandFeatures,
  CommandWord,
  Redirection,
  Shell,
  SimpleCommand,
} from "../../../ports/commands.ts";
import { unwrap } from "./unwrap.ts";
import type { Unwrapped } from "./unwrap.ts";

/** Where a command stands. */
export type Origin = SimpleCommand["origin"];

/** What a walk over a command line finds. */
export interface Collector {
  readonly shell: Shell;
  /** Adds a command, and the commands that it runs when it is a wrapper. */
  readonly command: (found: FoundCommand) => void;
  /** Takes in what a script inside the line does. */
  readonly merge: (inner: CommandAnalysis) => void;
  readonly redirection: (redirection: Redirection) => void;
  readonly feature: (name: keyof CommandFeatures) => void;
  /** Says that the line is not understood; the first reason counts. */
  readonly fail: (reason: string) => void;
  readonly failed: () => boolean;
  readonly result: () => CommandAnalysis;
}

/** A command before it is unwrapped. */
export interface FoundCommand {
  readonly words: readonly CommandWord[];
  readonly assignments?: readonly string[];
  readonly source: string;
  readonly origin: Origin;
}

/** Most commands of one line. */
export const MAX_COMMANDS = 500;
/** How deeply commands may hand over to commands, scripts in words included. */
export const MAX_WRAPPERS = 8;

/** Analyses a script given as a word, such as that of `sh -c`. */
export type Nested = (script: string) => CommandAnalysis;

/** Collects what is found in a line. */
export function createCollector(shell: Shell, nested: Nested): Collector {
  const commands: SimpleCommand[] = [];
  const redirections: Redirection[] = [];
  const features = { pipeline: false, background: false, substitution: false, heredoc: false, control: false };
  let problem: string | undefined;

  const fail = (reason: string): void => {
    problem ??= reason;
  };

  const merge = (inner: CommandAnalysis): void => {
    if (inner.unparsed !== undefined) fail(`a script in it is not understood: ${inner.unparsed}`);
    commands.push(...inner.commands.map((command): SimpleCommand => ({ ...command, origin: "wrapped" })));
    redirections.push(...inner.redirections);
    for (const name of Object.keys(features) as (keyof CommandFeatures)[]) features[name] ||= inner.features[name];
  };

  const add = (found: FoundCommand, depth: number): void => {
    const { words, assignments, source, origin } = { assignments: [], ...found };
    const wrapped = unwrap(words, shell);
    const isDeep = wrapped !== undefined && depth >= MAX_WRAPPERS;
    const opaque = isDeep ? "its wrappers are nested too deeply" : wrapped?.opaque;
    const { wraps, ownWords = words.length } = wrapped ?? {};
    commands.push({ words, assignments, source, origin, wraps, ownWords, opaque });
    if (commands.length > MAX_COMMANDS) fail("it has too many commands");
    if (wrapped !== undefined && !isDeep && problem === undefined) addInner(wrapped, assignments, depth + 1);
  };

  const addInner = ({ inner, script }: Unwrapped, assignments: readonly string[], depth: number): void => {
    for (const { words, assignments: own } of inner) {
      const source = words.map((word) => word.text).join(" ");
      // What is set for a wrapper is set for what it runs.
      add({ words, assignments: [...assignments, ...own], source, origin: "wrapped" }, depth);
    }
    if (script !== undefined) merge(nested(script));
  };

  return {
    shell,
    command: (found) => add(found, 0),
    merge,
    redirection: (redirection) => redirections.push(redirection),
    feature(name) {
      features[name] = true;
    },
    fail,
    failed: () => problem !== undefined,
    result: () =>
      problem !== undefined && commands.length === 0
        ? unparsedCommand(shell, problem)
        : { shell, commands, redirections, features, unparsed: problem },
  };
}
