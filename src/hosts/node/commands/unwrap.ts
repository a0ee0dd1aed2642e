import type { CommandWord, Shell, Wrapping } from "../../../ports/commands.ts";

/** What a command hands over to. */
export interface Unwrapped {
  readonly wraps: Wrapping;
  /** How many words are the wrapper's own. */
  readonly ownWords: number;
  readonly inner: readonly { readonly words: readonly CommandWord[]; readonly assignments: readonly string[] }[];
  /** A script in the same shell's language. */
  readonly script?: string;
  readonly opaque?: string;
}

/** How a program that runs another one reads its own words. */
interface Wrapper {
  readonly wraps: Wrapping;
  /** Options that take the next word, too. */
  readonly valued: ReadonlySet<string>;
  /** Options that stand alone. */
  readonly flags: ReadonlySet<string>;
  /** Words between options and command. */
  readonly operands: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns: boolean;
  /** Options after which there is no command, but a question. */
  readonly asks: ReadonlySet<string>;
  /** The command gets words besides its own that nobody knows. */
  readonly appends: boolean;
}

interface WrapperRecord extends Partial<Pick<Wrapper, "wraps" | "operands" | "assigns" | "appends">> {
  readonly valued?: string;
  readonly flags?: string;
  readonly asks?: string;
}

function wrapper({ valued, flags, asks, ...record }: WrapperRecord): Wrapper {
  const words = (text = ""): ReadonlySet<string> => new Set(text.split(" ").filter((word) => word !== ""));
  const sets = { valued: words(valued), flags: words(flags), asks: words(asks) };
  return { wraps: "transparent", operands: 0, assigns: false, appends: false, ...record, ...sets };
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  [
    "sudo",
    wrapper({
      wraps: "acting",
      valued: "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt",
      flags: "-A -b -E -H -i -k -n -P -S -s --preserve-env --login --non-interactive --shell --stdin",
      assigns: true,
    }),
  ],
  ["doas", wrapper({ wraps: "acting", valued: "-u -C", flags: "-n -s" })],
  ["env", wrapper({ valued: "-u --unset", flags: "-i - -0 -v --ignore-environment --null --debug", assigns: true })],
  [
    "timeout",
    wrapper({
      valued: "-k -s --kill-after --signal",
      flags: "-v -f -p --foreground --preserve-status --verbose",
      operands: 1,
    }),
  ],
  ["nice", wrapper({ valued: "-n --adjustment" })],
  ["ionice", wrapper({ valued: "-c -n --class --classdata", flags: "-t --ignore" })],
  ["nohup", wrapper({})],
  ["time", wrapper({ flags: "-p", assigns: true })],
  ["stdbuf", wrapper({ valued: "-i -o -e --input --output --error" })],
  ["setsid", wrapper({ flags: "-c -f -w --ctty --fork --wait" })],
  ["command", wrapper({ flags: "-p", asks: "-v -V" })],
  ["builtin", wrapper({})],
  ["exec", wrapper({ valued: "-a", flags: "-c -l" })],
  ["coproc", wrapper({ assigns: true })],
  ["busybox", wrapper({})],
  ["taskset", wrapper({ flags: "-a -c --all-tasks --cpu-list", operands: 1 })],
  ["chrt", wrapper({ flags: "-b -f -i -o -r -R --batch --fifo --idle --other --rr", operands: 1 })],
  ["chroot", wrapper({ wraps: "acting", operands: 1 })],
  [
    "flock",
    wrapper({
      wraps: "acting",
      valued: "-w -E --timeout",
      flags: "-s -x -e -n --shared --exclusive --nonblock",
      operands: 1,
    }),
  ],
  ["strace", wrapper({ wraps: "acting", valued: "-e -o -s --trace --output", flags: "-f -ff -c -q -tt -y" })],
  ["ltrace", wrapper({ wraps: "acting", valued: "-e -o -s", flags: "-f -c" })],
  ["fakeroot", wrapper({ wraps: "acting" })],
  ["unbuffer", wrapper({ wraps: "acting" })],
  ["valgrind", wrapper({ wraps: "acting" })],
  ["caffeinate", wrapper({ wraps: "acting", valued: "-t -w", flags: "-d -i -m -s -u" })],
  ["xvfb-run", wrapper({ wraps: "acting", flags: "-a --auto-servernum" })],
  ["dbus-run-session", wrapper({ wraps: "acting" })],
  ["setpriv", wrapper({ wraps: "acting" })],
  ["prlimit", wrapper({ wraps: "acting" })],
  ["unshare", wrapper({ wraps: "acting", flags: "-r -n -m -u -i -p -U -f" })],
  ["systemd-run", wrapper({ wraps: "acting", flags: "--user --scope --wait --pty --quiet -t -P -q" })],
  ["systemd-inhibit", wrapper({ wraps: "acting" })],
  ["gosu", wrapper({ wraps: "acting", operands: 1 })],
  ["pkexec", wrapper({ wraps: "acting" })],
  [
    "xargs",
    wrapper({
      valued: "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines --max-chars --replace",
      flags: "-0 -o -p -r -t -x --null --no-run-if-empty --verbose --exit --interactive",
      appends: true,
    }),
  ],
]);

