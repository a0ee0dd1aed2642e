import type { ApprovalRequest } from "../../ports/approval.ts";
import { painter } from "./colours.ts";
import { cutToColumns, safeLines } from "./terminal-text.ts";

/** How a question is painted. */
export interface QuestionPaint {
  readonly columns: number;
  /** Lines of the terminal: a long diff is cut so that the question stays in sight. */
  readonly lines: number;
  readonly colours: boolean;
  /** Show the whole arguments and the whole diff. */
  readonly whole: boolean;
}

/** Lines of a question beside its diff and its arguments. */
const OTHER_LINES = 14;
const LABEL_COLUMNS = 10;

/** What a person has to know to answer (2.12): who asks, the tool, the real path or the whole command, why, and the rule. */
export function paintQuestion(request: ApprovalRequest, rule: string | undefined, paint: QuestionPaint): string {
  const { tool, requester, subject, access, reason, details, diff } = request;
  const style = painter(paint.colours);
  const title = requester === undefined ? "Permission is asked" : `Permission is asked by ${requester}`;
  const lines = [
    style("bold", style("yellow", `? ${title}`)),
    ...field("Tool", tool, paint),
    ...field(access === "run" ? "Command" : access === "other" ? "For" : "Path", subject, paint),
    ...field("Access", access, paint),
    ...field("Reason", reason, paint),
    ...(rule === undefined ? [] : field("Rule", rule, paint)),
    ...(paint.whole ? field("Arguments", details, paint) : []),
    ...(diff === undefined ? [] : paintDiff(diff, paint)),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** A label and its text, all of it: what is decided on is never cut, it goes on below. */
function field(label: string, text: string, { columns, colours }: QuestionPaint): readonly string[] {
  const room = Math.max(20, columns - LABEL_COLUMNS - 3);
  const lines = safeLines(text).flatMap((line) => brokenAt(line, room));
  const style = painter(colours);
  return lines.map((line, index) => `  ${style("dim", (index === 0 ? label : "").padEnd(LABEL_COLUMNS))}${line}`);
}

/** A line in pieces of so many characters; a terminal breaks what is wider by itself. */
function brokenAt(line: string, room: number): readonly string[] {
  const characters = Array.from(line);
  if (characters.length <= room) return [line];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += room) pieces.push(characters.slice(at, at + room).join(""));
  return pieces;
}

function paintDiff(diff: string, { columns, lines, colours, whole }: QuestionPaint): readonly string[] {
  const all = safeLines(diff.replace(/\n$/, ""));
  const room = whole ? all.length : Math.max(6, lines - OTHER_LINES);
  const style = painter(colours);
  const shown = all.slice(0, room).map((line) => {
    const cut = whole ? line : cutToColumns(line, columns - 3);
    if (line.startsWith("@@")) return style("cyan", cut);
    if (line.startsWith("+")) return style("green", cut);
    return line.startsWith("-") ? style("red", cut) : cut;
  });
  const rest = all.length - shown.length;
  return [...shown, ...(rest > 0 ? [style("dim", `… ${rest} more lines; v shows them`)] : [])].map(
    (line) => `  ${line}`,
  );
}
