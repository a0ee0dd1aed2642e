import type { RowStatus } from "../../src/protocol/rows.ts";
import { STATUS_MARKS } from "../../src/protocol/rows.ts";
import { STRINGS } from "../strings.ts";
import type { RowItem } from "./items.ts";

/** How a row stands, as the panel shows it: a waiting question stands out from what runs. */
export type Standing = RowStatus | "waiting";

/** The sign before a row. Every standing has a word beside it, so neither sign nor colour has to be known. */
const MARKS: Readonly<Record<Standing, string>> = { ...STATUS_MARKS, waiting: "◆", denied: "⊘" };

/** How a row stands. */
export function standingOf({ block, questions, call, entry }: RowItem): Standing {
  if (call?.state === "asked" || questions.length > 0) return "waiting";
  const isHeader = call === undefined && block.id === entry.id && entry.kind === "envelope";
  return isHeader && block.status === "running" && entry.children.some(({ state }) => state === "asked")
    ? "waiting"
    : block.status;
}

/** The sign of a standing. */
export function markOf(standing: Standing): string {
  return MARKS[standing];
}

/** The standing in a word. */
export function wordOf(standing: Standing): string {
  return STRINGS.standings[standing];
}
