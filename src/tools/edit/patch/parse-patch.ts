import { shown } from "../places.ts";
import type { Refusal } from "../refusal.ts";
import { parseHunks } from "./parse-hunks.ts";
import type { PatchSection } from "./patch.ts";
import { BEGIN, END, isMistake, openPatch } from "./patch-lines.ts";
import type { PatchLines, PatchMistake } from "./patch-lines.ts";

/** Most sections in one patch. */
export const MAX_SECTIONS = 200;

const ADD = "*** Add File:";
const DELETE = "*** Delete File:";
const UPDATE = "*** Update File:";
const MOVE = "*** Move to:";

/** A patch in the shape that messages show. */
const EXAMPLE = [
  BEGIN,
  `${UPDATE} src/a.ts`,
  "@@ function greet() {",
  "   const name = read();",
  '-  return "hello";',
  "+  return `hello ${name}`;",
  " }",
  `${ADD} src/b.ts`,
  "+export const b = 1;",
  END,
].join("\n");

/** The path that a header names, or undefined when it has none. */
function pathAfter(header: string, line: string): string | undefined {
  const path = line.slice(header.length).trim();
  return path === "" || path.includes("\0") ? undefined : path;
}

function withoutPath(line: number, header: string): PatchMistake {
  return { line, mistake: `"${header}" needs a path after it: "${header} src/a.ts".` };
}

function parseAdd(path: string, line: number, lines: PatchLines): PatchSection | PatchMistake {
  const added: string[] = [];
  for (let next = lines.peek(); next !== undefined && !next.startsWith("*** "); next = lines.peek()) {
    if (next.startsWith("+")) added.push(next.slice(1));
    else if (next.trim() !== "") {
      return {
        line: lines.number(),
        mistake: `"${shown(next)}" must begin with "+", like every line of a file that is added.`,
      };
    } else if (blankInside(lines)) {
      return { line: lines.number(), mistake: 'an empty line of a file that is added is written as a lone "+".' };
    } else return { kind: "add", path, line, lines: added };
    lines.take();
  }
  return { kind: "add", path, line, lines: added };
}

/** Takes empty lines; whether more lines of the file follow them. */
function blankInside(lines: PatchLines): boolean {
  while (lines.peek()?.trim() === "") lines.take();
  const next = lines.peek();
  return next !== undefined && !next.startsWith("*** ");
}

function parseUpdate(path: string, line: number, lines: PatchLines): PatchSection | PatchMistake {
  const move = lines.peek();
  let moveTo: string | undefined;
  if (move?.startsWith(MOVE) === true) {
    moveTo = pathAfter(MOVE, move);
    if (moveTo === undefined) return withoutPath(lines.number(), MOVE);
    lines.take();
  }
  const hunks = parseHunks(lines);
  if (isMistake(hunks)) return hunks;
  if (hunks.length === 0 && moveTo === undefined) {
    return {
      line: lines.number(),
      mistake: `${path} has no changes; an update needs lines that begin with " ", "-" or "+" after an "@@" line, or "${MOVE} PATH".`,
    };
  }
  return { kind: "update", path, line, hunks, ...(moveTo !== undefined && { moveTo }) };
}

/** What to say of a line that begins no section. */
function strayLine(text: string): string {
  const forms = `"${ADD} PATH", "${UPDATE} PATH", "${DELETE} PATH" or "${END}"`;
  if (text.startsWith(MOVE)) return `"${MOVE} PATH" stands directly after "${UPDATE} PATH".`;
  if (/^(?:---|\+\+\+|diff |index )/.test(text)) {
    return `"${shown(text)}" belongs to unified diffs. Name the file with ${forms}.`;
  }
  return `"${shown(text)}" begins no section. Expected ${forms}.`;
}

function parseSection(lines: PatchLines): PatchSection | PatchMistake {
  const line = lines.number();
  const text = lines.take() ?? "";
  const header = [ADD, DELETE, UPDATE].find((each) => text.startsWith(each));
  if (header === undefined) return { line, mistake: strayLine(text) };
  const path = pathAfter(header, text);
  if (path === undefined) return withoutPath(line, header);
  if (header === ADD) return parseAdd(path, line, lines);
  if (header === UPDATE) return parseUpdate(path, line, lines);
  const next = lines.peek();
  if (next !== undefined && next.trim() !== "" && !next.startsWith("*** ")) {
    return { line: line + 1, mistake: `"${DELETE} PATH" stands alone; the lines of the file are not repeated.` };
  }
  return { kind: "delete", path, line };
}

function parseSections(lines: PatchLines): PatchSection[] | PatchMistake {
  const sections: PatchSection[] = [];
  for (let next = lines.peek(); next !== undefined; next = lines.peek()) {
    if (next.trim() === "") {
      lines.take();
      continue;
    }
    if (sections.length === MAX_SECTIONS) {
      return { line: lines.number(), mistake: `a patch may have ${MAX_SECTIONS} sections; split it into several.` };
    }
    const section = parseSection(lines);
    if (isMistake(section)) return section;
    sections.push(section);
  }
  return sections;
}

/** Reads a patch. A mistake names the line, what was expected there, and shows a patch that is right. */
export function parsePatch(text: string): readonly PatchSection[] | Refusal {
  const lines = openPatch(text);
  const sections = isMistake(lines) ? lines : parseSections(lines);
  if (!isMistake(sections)) {
    return sections.length > 0 ? sections : refusal({ line: 2, mistake: "it has no sections, so it changes nothing." });
  }
  return refusal(sections);
}

function refusal(mistake: PatchMistake): Refusal {
  return {
    refused: `The patch cannot be read, line ${mistake.line}: ${mistake.mistake}\nA patch looks like this:\n${EXAMPLE}`,
  };
}
