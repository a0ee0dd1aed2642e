import type { Refusal } from "../refusal.ts";
import type { HunkLine } from "./patch.ts";

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}

/** What the patch's indentation stands for in the file; undefined when lines contradict each other. */
function indents(lines: readonly HunkLine[], found: readonly string[]): Map<string, string> | undefined {
  const map = new Map<string, string>();
  let old = 0;
  for (const line of lines) {
    if (line.kind === "add") continue;
    const actual = found[old] ?? "";
    old += 1;
    if (line.text.trim() === "") continue;
    const stated = indentOf(line.text);
    const known = map.get(stated);
    if (known !== undefined && known !== indentOf(actual)) return undefined;
    map.set(stated, indentOf(actual));
  }
  return map;
}

/** The text by which every indentation of the file is longer than the patch's, when it is one and the same. */
function shiftOf(map: ReadonlyMap<string, string>): string | undefined {
  const shifts = new Set(
    [...map].map(([stated, actual]) =>
      actual.endsWith(stated) ? actual.slice(0, actual.length - stated.length) : "\0",
    ),
  );
  const [only] = shifts;
  return shifts.size === 1 && only !== "\0" ? only : undefined;
}

/**
 * The lines of a hunk as the file would have them, by their number in the hunk: where the patch states another indentation than the file
 * has, added lines are given the file's. Refused when the file's cannot be told.
 */
export function reindent(lines: readonly HunkLine[], found: readonly string[]): readonly string[] | Refusal {
  const map = indents(lines, found);
  const same = map !== undefined && [...map].every(([stated, actual]) => stated === actual);
  if (same) return lines.map((line) => line.text);
  const shift = map === undefined ? undefined : shiftOf(map);
  const out: string[] = [];
  for (const line of lines) {
    const stated = indentOf(line.text);
    const actual = map?.get(stated) ?? (shift === undefined ? undefined : shift + stated);
    if (line.kind !== "add" || line.text.trim() === "") out.push(line.text);
    else if (actual === undefined) {
      return {
        refused:
          "its lines are indented otherwise than the file's, so the indentation of the added lines is uncertain. Copy the lines exactly, with their tabs and blanks.",
      };
    } else out.push(actual + line.text.slice(stated.length));
  }
  return out;
}
