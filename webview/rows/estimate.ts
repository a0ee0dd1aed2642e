import { OPEN_LINES, PREVIEW_LINES } from "../text/bounded-lines.ts";
import type { Item } from "./items.ts";

/** CSS pixels of one row without a body, of a line of a body, and of a card, before they are measured. */
const ROW = 27;
const LINE = 17;
const CARD = 200;

/** How high an item probably is. It is measured as soon as it is seen. */
export function estimatedHeight(item: Item | undefined): number {
  if (item?.kind === "script") return 9 * LINE;
  if (item?.kind !== "row") return ROW;
  const card = item.questions.length > 0 ? CARD : 0;
  if (!item.open || item.block.script !== undefined) return ROW + card;
  const most = item.display === "preview" ? PREVIEW_LINES : OPEN_LINES;
  return ROW + card + LINE * Math.min(most, item.call?.settled?.lines ?? most);
}
