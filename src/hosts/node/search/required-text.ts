/** Texts of which every match contains one, or undefined when none are known. */
export type RequiredTexts = readonly string[] | undefined;

/** Texts that are looked for in a file before its lines are. */
const MAX_TEXTS = 16;

/**
 * Finds texts without which a pattern in the syntax of ripgrep cannot match, so that most files need not be decoded, let
 * alone split into lines. It knows little of the syntax and answers undefined for all that it does not know.
 */
export function requiredTexts(pattern: string, ignoreCase: boolean): RequiredTexts {
  // U+FFFD stands for what is no text: it is in what was decoded and not in the file.
  if (ignoreCase || pattern.includes("(?") || pattern.includes("\uFFFD")) return undefined;
  const branches = splitBranches(pattern);
  if (branches === undefined) return undefined;
  const texts = branches.map((branch) => ofBranch(branch));
  const all = texts.every((each) => each !== undefined) ? texts.flat() : [];
  return all.length > 0 && all.length <= MAX_TEXTS ? all : undefined;
}

/** Where an escape, class or group that begins at `at` ends, or undefined when that is not known. */
function endOfAtom(pattern: string, at: number): number | undefined {
  const char = pattern[at];
  // Escapes that are longer than two characters are not known here.
  if (char === "\\") return /^[^xuUpP]/.test(pattern.slice(at + 1)) ? at + 2 : undefined;
  if (char === "[") {
    const end = /^\[\^?\]?(?:\\.|[^[\]\\&~-]|-)*\]/.exec(pattern.slice(at));
    return end ? at + end[0].length : undefined;
  }
  if (char !== "(") return at + String.fromCodePoint(pattern.codePointAt(at) ?? 0).length;
  for (let next = at + 1; next < pattern.length;) {
    if (pattern[next] === ")") return next + 1;
    const end = endOfAtom(pattern, next);
    if (end === undefined) return undefined;
    next = end;
  }
  return undefined;
}

/** The parts of a pattern between the `|` that are in no group. */
function splitBranches(pattern: string): readonly string[] | undefined {
  const branches: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] === "|") {
      branches.push(pattern.slice(start, at));
      start = at + 1;
    }
    const end = endOfAtom(pattern, at);
    if (end === undefined) return undefined;
    at = end;
  }
  return [...branches, pattern.slice(start)];
}

/** One part of a pattern and how often it may be there. */
interface Item {
  readonly atom: string;
  /** Whether it may be missing or is there a number of times that is not looked at. */
  readonly loose: boolean;
  /** Whether it may be there again. */
  readonly again: boolean;
}

function itemsOf(branch: string): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < branch.length;) {
    const end = endOfAtom(branch, at) ?? branch.length;
    const count = /^(?:[*?+]|\{[^}]*\})\??/.exec(branch.slice(end))?.[0] ?? "";
    items.push({ atom: branch.slice(at, end), loose: /^[*?{]/.test(count), again: count.startsWith("+") });
    at = end + count.length;
  }
  return items;
}

/** What is required of a part without `|` outside of groups: its longest text, else what one of its groups requires. */
function ofBranch(branch: string): RequiredTexts {
  const runs = [""];
  let group: RequiredTexts;
  for (const { atom, loose, again } of itemsOf(branch)) {
    const text = loose ? undefined : literalOf(atom);
    if (text !== undefined) runs.push(`${runs.pop() ?? ""}${text}`);
    if (text === undefined || again) runs.push("");
    if (!loose && atom.startsWith("(")) group ??= requiredTexts(atom.slice(1, -1), false);
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  return longest === "" ? group : [longest];
}

/** The text that an atom stands for and nothing else. */
function literalOf(atom: string): string | undefined {
  if (atom.startsWith("\\")) return /^\\[^\w\s<>]$/.test(atom) ? atom.slice(1) : undefined;
  return /^[[(.^$*+?{|)]/.test(atom) ? undefined : atom;
}
