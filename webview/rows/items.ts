import type { PanelQuestion } from "../../src/protocol/panel-state.ts";
import type { RowDisplay } from "../../src/protocol/panel-state.ts";
import type { Block } from "../../src/protocol/rows.ts";
import type { CallEntry, Entry, EnvelopeEntry, MessageEntry } from "../../src/protocol/view.ts";

/** Where an item stands in the border around a script: its only part, its first, one between, its last, or outside. */
export type Frame = "none" | "alone" | "top" | "inside" | "bottom";

interface Placed {
  /** Stable: the same thing keeps its key as rows come, go and change. */
  readonly key: string;
  /** From 1; the parts of a script are one level below it. */
  readonly level: number;
  readonly frame: Frame;
  /** The entry that it belongs to; none for what stands for several. */
  readonly entry: Entry | undefined;
}

/** A row that says what a call, a script or a result is, with its body or its parts below it while it is open. */
export interface RowItem extends Placed {
  readonly kind: "row";
  readonly entry: Entry;
  readonly block: Block;
  /** None for scripts and for what they returned. */
  readonly call: CallEntry | undefined;
  readonly open: boolean;
  /** Whether there is anything to open. */
  readonly expandable: boolean;
  readonly display: RowDisplay;
  /** The questions whose card stands in this row. */
  readonly questions: readonly PanelQuestion[];
  /** For a composed script: whether its text is shown. */
  readonly scriptOpen?: boolean;
}

/** The text of a script. */
export interface ScriptItem extends Placed {
  readonly kind: "script";
  readonly entry: EnvelopeEntry;
  readonly open: boolean;
}

/** What stands at the end of a script: what it saved, what was said when it was denied. */
export interface FootItem extends Placed {
  readonly kind: "foot";
  readonly entry: EnvelopeEntry;
}

/** One line in place of several plain rows. */
export interface SummaryItem extends Placed {
  readonly kind: "summary";
  readonly text: string;
  readonly open: boolean;
}

/** The key of the item that stands for older entries. */
export const OLDER_KEY = "older";

/** Stands for the entries before the first that is there. */
export interface OlderItem extends Placed {
  readonly kind: "older";
  readonly count: number;
}

/** Something that was said, open to be read. */
export interface MessageItem extends Placed {
  readonly kind: "message";
  readonly entry: MessageEntry;
}

/** One thing in the list, with a height of its own. */
export type Item = MessageItem | RowItem | ScriptItem | FootItem | SummaryItem | OlderItem;
