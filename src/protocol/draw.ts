import type { Json } from "../base/json.ts";
import { countLines } from "./bounds.ts";
import type { Attachment, Block, Question, Row, RowStatus } from "./rows.ts";
import { drawMessage } from "./draw-message.ts";
import { oneLine } from "./one-line.ts";
import type { CallEntry, Entry, EnvelopeEntry, View } from "./view.ts";

/** Lines of a script's value above which it stands in a row of its own (2.15). */
export const RETURNED_LINES = 10;

/** What a front end may choose about drawing. */
export interface DrawOptions {
  /** Lines of a value that stay in the envelope's body; 0 keeps every value there (2.15). */
  readonly returnedLines?: number;
}

const DRAWN = new WeakMap<Entry, Row>();

/** The rows of a session. Entries that did not change give the very row they gave before. */
export function rowsOf(view: View, options: DrawOptions = {}): readonly Row[] {
  if (options.returnedLines !== undefined) return view.entries.map((entry) => drawEntry(entry, options));
  return view.entries.map((entry) => {
    const known = DRAWN.get(entry);
    if (known !== undefined) return known;
    const row = drawEntry(entry, options);
    DRAWN.set(entry, row);
    return row;
  });
}

/** The row of one entry. */
export function drawEntry(entry: Entry, options: DrawOptions = {}): Row {
  const block = drawEntryBlock(entry, options);
  return { ...block, at: entry.at, ...(entry.turn !== undefined && { turn: entry.turn }) };
}

function drawEntryBlock(entry: Entry, options: DrawOptions): Block {
  if (entry.kind === "message") return drawMessage(entry);
  return entry.kind === "call" ? drawCall(entry) : drawEnvelope(entry, options);
}

/** The block of one call, by what its tool said of its result; a tool that said nothing gets the generic row. */
export function drawCall(call: CallEntry): Block {
  const detail = detailOf(call);
  const status = callStatus(call);
  return {
    id: call.id,
    name: call.tool,
    detail,
    header: `${call.tool}${detail === "" ? "" : `: ${detail}`}${callNote(call, status)}`,
    status,
    collapsed: true,
    ...bodyOf(call),
    ...(call.batch !== undefined && { batch: call.batch }),
    ...(call.requester !== undefined && { requester: call.requester }),
    ...(call.question !== undefined && { question: questionOf(call.question) }),
    ...(call.settled !== undefined && { elapsedMs: call.settled.handlerMs }),
  };
}

const CALL_STATUSES: Readonly<Record<string, RowStatus>> = {
  success: "completed",
  error: "failed",
  denied: "denied",
  cancelled: "cancelled",
  interrupted: "cancelled",
};

function callStatus(call: CallEntry): RowStatus {
  if (call.settled !== undefined) return CALL_STATUSES[call.settled.status] as RowStatus;
  return call.state === "queued" ? "queued" : "running";
}

function callNote(call: CallEntry, status: RowStatus): string {
  const { settled } = call;
  if (settled === undefined) return call.progress === undefined ? "" : ` · ${oneLine(call.progress)}`;
  if (call.undone === true) return " (undone)";
  if (settled.status === "success") return ` (${countOf(settled.renderData ?? {}, settled.lines)})`;
  return ` (${settled.status === "interrupted" ? "interrupted" : status})`;
}

/** Names of counts that tools give, with the words for one and for many. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  lines: ["line", "lines"],
  matches: ["match", "matches"],
  files: ["file", "files"],
  tools: ["tool", "tools"],
  changes: ["change", "changes"],
};

/** How much came back: the first count that the tool gave, else the lines of its text. */
function countOf(renderData: Readonly<Record<string, Json>>, lines: number): string {
  for (const [unit, words] of Object.entries(UNITS)) {
    const count = renderData[unit];
    if (typeof count === "number") return counted(count, words);
  }
  return counted(lines, ["line", "lines"]);
}

function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Arguments that say most about a call, the most telling first. */
const MAIN_ARGUMENTS = ["pattern", "file_path", "command", "query", "path", "url", "name", "subject"];

function detailOf({ args, settled }: CallEntry): string {
  const told = settled?.renderData?.["detail"];
  if (typeof told === "string") return oneLine(told);
  if (args === undefined) return "";
  const main = MAIN_ARGUMENTS.find((name) => typeof args[name] === "string");
  const value = main === undefined ? Object.values(args).find((each) => typeof each === "string") : args[main];
  return typeof value === "string" ? oneLine(value) : "";
}

type Body = Pick<Block, "format" | "body" | "language" | "artifact" | "truncated" | "attachments">;

function bodyOf({ settled, repaired, edited }: CallEntry): Body {
  if (settled === undefined) return { format: "text", body: "" };
  const { renderData = {}, media, artifact } = settled;
  const { diff, language } = renderData;
  const shown = typeof diff === "string" ? diff : settled.preview;
  const notes = [
    ...(repaired === undefined ? [] : [`◇ tool input repaired: ${repaired.join("; ")}`]),
    ...(edited === true ? ["◇ changed by the person before it was allowed"] : []),
  ];
  return {
    format: typeof diff === "string" ? "diff" : renderData["format"] === "markdown" ? "markdown" : "text",
    body: [...notes, shown].join("\n"),
    ...(typeof language === "string" && { language }),
    ...keptElsewhere(artifact, settled.chars > settled.preview.length),
    ...(media !== undefined && { attachments: media satisfies readonly Attachment[] }),
  };
}

function keptElsewhere(artifact: string | undefined, cut: boolean): Pick<Block, "artifact" | "truncated"> {
  return { ...(artifact !== undefined && { artifact }), ...(cut && { truncated: true }) };
}

