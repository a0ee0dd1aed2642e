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

/** A question as it stands: what the person has made of it, and where it stands among those of its group. */
export interface ShownQuestion {
  readonly request: ApprovalRequest;
  readonly rule: string | undefined;
  /** The argument that may be changed, as the person has changed it. */
  readonly edited: string | undefined;
  /** The questions of its group that wait, itself among them, in order; one alone without a group. */
  readonly group: readonly ApprovalRequest[];
}

/** Lines of a question beside its diff and its arguments. */
const OTHER_LINES = 14;
const LABEL_COLUMNS = 10;

/**
 * What a person has to know to answer (2.12): who asks, the tool, the real path or the whole command, why, and the rule.
 * Of what they have changed, what it is now.
 */
export function paintQuestion({ request, rule, edited, group }: ShownQuestion, paint: QuestionPaint): string {
  const { tool, requester, subject, access, reason, details, diff, problem } = request;
  const style = painter(paint.colours);
  const by = requester === undefined ? "" : ` by ${requester}`;
  const place = group.length > 1 ? `, ${group.indexOf(request) + 1} of ${group.length} of one parallel step` : "";
  const isCommand = access === "run" && edited !== undefined;
  const lines = [
    style("bold", style("yellow", `? Permission is asked${by}${place}`)),
    ...(problem === undefined ? [] : field("Again", problem, paint)),
    ...field("Tool", tool, paint),
    ...(isCommand ? [] : field(subjectLabel(access), subject, paint)),
    ...(edited === undefined ? [] : field("Changed", edited, paint)),
    ...field("Access", access, paint),
    ...field("Reason", reason, paint),
    ...(rule === undefined ? [] : field("Rule", rule, paint)),
    ...(paint.whole ? field(edited === undefined ? "Arguments" : "Before", details, paint) : []),
    ...(diff === undefined || edited !== undefined ? [] : paintDiff(diff, paint)),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function subjectLabel(access: ApprovalRequest["access"]): string {
  return access === "run" ? "Command" : access === "other" ? "For" : "Path";
}

/** Lines that one question may take in the list of its group. */
const LISTED_LINES = 4;

/** The questions of a group, one numbered line each, and which of them can be read there to their end. */
export function paintGroup(
  group: readonly ApprovalRequest[],
  paint: QuestionPaint,
): { readonly text: string; readonly readable: readonly ApprovalRequest[] } {
  if (group.length < 2) return { text: "", readable: group };
  const style = painter(paint.colours);
  const room = paint.whole ? Infinity : Math.max(6, paint.lines - OTHER_LINES);
  const readable: ApprovalRequest[] = [];
  const lines: string[] = [];
  let left = group.length;
  for (const [index, request] of group.entries()) {
    const all = field(`${index + 1}`, `${request.tool}  ${request.subject}`, paint);
    const isWhole = paint.whole || all.length <= LISTED_LINES;
    if (lines.length >= room) break;
    lines.push(...(isWhole ? all : [...all.slice(0, LISTED_LINES), style("dim", `  … ${index + 1} shows all of it`)]));
    if (isWhole) readable.push(request);
    left -= 1;
  }
  if (left > 0) lines.push(style("dim", `  … ${left} more; v shows them`));
  return { text: lines.map((line) => `${line}\n`).join(""), readable };
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
