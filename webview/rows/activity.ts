import type { Block } from "../../src/protocol/rows.ts";

type Phrase = readonly [verb: string, one: string, many: string];

/** What calls of a tool did together (2.15). */
const PHRASES: Readonly<Record<string, Phrase>> = {
  Grep: ["searched", "pattern", "patterns"],
  Glob: ["matched", "glob", "globs"],
  Read: ["read", "file", "files"],
  Bash: ["ran", "command", "commands"],
  Eval: ["evaluated", "form", "forms"],
  WebFetch: ["fetched", "page", "pages"],
  WebSearch: ["ran", "web search", "web searches"],
};

/**
 * What a run of calls did, in words: `Searched 5 patterns, read 1 file, Edit ×2` (2.15). Tools stand in the order of their
 * first use; the first letter is raised only where a phrase with a verb begins.
 */
export function activitySummary(tools: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const parts = [...counts].map(([tool, count]) => partOf(tool, count));
  const [first] = counts.keys();
  const text = parts.join(", ");
  return first !== undefined && phraseOf(first) !== undefined ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function phraseOf(tool: string): Phrase | undefined {
  return Object.hasOwn(PHRASES, tool) ? PHRASES[tool] : undefined;
}

function partOf(tool: string, count: number): string {
  const phrase = phraseOf(tool);
  if (phrase === undefined) return count === 1 ? tool : `${tool} ×${count}`;
  const [verb, one, many] = phrase;
  return `${verb} ${count} ${count === 1 ? one : many}`;
}

/** Whether a row may be folded into a summary: a settled call that succeeded, about which there is nothing else to say. */
export function isPlain(block: Block): boolean {
  return (
    block.status === "completed" &&
    block.script === undefined &&
    block.children === undefined &&
    block.question === undefined &&
    block.requester === undefined &&
    (block.attachments ?? []).length === 0
  );
}

/** A row at the top as the folding sees it. */
export interface Foldable {
  readonly tool: string;
  /** The request that it belongs to; a run never goes over its end. */
  readonly turn: string | undefined;
  readonly plain: boolean;
}

/** Rows from `start` to before `end` that one summary stands for. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** The runs of more than `most` plain rows. `open` says that the last run may still grow: it stays as it is until then. */
export function foldRuns(rows: readonly Foldable[], most: number, open: boolean): readonly Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < rows.length;) {
    const end = endOfRun(rows, start);
    const isGrowing = open && end === rows.length;
    if (most > 0 && end - start > most && !isGrowing) runs.push({ start, end });
    start = Math.max(end, start + 1);
  }
  return runs;
}

function endOfRun(rows: readonly Foldable[], start: number): number {
  let end = start;
  const turn = rows[start]?.turn;
  while (rows[end]?.plain === true && rows[end]?.turn === turn) end++;
  return end;
}
