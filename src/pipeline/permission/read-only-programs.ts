import type { CommandWord } from "../../ports/commands.ts";

/** What keeps a program that only reads from reading only. */
export interface ReadOnlyProgram {
  /** Letters of one-letter options that write, run something or wait for ever. */
  readonly notShort?: string;
  /** Long options of that kind, without `--`; every abbreviation of one counts, too. */
  readonly notLong?: readonly string[];
  /** Whole words that do, such as `-exec`. */
  readonly notWords?: readonly string[];
  /** Most operands; more would be written to or set. */
  readonly operands?: number;
  /** What else has to hold of the words after the program. */
  readonly holds?: (words: readonly CommandWord[]) => boolean;
}

const ANY: ReadOnlyProgram = {};

/** Plain operands and options: nothing that changes anything. */
function plain(names: string): [string, ReadOnlyProgram][] {
  return names.split(" ").map((name) => [name, ANY]);
}

/** `sed` runs a small language with commands that write and execute; only printing lines by number is plain to see. */
function isPrinting(words: readonly CommandWord[]): boolean {
  const [option, script, ...files] = words;
  if (option?.text !== "-n" || script === undefined || script.dynamic) return false;
  return /^(?:\d+(?:,(?:\d+|\$))?|\$)p$/.test(script.text) && files.every(({ text }) => !text.startsWith("-"));
}

/** Numbers and plain texts only: `[[ a[$(x)] -eq 1 ]]` would run `x`, though it stands in quotes. */
function isPlainTest(words: readonly CommandWord[]): boolean {
  return (
    words.every(({ text, dynamic }) => !dynamic && !/[$`[]/.test(text)) && !words.some(({ text }) => text === "-v")
  );
}

const COMPARES_NUMBERS = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** `[[ x -eq 1 ]]` computes what stands in `x`, commands included: only written numbers are plain. */
function isPlainCondition(words: readonly CommandWord[]): boolean {
  const isNumber = (at: number): boolean => /^-?\d+$/.test(words[at]?.text ?? "");
  const isComputed = words.some(
    ({ text }, at) => COMPARES_NUMBERS.test(text) && !(isNumber(at - 1) && isNumber(at + 1)),
  );
  return !isComputed && isPlainTest(words);
}

/** `import` and `include` read files that no word names. */
function isPlainFilter(words: readonly CommandWord[]): boolean {
  return !words.some(({ text }) => /\b(?:import|include)\b/.test(text));
}

/** `@file` stands for options and names that are written in a file. */
function hasNoResponseFile(words: readonly CommandWord[]): boolean {
  return !words.some(({ text }) => text.startsWith("@"));
}

function isDateQuery(words: readonly CommandWord[]): boolean {
  return words.every(({ text }) => text.startsWith("+") || text.startsWith("-"));
}

/** Programs of POSIX systems and common tools that only read, and do not leave the folder through links. */
export const READ_ONLY_PROGRAMS: ReadonlyMap<string, ReadOnlyProgram> = new Map([
  ...plain(
    "ls pwd cat head echo stat df basename dirname realpath readlink uname whoami id which true false : seq " +
      "cut tr nl tac rev fold comm cmp md5sum sha1sum sha256sum sha512sum cksum od hexdump expr paste join " +
      "cd type nproc arch locale getconf groups exit sleep lscpu free uptime ps column tsort",
  ),
  // Below a folder it follows links.
  ["diff", { notShort: "r", notLong: ["recursive"] }],
  ["strings", { holds: hasNoResponseFile }],
  ["wc", { notLong: ["files0-from"] }],
  ["du", { notShort: "L", notLong: ["files0-from", "dereference"] }],
  ["grep", { notShort: "R", notLong: ["dereference-recursive"] }],
  ["egrep", { notShort: "R", notLong: ["dereference-recursive"] }],
  ["fgrep", { notShort: "R", notLong: ["dereference-recursive"] }],
  ["tail", { notShort: "fF", notLong: ["follow", "retry"] }],
  ["printf", { notShort: "v" }],
  ["file", { notShort: "Cmf", notLong: ["compile", "magic-file", "files-from"] }],
  ["uniq", { operands: 1 }],
  ["sort", { notShort: "oT", notLong: ["output", "compress-program", "temporary-directory", "files0-from"] }],
  ["tree", { notShort: "oRl" }],
  ["date", { notShort: "sf", notLong: ["set", "file"], holds: isDateQuery }],
  ["find", { notWords: ["-delete", "-fprint", "-fprint0", "-fprintf", "-fls", "-L", "-follow", "-files0-from"] }],
  ["fd", { notShort: "xXL", notLong: ["exec", "exec-batch", "follow"] }],
  ["rg", { notShort: "zL", notLong: ["pre", "hostname-bin", "search-zip", "follow"] }],
  ["jq", { notShort: "Lf", notLong: ["library-path", "from-file"], holds: isPlainFilter }],
  ["sed", { holds: isPrinting }],
  ["test", { holds: isPlainTest }],
  ["[", { holds: isPlainTest }],
  ["[[", { holds: isPlainCondition }],
  ["command", { holds: ([option]) => option?.text === "-v" || option?.text === "-V" }],
  ["node", { operands: 0, holds: isVersionQuery }],
  ["npm", { operands: 0, holds: isVersionQuery }],
  ["python", { operands: 0, holds: isVersionQuery }],
  ["python3", { operands: 0, holds: isVersionQuery }],
]);

function isVersionQuery(words: readonly CommandWord[]): boolean {
  return words.length === 1 && ["--version", "-v", "-V"].includes(words[0]?.text ?? "");
}

/** Cmdlets of PowerShell that only read, and those of their aliases that name no other program on any system. */
export const READ_ONLY_CMDLETS: ReadonlyMap<string, ReadOnlyProgram> = new Map([
  ...plain(
    "get-childitem gci ls dir get-content gc cat type get-item gi get-location pwd select-string sls test-path " +
      "resolve-path measure-object measure select-object select sort-object group-object get-date get-command " +
      "get-process split-path join-path format-table ft format-list fl out-string out-null write-output echo write-host " +
      "compare-object get-filehash convertfrom-json convertto-json convertfrom-csv convertto-csv set-location cd " +
      "get-unique get-member get-host where-object where ? get-alias get-psdrive get-culture whoami",
  ),
  // With a word it calls that method of everything it gets.
  ["foreach-object", { holds: (words) => words.length === 0 }],
  ["foreach", { holds: (words) => words.length === 0 }],
  ["%", { holds: (words) => words.length === 0 }],
]);

/** Commands of cmd.exe that only read. */
export const READ_ONLY_CMD: ReadonlyMap<string, ReadOnlyProgram> = new Map([
  ...plain("dir type cd chdir echo where findstr find ver vol tree fc rem more whoami"),
  ["hostname", { operands: 0 }],
  ["date", { holds: ([option, ...more]) => option?.text.toLowerCase() === "/t" && more.length === 0 }],
  ["time", { holds: ([option, ...more]) => option?.text.toLowerCase() === "/t" && more.length === 0 }],
]);
