import { rowsOf } from "../../protocol/draw.ts";
import type { Block, Row } from "../../protocol/rows.ts";
import type { View } from "../../protocol/view.ts";
import type { CliScreen } from "./io.ts";
import type { PaintedLine, PaintOptions } from "./paint-rows.ts";
import { paintChild, paintRow } from "./paint-rows.ts";

/** Milliseconds between two paintings, so that time goes on where nothing else happens. */
const FRAME_MS = 100;
/** Rows of one script that stay on the terminal when it has ended; `toolcall show` has them all. */
const MAX_FINAL_LINES = 60;
/** Lines kept free below the rows, so that the terminal never scrolls while it is painted. */
const SPARE_LINES = 2;

/** Draws the rows of a session as it goes on. */
export interface RowScreen {
  /** Takes what happened so far; on a terminal it is painted with the next frame. */
  readonly update: (view: View) => void;
  /** Takes the rows away, so that something else can be written, until there was a `resume` for each `pause`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Draws the rows for good and ends. */
  readonly finish: () => void;
}

/** What a screen of rows is made with. */
export interface RowScreenOptions {
  readonly write: (text: string) => void;
  readonly colours: boolean;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Calls a function again and again until the answer is called; a test turns its own clock. */
  readonly every?: (ms: number, tick: () => void) => () => void;
}

/** Rows on a terminal: those of what goes on are painted again in place. */
export function createLiveScreen(screen: CliScreen, options: RowScreenOptions): RowScreen {
  const { write, colours, now, every = everyInterval } = options;
  const since = new Map<string, number>();
  let latest: View | undefined;
  let rows: readonly Row[] = [];
  let drawn: readonly PaintedLine[] = [];
  let written = 0;
  let isDirty = false;
  let pauses = 0;

  const running = (id: string): number | undefined => {
    const began = since.get(id);
    return began === undefined ? undefined : now() - began;
  };
  const paintOptions = (lines: number): PaintOptions => ({ columns: screen.columns() - 1, lines, colours, running });
  const erase = (): void => {
    if (drawn.length > 0) write(`${upOver(drawn, screen.columns())}\u001b[J`);
    drawn = [];
  };
  const paint = (): void => {
    if (pauses > 0 || latest === undefined) return;
    rows = rowsOf(latest);
    for (const row of rows.slice(written)) noteBeginnings(row, since, now());
    const ended = rows.findIndex(isAtWork);
    const settled = rows.slice(written, ended < 0 ? rows.length : ended);
    const fixed = settled.flatMap((row) => paintRow(row, paintOptions(MAX_FINAL_LINES)));
    written += settled.length;
    const room = Math.max(1, screen.lines() - SPARE_LINES);
    const live = rows
      .slice(written)
      .flatMap((row) => paintRow(row, paintOptions(room)))
      .slice(0, room);
    const lines = [...fixed, ...live].map(({ text }) => `${text}\u001b[K\n`).join("");
    write(`${upOver(drawn, screen.columns())}${lines}\u001b[J`);
    drawn = live;
    isDirty = false;
  };
  const stop = every(FRAME_MS, () => {
    if (isDirty || drawn.length > 0) paint();
  });
  return {
    update(view) {
      // What a session held before this program took it up is not news.
      if (latest === undefined) written = view.entries.length;
      latest = view;
      isDirty = true;
    },
    pause() {
      if (isDirty) paint();
      erase();
      pauses++;
    },
    resume() {
      pauses = Math.max(0, pauses - 1);
      isDirty = true;
    },
    finish() {
      stop();
      pauses = 0;
      if (isDirty || drawn.length > 0) paint();
      drawn = [];
    },
  };
}

/**
 * Rows as plain lines, each once when it and those before it have ended: for files, pipes and terminals that cannot be
 * painted.
 */
export function createPlainScreen({ write, colours }: RowScreenOptions): RowScreen {
  const told = new Set<string>();
  let isFirst = true;
  const tell = (block: Block, lines: readonly PaintedLine[]): void => {
    if (told.has(block.id) || isAtWork(block)) return;
    told.add(block.id);
    for (const { text } of lines) write(`${text}\n`);
  };
  return {
    update(view) {
      if (isFirst) for (const { id } of view.entries) told.add(id);
      isFirst = false;
      for (const row of rowsOf(view)) {
        if (told.has(row.id)) continue;
        for (const child of row.children ?? []) {
          if (isAtWork(child)) break;
          if (child.name !== "Returned") tell(child, paintChild(child, { colours }));
        }
        tell(row, paintRow({ ...row, children: [] }, { colours }));
      }
    },
    pause: () => undefined,
    resume: () => undefined,
    finish: () => undefined,
  };
}

/** Draws nothing. */
export const NO_SCREEN: RowScreen = {
  update: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  finish: () => undefined,
};

function isAtWork({ status }: Block): boolean {
  return status === "running" || status === "queued";
}

/** Remembers when each block was first seen at work. */
function noteBeginnings(block: Block, since: Map<string, number>, now: number): void {
  if (block.status === "running" && !since.has(block.id)) since.set(block.id, now);
  for (const child of block.children ?? []) noteBeginnings(child, since, now);
}

/** Moves to the beginning of the first of these lines, which a narrower window may have broken into several. */
function upOver(lines: readonly PaintedLine[], columns: number): string {
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.columns / Math.max(1, columns))), 0);
  return rows === 0 ? "" : `\r\u001b[${rows}A`;
}

function everyInterval(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