const SHELLS = /^(?:r?ba|da|z|mk|pdk|k|a|ya|po)?sh$/;

function plainName(word: CommandWord | undefined): string {
  return word === undefined || word.dynamic ? "" : (/[^/\\]*$/.exec(word.text)?.[0] ?? "");
}

/** How many words an option takes: itself, and its value when that is the next word; 0 when the option is not known. */
function optionLength(text: string, { valued, flags }: Wrapper): number {
  if (flags.has(text)) return 1;
  if (valued.has(text)) return 2;
  const name = /^--[^=]+(?==)/.exec(text)?.[0] ?? "";
  if (text.startsWith("--")) return valued.has(name) || flags.has(name) ? 1 : 0;
  return isBundle(text, valued, flags) ? 1 : 0;
}

/** `-n5` has its value in the same word, `-5` is one of nice, `-rt` is several flags. */
function isBundle(text: string, valued: ReadonlySet<string>, flags: ReadonlySet<string>): boolean {
  if (valued.has(text.slice(0, 2)) || /^-\d+$/.test(text)) return true;
  const letters = Array.from(text.slice(1));
  return letters.length > 0 && letters.every((letter) => flags.has(`-${letter}`));
}

/** How many words a wrapper's options take, itself included; undefined when they are not understood. */
function optionsEnd(words: readonly CommandWord[], wrapper: Wrapper): number | undefined {
  let at = 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (word.dynamic) return undefined;
    if (word.text === "--") return at + 1;
    if (!word.text.startsWith("-")) return at;
    const length = optionLength(word.text, wrapper);
    if (length === 0) return undefined;
    at += length;
  }
  return at;
}

/** Where the command of a wrapper begins; undefined when its own words are not understood. */
function commandStart(
  words: readonly CommandWord[],
  wrapper: Wrapper,
): { at: number; assignments: string[] } | undefined {
  let at = optionsEnd(words, wrapper);
  if (at === undefined) return undefined;
  const assignments: string[] = [];
  for (let text = words[at]?.text ?? ""; wrapper.assigns && /^\w+=/.test(text); text = words[at]?.text ?? "") {
    assignments.push(text);
    at += 1;
  }
  return { at: at + wrapper.operands, assignments };
}

const UNKNOWN_WORDS: CommandWord = { text: "…", dynamic: true, wildcard: false, home: false };