function questionOf({ subject, access, reason, suggestedRule, group, editable }: Question): Question {
  return {
    subject,
    access,
    reason,
    ...(suggestedRule !== undefined && { suggestedRule }),
    ...(group !== undefined && { group }),
    ...(editable !== undefined && { editable }),
  };
}

const OUTCOME_STATUSES = {
  completed: "completed",
  "script-error": "failed",
  denied: "denied",
  interrupted: "cancelled",
} as const;

/** The block of one script: the tool itself for a direct call, else the envelope with its children (R200, R201). */
function drawEnvelope(envelope: EnvelopeEntry, options: DrawOptions): Block {
  return envelope.opened.direct === undefined
    ? drawComposed(envelope, options)
    : drawDirect(envelope, envelope.opened.direct);
}

function drawDirect({ id, children, settled, opened, undone }: EnvelopeEntry, tool: string): Block {
  const [child] = children;
  const requester = opened.requester !== undefined && { requester: opened.requester };
  if (child !== undefined)
    return { ...drawCall({ ...child, id, ...(undone !== undefined && { undone }) }), ...requester };
  // Refused before there was a call.
  const status = settled === undefined ? "running" : OUTCOME_STATUSES[settled.outcome];
  const header = settled === undefined ? tool : `${tool} (${status})`;
  return {
    id,
    name: tool,
    detail: "",
    header,
    status,
    collapsed: true,
    format: "text",
    body: settled?.preview ?? "",
    ...requester,
  };
}

function drawComposed(envelope: EnvelopeEntry, options: DrawOptions): Block {
  const { id, opened, settled } = envelope;
  const limit = options.returnedLines ?? RETURNED_LINES;
  const apart = settled?.outcome === "completed" && limit > 0 && settled.lines > limit;
  return {
    id,
    name: "ToolCall",
    detail: "",
    header: settled === undefined ? liveHeader(envelope) : settledHeader(settled),
    status: envelopeStatus(settled),
    collapsed: true,
    format: "text",
    body: settled === undefined || apart ? "" : envelopeBody(settled),
    script: opened.expression,
    ...(opened.requester !== undefined && { requester: opened.requester }),
    ...(settled !== undefined && settledExtras(settled, apart)),
    children: [...withGutter(envelope.children.map(drawCall)), ...(apart ? [returnedBlock(id, settled)] : [])],
  };
}

function settledExtras(settled: Settlement, apart: boolean): Partial<Block> {
  return {
    elapsedMs: settled.elapsedMs,
    ...(!apart && keptElsewhere(settled.artifact, settled.chars > settled.preview.length)),
    ...(settled.media !== undefined && { attachments: settled.media }),
  };
}

type Settlement = NonNullable<EnvelopeEntry["settled"]>;

function envelopeStatus(settled: Settlement | undefined): RowStatus {
  if (settled === undefined) return "running";
  return settled.outcome === "completed" && settled.failed > 0 ? "warning" : OUTCOME_STATUSES[settled.outcome];
}

function envelopeBody({ outcome, preview, recovered }: Settlement): string {
  const body = outcome === "completed" ? `Returned:\n${preview}` : preview;
  return recovered === true ? `ToolCall recovered after restart\n${body}` : body;
}

function returnedBlock(id: string, settled: Settlement): Block {
  return {
    id: `${id}/returned`,
    name: "Returned",
    detail: "",
    header: `Returned (${settled.lines} lines)`,
    status: "completed",
    collapsed: true,
    format: "text",
    body: settled.preview,
    ...keptElsewhere(settled.artifact, countLines(settled.preview) < settled.lines),
  };
}

/** `ToolCall: D[/T] completed[, TOOLS active][, N failed][, awaiting permission for A, B]` (2.15). */
function liveHeader({ children }: EnvelopeEntry): string {
  const settled = children.filter((child) => child.settled !== undefined);
  const failed = settled.filter((child) => child.settled?.status !== "success").length;
  const total = children.length > settled.length ? `/${children.length}` : "";
  const active = toolsOf(children.filter((child) => child.state === "running"));
  const waiting = toolsOf(children.filter((child) => child.state === "asked"));
  return [
    `ToolCall: ${settled.length}${total} completed`,
    ...(active === "" ? [] : [`${active} active`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(waiting === "" ? [] : [`awaiting permission for ${waiting}`]),
  ].join(", ");
}

function toolsOf(calls: readonly CallEntry[]): string {
  return [...new Set(calls.map((call) => call.tool))].join(", ");
}

/** `ToolCall: N call(s)[ · 1.2s][ · N failed] (OUTCOME)` (2.15). Under a tenth of a second no time is told. */
function settledHeader({ calls, elapsedMs, failed, outcome }: Settlement): string {
  return [
    `ToolCall: ${counted(calls, ["call", "calls"])}`,
    ...(elapsedMs < 100 ? [] : [` · ${(elapsedMs / 1000).toFixed(1)}s`]),
    ...(failed === 0 ? [] : [` · ${failed} failed`]),
    ` (${outcome})`,
  ].join("");
}

/** Draws the line down the side of each parallel join of more than one row. */
function withGutter(blocks: readonly Block[]): Block[] {
  const joined = (one: Block | undefined, other: Block) => other.batch !== undefined && one?.batch === other.batch;
  return blocks.map((block, index) => {
    const before = joined(blocks[index - 1], block);
    const after = joined(blocks[index + 1], block);
    if (!before && !after) return block;
    return { ...block, gutter: before ? (after ? "├" : "└") : "┌" };
  });
}
