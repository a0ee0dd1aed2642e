/** How a row stands. Denied and cancelled ones did nothing wrong; `warning` is a script that went on after failures. */
export type RowStatus = "queued" | "running" | "completed" | "warning" | "failed" | "denied" | "cancelled";

/** The mark before a row's header (2.15). */
export const STATUS_MARKS: Readonly<Record<RowStatus, string>> = {
  queued: "○",
  running: "●",
  completed: "✓",
  warning: "!",
  failed: "×",
  denied: "×",
  cancelled: "×",
};

/** A file that goes with a row; its bytes are not part of it (R245). */
export interface Attachment {
  readonly mime: string;
  readonly kind: "image" | "document";
  readonly path: string;
}

/** A question that waits in a row. */
export interface Question {
  readonly subject: string;
  readonly access: "read" | "write" | "run" | "other";
  readonly reason: string;
  readonly suggestedRule?: string;
  /** Shared by the questions of one parallel join: one card with a line each. */
  readonly group?: string;
  /** The argument that the person may change before allowing. */
  readonly editable?: string;
}

/** What a person sees of one call or script: a tree of plain data, bounded all over, the same for every front end (2.15). */
export interface Block {
  /** The call's or envelope's id: stable, so that a front end can remember what is expanded. */
  readonly id: string;
  /** The tool; `ToolCall` for a composed script. */
  readonly name: string;
  /** The main argument, on one line; empty if there is none. */
  readonly detail: string;
  /** The whole first line, without mark. */
  readonly header: string;
  readonly status: RowStatus;
  /** How it begins; every row begins collapsed. */
  readonly collapsed: boolean;
  readonly format: "markdown" | "diff" | "text";
  readonly body: string;
  /** The language that the body is written in, for highlighting. */
  readonly language?: string;
  /** The script of an envelope. */
  readonly script?: string;
  /** Number shared by the rows of one real join, and the row's place in it. */
  readonly batch?: number;
  readonly gutter?: "┌" | "├" | "└";
  readonly question?: Question;
  readonly attachments?: readonly Attachment[];
  /** Where the whole output is when the body is only its head. */
  readonly artifact?: string;
  /** Something is missing here: output that stands in the artifact, or rows beyond the budget. */
  readonly truncated?: boolean;
  /** An agent's path. */
  readonly requester?: string;
  readonly elapsedMs?: number;
  readonly children?: readonly Block[];
}

/** A block at the top, with the request it belongs to. */
export interface Row extends Block {
  readonly turn?: string;
  /** Wall time in ms. */
  readonly at: number;
}

/** Levels of rows inside one another (2.15). */
export const MAX_ROW_DEPTH = 16;
/** Characters of all texts in one tree of rows (2.15). */
export const ROW_BUDGET = 1_000_000;

/** The tree with what fits into the budget, in order; what holds something that does not is marked. */
export function boundRow<Kind extends Block>(row: Kind, budget: number = ROW_BUDGET): Kind {
  return bound(row, { left: budget }, 1);
}

function bound<Kind extends Block>(block: Kind, budget: { left: number }, depth: number): Kind {
  budget.left -= block.header.length + block.detail.length + block.body.length + (block.script?.length ?? 0);
  const { children } = block;
  if (children === undefined) return block;
  const kept: Block[] = [];
  for (const child of children) {
    if (budget.left <= 0 || depth >= MAX_ROW_DEPTH) return { ...block, children: kept, truncated: true };
    kept.push(bound(child, budget, depth + 1));
  }
  return { ...block, children: kept };
}
