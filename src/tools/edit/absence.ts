import { listPlaces, shown } from "./places.ts";

/** A line number as Read shows it. */
const NUMBERED = /^ *\d+\t/;

/** Most lines of a file that are compared line by line to explain why a text is not there. */
const MAX_COMPARED = 200_000;

interface Near {
  readonly start: number;
  /** Lines that agree but for white space at their ends. */
  readonly agree: number;
}

/** The place where most of the wanted lines follow each other, white space set aside. */
function nearest(lines: readonly string[], wanted: readonly string[]): Near | undefined {
  let best: Near | undefined;
  const first = wanted[0];
  for (let start = 0; start < Math.min(lines.length, MAX_COMPARED); start += 1) {
    if (lines[start] !== first) continue;
    let agree = 1;
    while (agree < wanted.length && lines[start + agree] === wanted[agree]) agree += 1;
    if (best === undefined || agree > best.agree) best = { start, agree };
    if (agree === wanted.length) break;
  }
  return best;
}

/**
 * Says why a text is not in a file: it carries Read's line numbers, differs in white space, or agrees up to some line.
 * Both texts have plain line ends; `name` is what the model calls the text.
 */
export function explainAbsence(plain: string, old: string, name: string): string {
  const wanted = old.split("\n");
  if (wanted.every((line) => line === "" || NUMBERED.test(line)) && NUMBERED.test(old)) {
    return `${name} was not found: it carries the line numbers that Read puts before each line. Leave out the number and the tab after it.`;
  }
  const lines = plain.split("\n");
  const trimmed = wanted.map((line) => line.trim());
  while (trimmed.length > 1 && trimmed[0] === "") trimmed.shift();
  const skipped = wanted.length - trimmed.length;
  const near =
    trimmed[0] === ""
      ? undefined
      : nearest(
          lines.map((line) => line.trim()),
          trimmed,
        );
  const advice = "Read the file again and copy the text exactly.";
  if (near === undefined) return `${name} was not found. ${advice}`;
  if (near.agree === trimmed.length) {
    return `${name} was not found, but these lines differ from it in white space alone:\n${listPlaces(lines, [near.start], trimmed.length)}\n${advice}`;
  }
  const line = near.start + near.agree;
  const expected = wanted[skipped + near.agree] ?? "";
  return (
    `${name} was not found. Its first ${near.agree === 1 ? "line is" : `${near.agree} lines are`} at line ${near.start + 1}, ` +
    `but line ${line + 1} differs:\n    expected: ${shown(expected)}\n    the file: ${shown(lines[line] ?? "(end of file)")}\n${advice}`
  );
}
