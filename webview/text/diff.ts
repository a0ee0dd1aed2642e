/** One line of a diff block. */
export interface DiffLine {
  readonly kind: "file" | "hunk" | "added" | "removed" | "same" | "note";
  readonly text: string;
  /** Line numbers from 1, before and after, where the diff says them. */
  readonly before?: number;
  readonly after?: number;
  /** The file of a heading, for a link; none for one that is gone. */
  readonly path?: string;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;

/** A unified diff as lines to draw. Text that is none of it becomes notes; nothing is left out but `---` beside `+++`. */
export function diffLines(text: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  const place = { before: 0, after: 0, isInHunk: false };
  let from = "";
  const source = text.replace(/\n$/, "").split("\n");
  for (const [at, line] of source.entries()) {
    if (line.startsWith("--- ") && source[at + 1]?.startsWith("+++ ") === true) {
      from = line.slice(4);
      place.isInHunk = false;
    } else if (line.startsWith("+++ ") && !place.isInHunk) lines.push(heading(from, line.slice(4)));
    else lines.push(lineOf(line, place));
  }
  return lines;
}

function heading(from: string, to: string): DiffLine {
  const [before, after] = [nameOf(from), nameOf(to)];
  if (after === undefined) return { kind: "file", text: `${before ?? to} · removed` };
  const text = before === undefined ? `${after} · new` : before === after ? after : `${before} → ${after}`;
  return { kind: "file", text, path: after };
}

function nameOf(side: string): string | undefined {
  const name = side.split("\t", 1)[0] as string;
  return name === "/dev/null" || name === "" ? undefined : name;
}

function lineOf(line: string, place: { before: number; after: number; isInHunk: boolean }): DiffLine {
  const hunk = HUNK.exec(line);
  if (hunk !== null) {
    [place.before, place.after, place.isInHunk] = [Number(hunk[1]), Number(hunk[2]), true];
    return { kind: "hunk", text: (hunk[3] as string).trim() };
  }
  if (!place.isInHunk) return { kind: "note", text: line };
  const text = line.slice(1);
  if (line.startsWith("+")) return { kind: "added", text, after: place.after++ };
  if (line.startsWith("-")) return { kind: "removed", text, before: place.before++ };
  if (line.startsWith(" ") || line === "") {
    return { kind: "same", text, before: place.before++, after: place.after++ };
  }
  return { kind: "note", text: line };
}