function unwrapProgram(name: string, wrapper: Wrapper, words: readonly CommandWord[]): Unwrapped | undefined {
  const { wraps, asks, appends } = wrapper;
  if (asks.has(words[1]?.text ?? "")) return undefined;
  const start = commandStart(words, wrapper);
  if (start === undefined) {
    return { wraps: "acting", ownWords: words.length, inner: [], opaque: `options of ${name} are not understood` };
  }
  const { at, assignments } = start;
  const rest = words.slice(at);
  if (rest.length === 0) {
    // Alone they do something of their own, or nothing: `exec >file`, `env`, `sudo -s`.
    const runs = appends
      ? [{ words: [{ ...UNKNOWN_WORDS, text: "echo", dynamic: false }, UNKNOWN_WORDS], assignments }]
      : [];
    return { wraps: "acting", ownWords: words.length, inner: runs };
  }
  const inner = { words: appends ? [...rest, UNKNOWN_WORDS] : rest, assignments };
  return { wraps, ownWords: at, inner: [inner] };
}

/** Where `sh -c` has its `-c`, or what else it runs: a file, its input, or what cannot be told. */
function scriptOption(words: readonly CommandWord[]): number | "file" | "input" | "unknown" {
  let at = 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { text, dynamic } = word;
    // What is only known later may turn out to be `-c`.
    if (dynamic || (text.startsWith("--") && !/^--(?:norc|noprofile|posix|login)?$/.test(text))) return "unknown";
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) return /[oO]/.test(text) ? "unknown" : at;
    if (/^(?:[^-+]|-$|--$|-[a-zA-Z]*s)|^$/.test(text)) return sourceOf(text, words[at + 1]);
    // `-o pipefail` takes a word, `-eu` does not.
    at += /^[-+][a-zA-Z]*[oO]$/.test(text) ? 2 : 1;
  }
  return "input";
}

/** What a shell runs whose options have ended with this word. */
function sourceOf(text: string, next: CommandWord | undefined): "file" | "input" {
  if (text === "--") return next === undefined ? "input" : "file";
  return text.startsWith("-") ? "input" : "file";
}

/** `sh -c SCRIPT`. A shell that runs a file is no wrapper, only a program. */
function unwrapShell(name: string, words: readonly CommandWord[]): Unwrapped | undefined {
  const at = scriptOption(words);
  if (at === "file" || words[1]?.text === "--version") return undefined;
  if (at === "input") {
    return { wraps: "acting", ownWords: words.length, inner: [], opaque: `${name} reads its commands from its input` };
  }
  const script = at === "unknown" ? undefined : words.slice(at + 1).find(({ text }) => !/^[-+][a-zA-Z]+$/.test(text));
  return { wraps: "transparent", ownWords: words.length, inner: [], ...scriptOf(script, name) };
}

function scriptOf(word: CommandWord | undefined, name: string): { script: string } | { opaque: string } {
  if (word === undefined) return { opaque: `options of ${name} are not understood` };
  return word.dynamic ? { opaque: `the script of ${name} is only known when it runs` } : { script: word.text };
}

/** The words of `eval`, `trap` and `alias` that are scripts. */
function scriptWords(name: string, words: readonly CommandWord[]): readonly CommandWord[] {
  const rest = words.slice(words[1]?.text === "--" ? 2 : 1);
  if (name === "eval") return rest;
  if (name === "trap") return rest[0]?.text.startsWith("-") === true ? [] : rest.slice(0, 1);
  const values = rest.filter(({ text, dynamic }) => dynamic || text.includes("="));
  return values.map((word) => ({ ...word, text: `${word.text.slice(word.text.indexOf("=") + 1)}\n` }));
}

/** `eval`, `trap` and `alias` take scripts as words. */
function unwrapEval(name: string, words: readonly CommandWord[]): Unwrapped | undefined {
  const parts = scriptWords(name, words);
  if (parts.length === 0) return undefined;
  const isKnown = parts.every(({ dynamic, wildcard }) => !dynamic && !wildcard);
  const script = parts.map(({ text }) => text).join(" ");
  const found = isKnown ? { script } : { opaque: `what ${name} runs is only known when it runs` };
  return { wraps: name === "eval" ? "transparent" : "acting", ownWords: 1, inner: [], ...found };
}

const FIND_RUNS = /^-(?:exec|execdir|ok|okdir)$/;

