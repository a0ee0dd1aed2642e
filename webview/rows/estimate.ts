import { OPEN_LINES, PREVIEW_LINES } from "../text/bounded-lines.ts";
import type { Item, RowItem } from "./items.ts";

/** CSS pixels of one row without a body, of a line of a body, and of a card, before they are measured. */
const ROW = 27;
const LINE = 17;
const CARD = 200;
/** Lines of a script, and characters of a message in one line, about. */
const SCRIPT_LINES = 9;
const MESSAGE_COLUMNS = 60;

/** How high an item probably is. It is measured as soon as it is seen. */
export function estimatedHeight(item: Item | undefined): number {
  switch (item?.kind) {
    case "script":
      return SCRIPT_LINES * LINE;
    case "message":
      return ROW + LINE * Math.ceil(item.entry.text.length / MESSAGE_COLUMNS);
    case "row":
      return ROW + (item.questions.length > 0 ? CARD : 0) + bodyHeight(item);
    default:
      return ROW;
  }
}

function bodyHeight({ open, block, display, call }: RowItem): number {
  if (!open || block.script !== undefined) return 0;
  const most = display === "preview" ? PREVIEW_LINES : OPEN_LINES;
  return LINE * Math.min(most, call?.settled?.lines ?? most);
}
