import type { Block, RowStatus } from "../../protocol/rows.ts";
import { STATUS_MARKS } from "../../protocol/rows.ts";
import type { Painter, Style } from "./colours.ts";
import { painter } from "./colours.ts";
import { columnsOf, cutToColumns, oneSafeLine, safeLines } from "./terminal-text.ts";

/** How rows are painted. */
export interface PaintOptions {
  /** Columns of a line; longer ones are cut. Without it nothing is cut. */
  readonly columns?: number;
  /** Lines altogether; the rows that say least are left out and counted. Without it all are painted. */
  readonly lines?: number;
  readonly colours: boolean;
  /** Milliseconds that a block has been at work, for those that are. */
  readonly running?: (id: string) => number | undefined;
}

/** A painted line and how many columns it takes. */
export interface PaintedLine {
  readonly text: string;
  readonly columns: number;
}

/** Two extra blanks before the rows of an envelope (2.15). */
const INDENT = "  ";

const MARK_STYLES: Readonly<Record<RowStatus, Style>> = {
  queued: "dim",
  running: "cyan",
  completed: "green",
  warning: "yellow",
  failed: "red",
  denied: "red",
  cancelled: "dim",
};

/** Which rows are kept when there is not room for all: those with the larger number, later ones first. */
const IMPORTANCE: Readonly<Record<RowStatus, number>> = {
  running: 3,
  failed: 2,
  denied: 2,
  warning: 2,
  cancelled: 1,
  completed: 1,
  queued: 0,
};

/** The lines of one row: its header, the rows of its calls with the line down the side of each join, and why they failed. */
export function paintRow(row: Block, options: PaintOptions): readonly PaintedLine[] {
  const header = paintLine(row, "", options);
  const children = (row.children ?? []).filter(({ name }) => name !== "Returned");
  const room = options.lines === undefined ? Infinity : Math.max(0, options.lines - 1);
  const { kept, omitted } = mostImportant(children, room);
  return [header, ...omittedLine(omitted, options), ...kept.flatMap((child) => paintChild(child, options))];
}

/** A row within an envelope on a line of its own, and below it why it failed. */
export function paintChild(child: Block, options: PaintOptions): readonly PaintedLine[] {
  const before = `${INDENT}${child.gutter === undefined ? "" : `${child.gutter} `}`;
  return [paintLine(child, before, options), ...failureLine(child, options)];
}

function paintLine(block: Block, before: string, options: PaintOptions): PaintedLine {
  const time = timeOf(block, options);
  const room = options.columns === undefined ? Infinity : options.columns - columnsOf(before) - 2 - time.length;
  const header = fitted(block.header, room);
  const paint = painter(options.colours);
  const mark = paint(MARK_STYLES[block.status], STATUS_MARKS[block.status]);
  return {
    text: `${paint("dim", before)}${mark} ${header}${paint("dim", time)}`,
    columns: columnsOf(before) + 2 + columnsOf(header) + time.length,
  };
}

/** How long a call took or has taken; a script says that in its header once it has ended. Below 0.1 s nothing is said. */
function timeOf({ id, status, children, elapsedMs }: Block, { running }: PaintOptions): string {
  const isOver = status !== "running" && status !== "queued";
  if (isOver && children !== undefined) return "";
  const ms = isOver ? elapsedMs : running?.(id);
  return ms === undefined || ms < 100 ? "" : ` · ${(ms / 1000).toFixed(1)}s`;
}

function failureLine({ status, body }: Block, options: PaintOptions): readonly PaintedLine[] {
  const isTold = status === "failed" || status === "denied";
  const first = safeLines(body).find((line) => line.trim() !== "");
  return isTold && first !== undefined ? [note(`${INDENT}${INDENT}${first.trim()}`, options)] : [];
}

function omittedLine(count: number, options: PaintOptions): readonly PaintedLine[] {
  return count === 0 ? [] : [note(`${INDENT}… ${count} more`, options)];
}

function note(text: string, { columns, colours }: PaintOptions): PaintedLine {
  const shown = fitted(text, columns ?? Infinity);
  const paint: Painter = painter(colours);
  return { text: paint("dim", shown), columns: columnsOf(shown) };
}

function fitted(text: string, columns: number): string {
  const safe = oneSafeLine(text);
  return columns === Infinity ? safe : cutToColumns(safe, Math.max(0, columns));
}

/** As many blocks as have room with their notes, in their order; the rest are counted in a line of their own. */
function mostImportant(
  blocks: readonly Block[],
  room: number,
): { readonly kept: readonly Block[]; readonly omitted: number } {
  const linesOf = ({ status, body }: Block): number => (IMPORTANCE[status] === 2 && body !== "" ? 2 : 1);
  const all = blocks.reduce((sum, block) => sum + linesOf(block), 0);
  if (all <= room) return { kept: blocks, omitted: 0 };
  const ranked = blocks
    .map((block, index) => ({ block, index }))
    .sort((a, b) => IMPORTANCE[b.block.status] - IMPORTANCE[a.block.status] || b.index - a.index);
  const chosen = new Set<Block>();
  let left = room - 1;
  for (const { block } of ranked) {
    left -= linesOf(block);
    if (left < 0) break;
    chosen.add(block);
  }
  return { kept: blocks.filter((block) => chosen.has(block)), omitted: blocks.length - chosen.size };
}
