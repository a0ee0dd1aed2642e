import type { FileQuery, TextQuery } from "../../../ports/search.ts";
import { MAX_COLUMNS, MAX_MATCHES_PER_FILE, VCS_FOLDERS } from "./limits.ts";

/** What every run needs: no configuration of the person's, no complaints about single files, a NUL after each path. */
const COMMON = ["--no-config", "--no-messages", "--no-ignore-messages", "--color=never", "--null", "--hidden"];

/** Version control is left out last of all, so that no glob brings it back; `--iglob` always comes after `--glob`. */
const NO_VCS = VCS_FOLDERS.map((name) => `--iglob=!${name}`);

/** Ignore files count with or without a repository around them; the person's global ones do not: results are the same everywhere. */
const IGNORE_RULES = ["--no-require-git", "--no-ignore-global"];

const MODES: Readonly<Record<TextQuery["mode"], readonly string[]>> = {
  files_with_matches: ["--files-with-matches"],
  count: ["--count", "--with-filename"],
  content: [
    "--heading",
    "--with-filename",
    // Always numbered: that is how a line is told from a message. Numbers that nobody asked for are taken off again.
    "--line-number",
    `--max-columns=${MAX_COLUMNS}`,
    "--max-columns-preview",
    `--max-count=${MAX_MATCHES_PER_FILE}`,
  ],
};

/** Arguments of ripgrep for a text search; `start` is the path to search, seen from the folder it runs in. */
export function textArguments(query: TextQuery, start: string): readonly string[] {
  return [
    ...COMMON,
    ...(query.includeIgnored ? ["--no-ignore"] : IGNORE_RULES),
    ...MODES[query.mode],
    ...(query.mode === "content" ? [`--before-context=${query.before}`, `--after-context=${query.after}`] : []),
    ...(query.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(query.multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(query.type === undefined ? [] : [`--type=${query.type}`]),
    ...query.globs.filter((glob) => glob !== "").map((glob) => `--glob=${glob.startsWith("#") ? `\\${glob}` : glob}`),
    ...NO_VCS,
    `--regexp=${query.pattern}`,
    "--",
    start,
  ];
}

/** Arguments of ripgrep for a search for file names below the folder it runs in. */
export function fileArguments(query: FileQuery): readonly string[] {
  // These would make it the opposite of a pattern, or a comment.
  const pattern = /^[!#]/.test(query.pattern) ? `\\${query.pattern}` : query.pattern;
  return [...COMMON, "--files", "--no-ignore", `--iglob=${pattern}`, ...NO_VCS, "--", "./"];
}