/**
 * Whether everything that `find` has let through up to here is a plain file and no link: its name is below a folder that is
 * written in the line. A link's name says nothing about what is read through it.
 */
function findsOnlyFiles(tests: readonly CommandWord[]): boolean {
  const texts = tests.map(({ text }) => text);
  const isOneWay = !texts.some((text) => /^(?:-o|-or|,|!|-not|\(|\)|-L|-follow)$/.test(text));
  return isOneWay && texts.some((text, index) => text === "-type" && texts[index + 1] === "f");
}

/** `find … -exec COMMAND ;` and the like: each is a command of its own. */
function unwrapFind(words: readonly CommandWord[]): Unwrapped | undefined {
  const inner: { words: CommandWord[]; assignments: string[] }[] = [];
  for (let at = 1; at < words.length; at++) {
    if (!FIND_RUNS.test(words[at]?.text ?? "")) continue;
    const end = words.findIndex(
      ({ text }, index) => index > at && (text === ";" || (text === "+" && words[index - 1]?.text === "{}")),
    );
    const command = words.slice(at + 1, end < 0 ? words.length : end);
    const found = findsOnlyFiles(words.slice(1, at))
      ? command
      : command.map((word) => (word.text.includes("{}") ? { ...word, dynamic: true } : word));
    if (command.length > 0) inner.push({ words: found, assignments: [] });
    if (end > 0) at = end;
  }
  return inner.length === 0 ? undefined : { wraps: "acting", ownWords: words.length, inner };
}

/** `fd … -x COMMAND`: the rest of the line. */
function unwrapFd(words: readonly CommandWord[]): Unwrapped | undefined {
  const at = words.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  if (at < 0 || at + 1 >= words.length) return undefined;
  return {
    wraps: "acting",
    ownWords: words.length,
    inner: [{ words: [...words.slice(at + 1), UNKNOWN_WORDS], assignments: [] }],
  };
}

/** Programs that run what nobody here can read. */
const OPAQUE: ReadonlyMap<string, string> = new Map([
  ["parallel", "parallel makes commands of its input"],
  ["watch", "watch runs its words again and again"],
  ["script", "script runs a shell"],
  ["su", "su runs a shell as somebody else"],
  ["runuser", "runuser runs a shell as somebody else"],
  ["setarch", "options of setarch are not understood"],
  ["entr", "entr runs its words again and again"],
  ["fish", "another shell's script is not analysed"],
  ["csh", "another shell's script is not analysed"],
  ["tcsh", "another shell's script is not analysed"],
  ["nu", "another shell's script is not analysed"],
  ["elvish", "another shell's script is not analysed"],
  ["pwsh", "another shell's script is not analysed"],
  ["powershell", "another shell's script is not analysed"],
  ["powershell.exe", "another shell's script is not analysed"],
  ["cmd", "another shell's script is not analysed"],
  ["cmd.exe", "another shell's script is not analysed"],
]);

/** What a command hands over to, when it is a wrapper. */
export function unwrap(words: readonly CommandWord[], shell: Shell): Unwrapped | undefined {
  const name = plainName(words[0]);
  const reason = OPAQUE.get(name.toLowerCase());
  if (reason !== undefined) return { wraps: "acting", ownWords: words.length, inner: [], opaque: reason };
  if (shell !== "bash") return SHELLS.test(name) ? otherShell(name, words) : undefined;
  if (SHELLS.test(name)) return unwrapShell(name, words);
  if (name === "eval" || name === "trap" || name === "alias") return unwrapEval(name, words);
  if (name === "find") return unwrapFind(words);
  if (name === "fd" || name === "fdfind") return unwrapFd(words);
  const known = WRAPPERS.get(name);
  return known === undefined ? undefined : unwrapProgram(name, known, words);
}

function otherShell(name: string, words: readonly CommandWord[]): Unwrapped {
  return { wraps: "acting", ownWords: words.length, inner: [], opaque: `the script of ${name} is another shell's` };
}
