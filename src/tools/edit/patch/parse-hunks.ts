import { shown } from "../places.ts";
import type { Hunk, HunkLine } from "./patch.ts";
import { isMistake } from "./patch-lines.ts";
import type { PatchLines, PatchMistake } from "./patch-lines.ts";

const END_OF_FILE = "*** End of File";
const UNIFIED = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;
const KINDS = { " ": "keep", "-": "remove", "+": "add" } as const;

interface Head {
  readonly anchors: readonly string[];
  readonly hint?: number;
}

/** Reads the `@@` lines before a hunk: anchors, or the line number of a unified diff. */
function parseHead(lines: PatchLines): Head {
  const anchors: string[] = [];
  let hint: number | undefined;
  for (let next = lines.peek(); next?.startsWith("@@") === true; next = lines.peek()) {
    lines.take();
    const unified = UNIFIED.exec(next);
    if (unified !== null) hint = Number(unified[1]);
    else if (next.slice(2).trim() !== "") anchors.push(next.slice(next[2] === " " ? 3 : 2));
  }
  return { anchors, ...(hint !== undefined && { hint }) };
}

function parseLine(text: string, number: number): HunkLine | PatchMistake {
  // An empty line stands for an empty line that is kept: models leave out its one blank.
  if (text === "") return { kind: "keep", text: "" };
  const kind = KINDS[text[0] as keyof typeof KINDS] as HunkLine["kind"] | undefined;
  if (kind !== undefined) return { kind, text: text.slice(1) };
  if (text.startsWith("\\")) {
    return {
      line: number,
      mistake: `"${shown(text)}" has no place in a patch: whether a file ends with a line end stays as it is.`,
    };
  }
  return {
    line: number,
    mistake: `"${shown(text)}" must begin with a blank (line that stays), "-" (line to remove) or "+" (line to add), or be a line that begins with "@@" or "*** ".`,
  };
}

interface Body {
  readonly lines: readonly HunkLine[];
  readonly atEnd: boolean;
}

function parseBody(lines: PatchLines): Body | PatchMistake {
  const body: HunkLine[] = [];
  for (let next = lines.peek(); next !== undefined && !next.startsWith("@@"); next = lines.peek()) {
    if (next.trimEnd() === END_OF_FILE) {
      lines.take();
      return { lines: body, atEnd: true };
    }
    if (next.startsWith("*** ")) break;
    const line = parseLine(next, lines.number());
    if (isMistake(line)) return line;
    body.push(line);
    lines.take();
  }
  return { lines: body, atEnd: false };
}

function parseHunk(lines: PatchLines): Hunk | PatchMistake {
  const line = lines.number();
  const head = parseHead(lines);
  const body = parseBody(lines);
  if (isMistake(body)) return body;
  if (!body.lines.some((each) => each.kind !== "keep")) {
    return { line, mistake: 'this hunk changes nothing; it needs lines that begin with "-" or "+".' };
  }
  return { line, ...head, ...body };
}

/** Reads the hunks of an Update section up to the next section. */
export function parseHunks(lines: PatchLines): Hunk[] | PatchMistake {
  const hunks: Hunk[] = [];
  for (let next = lines.peek(); next !== undefined && !next.startsWith("*** "); next = lines.peek()) {
    if (next.trim() === "") {
      lines.take();
      continue;
    }
    const hunk = parseHunk(lines);
    if (isMistake(hunk)) return hunk;
    hunks.push(hunk);
  }
  return hunks;
}
