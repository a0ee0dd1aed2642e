import picomatch from "picomatch";

/** A glob in the manner of ignore files, ready to be matched. */
export interface GlobPattern {
  /** Whether it begins with `!`. */
  readonly isNegative: boolean;
  /** Whether a path, relative to where the glob belongs, is meant. */
  readonly matches: (relative: string, isFolder: boolean) => boolean;
}

/** A mistake in a glob, in words. */
export interface GlobMistake {
  readonly mistake: string;
}

const OPTIONS = { dot: true, noextglob: true, nonegate: true, windows: false } as const;

/**
 * Reads a glob: `!` in front turns it round, `/` at the end means folders only, and one without another `/` means names at
 * any depth. Undefined for an empty line and a comment.
 */
export function readGlob(line: string, ignoresCase = false): GlobPattern | GlobMistake | undefined {
  let glob = withoutTrailingBlanks(line);
  if (glob === "" || glob.startsWith("#")) return undefined;
  const isNegative = glob.startsWith("!");
  if (isNegative) glob = glob.slice(1);
  const isFolderOnly = glob.endsWith("/");
  if (isFolderOnly) glob = glob.slice(0, -1);
  const isAnchored = glob.includes("/");
  if (glob.startsWith("/")) glob = glob.slice(1);
  if (glob === "") return undefined;
  const mistake = mistakeIn(glob);
  if (mistake !== undefined) return { mistake: `error parsing glob '${line}': ${mistake}` };
  const test = compile(isAnchored ? glob : `**/${glob}`, ignoresCase);
  return { isNegative, matches: (relative, isFolder) => (isFolder || !isFolderOnly) && test(relative) };
}

/** A test of whole paths. What ends in `/**` is what lies inside, never the folder itself. */
function compile(glob: string, ignoresCase: boolean): (path: string) => boolean {
  const inside = glob.endsWith("/**") ? `${glob}/*` : glob;
  // The package knows `^` alone as the sign of a class that is turned round.
  const known = inside.replace(/\\.|\[!/g, (part) => (part === "[!" ? "[^" : part));
  return picomatch(known, { ...OPTIONS, nocase: ignoresCase });
}

/** A test of a file's name by the glob of a file type. */
export function compileNameGlob(glob: string): (name: string) => boolean {
  return picomatch(glob, OPTIONS);
}

/** Blanks at the end of a line do not count unless a backslash keeps them. */
function withoutTrailingBlanks(line: string): string {
  const text = line.replace(/\r$/, "");
  const trimmed = text.trimEnd();
  return trimmed.endsWith("\\") && trimmed.length < text.length ? `${trimmed} ` : trimmed;
}

/** What is open at the end of a glob that should be closed. */
function mistakeIn(glob: string): string | undefined {
  let braces = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at];
    if (char === "\\") at += 1;
    else if (char === "{") braces += 1;
    else if (char === "}") braces -= 1;
    else if (char === "[") {
      const end = endOfClass(glob, at);
      if (end < 0) return "unclosed character class; missing ']'";
      at = end;
    }
    if (braces < 0) return "unopened alternate group; missing '{'";
  }
  return braces > 0 ? "unclosed alternate group; missing '}'" : undefined;
}

/** Where a class ends; a `]` that comes first belongs to it. */
function endOfClass(glob: string, start: number): number {
  const first = glob[start + 1] === "!" || glob[start + 1] === "^" ? start + 2 : start + 1;
  return glob.indexOf("]", first + 1);
}
