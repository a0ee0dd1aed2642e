/** The first line of a patch. */
export const BEGIN = "*** Begin Patch";
/** The last line of a patch. */
export const END = "*** End Patch";

/** A mistake in a patch: the line of the patch, from 1, and what was expected there. */
export interface PatchMistake {
  readonly mistake: string;
  readonly line: number;
}

/** Whether an answer is a mistake. */
export function isMistake(answer: unknown): answer is PatchMistake {
  return typeof answer === "object" && answer !== null && "mistake" in answer;
}

/** The lines of a patch between its first and last one, read from the front. */
export interface PatchLines {
  /** The line that is next, without taking it. */
  readonly peek: () => string | undefined;
  readonly take: () => string | undefined;
  /** Number of the next line in the text that was given, from 1. */
  readonly number: () => number;
}

const FENCE = /^```[a-z]*$/;
const HERE_DOCUMENT = /^(?:\S+ )?<<-?\s*(['"]?)(\w+)\1$/;

/** Leaves out a code fence or a here-document around the patch, as models put them. */
function unwrapped(lines: readonly string[]): readonly [number, number] {
  let from = 0;
  let to = lines.length;
  const blank = (index: number): boolean => lines[index]?.trim() === "";
  const skip = (): void => {
    while (from < to && blank(from)) from += 1;
    while (to > from && blank(to - 1)) to -= 1;
  };
  skip();
  const first = lines[from]?.trim() ?? "";
  const last = lines[to - 1]?.trim() ?? "";
  if ((FENCE.test(first) && last === "```") || HERE_DOCUMENT.exec(first)?.[2] === last) {
    from += 1;
    to -= 1;
    skip();
  }
  return [from, to];
}

/** Finds first and last line of a patch. */
export function openPatch(text: string): PatchLines | PatchMistake {
  const lines = text.split(/\r\n|\n|\r/);
  const [from, to] = unwrapped(lines);
  if (from === to) return { line: 1, mistake: `it is empty; its first line must be "${BEGIN}".` };
  if (lines[from]?.trim() !== BEGIN) return { line: from + 1, mistake: `its first line must be "${BEGIN}".` };
  if (to - from < 2 || lines[to - 1]?.trim() !== END) {
    return {
      line: to,
      mistake: `it ends without its last line, "${END}"; it may have been cut off, so nothing was changed.`,
    };
  }
  let next = from + 1;
  return {
    peek: () => (next < to - 1 ? lines[next] : undefined),
    take: () => (next < to - 1 ? lines[next++] : undefined),
    number: () => next + 1,
  };
}
