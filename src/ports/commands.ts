/** Whose syntax a command line is written in. */
export type Shell = "bash" | "powershell" | "cmd";

/** One word of a command, as the shell would hand it to the program. */
export interface CommandWord {
  /** Quotes and escapes resolved. What is only known when the command runs stands as it was written. */
  readonly text: string;
  /** Some of it is only known when the command runs: a variable, a substitution, braces. */
  readonly dynamic: boolean;
  /** It has wildcards that the shell expands to file names; `text` holds them as written. */
  readonly wildcard: boolean;
  /** Its leading `~` stands for the home folder; without this a `~` is an ordinary character. */
  readonly home: boolean;
}

/** How a simple command hands over to another one. */
export type Wrapping =
  /** Does nothing but run the commands after it: `timeout`, `nice`, `env`. */
  | "transparent"
  /** Does something of its own besides: `sudo` gives other rights, `find` may delete. */
  | "acting";

/** One simple command: a program with its words, wherever in the line it stands. */
export interface SimpleCommand {
  /** The program first; empty when the command only sets variables. */
  readonly words: readonly CommandWord[];
  /** Variables set for it, as `NAME=value`. */
  readonly assignments: readonly string[];
  /** As written, redirections left out; of an unwrapped command its words joined. */
  readonly source: string;
  /** Where it stands: in the line, in a substitution, or behind a wrapper. */
  readonly origin: "line" | "substitution" | "wrapped";
  /** What it does to the commands after it, when it is a wrapper; they follow in the list. */
  readonly wraps: Wrapping | undefined;
  /** How many of its words are its own and not those of the command it runs. */
  readonly ownWords: number;
  /** Why nobody can say what else it runs: `eval "$x"`, an option of a wrapper we do not know. */
  readonly opaque: string | undefined;
}

/** A file that the shell itself opens. */
export interface Redirection {
  readonly access: "read" | "write";
  readonly target: CommandWord;
}

/** What kinds of shell syntax a line uses. */
export interface CommandFeatures {
  readonly pipeline: boolean;
  readonly background: boolean;
  readonly substitution: boolean;
  readonly heredoc: boolean;
  /** Loops, conditions, functions: a command may run several times or not at all. */
  readonly control: boolean;
}

/** Everything a command line would run and open, in the order written. */
export interface CommandAnalysis {
  readonly shell: Shell;
  readonly commands: readonly SimpleCommand[];
  readonly redirections: readonly Redirection[];
  readonly features: CommandFeatures;
  /** Why the line could not be understood; then the lists hold what was found and may lack the rest. */
  readonly unparsed: string | undefined;
}

/**
 * Understands command lines. It never runs anything, never rejects, and says `unparsed` rather than guess: a line that is
 * too long, too deep, or uses syntax it does not know is `unparsed`.
 */
export interface Commands {
  readonly analyse: (command: string, shell: Shell) => Promise<CommandAnalysis>;
}

const NO_FEATURES: CommandFeatures = {
  pipeline: false,
  background: false,
  substitution: false,
  heredoc: false,
  control: false,
};

/** The answer about a line that could not be understood, with the reason in words. */
export function unparsedCommand(shell: Shell, reason: string): CommandAnalysis {
  return { shell, commands: [], redirections: [], features: NO_FEATURES, unparsed: reason };
}

/** Understands nothing: where no grammar is available, every command asks. */
export const NO_COMMANDS: Commands = {
  analyse: (_command, shell) => Promise.resolve(unparsedCommand(shell, "no grammar for commands is available here")),
};
