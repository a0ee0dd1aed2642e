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

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

/** Where the reading of a hunk is: the numbers of the next lines, and how many of each side are still to come. */
interface Place {
  readonly before: number;
  readonly after: number;
  readonly leftBefore: number;
  readonly leftAfter: number;
}

const OUTSIDE: Place = { before: 0, after: 0, leftBefore: 0, leftAfter: 0 };

/** A unified diff as lines to draw. Text that is none of it becomes notes; nothing is left out but `---` beside `+++`. */
export function diffLines(text: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let place = OUTSIDE;
  let from: string | undefined;
  const source = text.replace(/\n$/, "").split("\n");
  for (const [at, line] of source.entries()) {
    // Within a hunk its own counts say what is a line of it, however much it looks like a heading.
    const isInHunk = place.leftBefore > 0 || place.leftAfter > 0;
    if (isInHunk) place = takeLine(line, place, lines);
    else if (line.startsWith("--- ") && source[at + 1]?.startsWith("+++ ") === true) from = line.slice(4);
    else if (from !== undefined) {
      lines.push(heading(from, line.slice(4)));
      from = undefined;
    } else place = takeHunk(line, lines);
  }
  return lines;
}

function takeHunk(line: string, lines: DiffLine[]): Place {
  const hunk = HUNK.exec(line);
  if (hunk === null) {
    lines.push({ kind: "note", text: line });
    return OUTSIDE;
  }
  const [, before, leftBefore = "1", after, leftAfter = "1", where = ""] = hunk;
  lines.push({ kind: "hunk", text: where.trim() });
  return {
    before: Number(before),
    after: Number(after),
    leftBefore: Number(leftBefore),
    leftAfter: Number(leftAfter),
  };
}

function takeLine(line: string, place: Place, lines: DiffLine[]): Place {
  const { before, after, leftBefore, leftAfter } = place;
  const text = line.slice(1);
  if (line.startsWith("+")) {
    lines.push({ kind: "added", text, after });
    return { ...place, after: after + 1, leftAfter: leftAfter - 1 };
  }
  if (line.startsWith("-")) {
    lines.push({ kind: "removed", text, before });
    return { ...place, before: before + 1, leftBefore: leftBefore - 1 };
  }
  if (line.startsWith(" ") || line === "") {
    lines.push({ kind: "same", text, before, after });
    return { before: before + 1, after: after + 1, leftBefore: leftBefore - 1, leftAfter: leftAfter - 1 };
  }
  lines.push({ kind: "note", text: line });
  return place;
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
