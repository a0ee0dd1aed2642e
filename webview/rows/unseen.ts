import type { Entry, View } from "../../src/protocol/view.ts";

/** What was there when the reader left the end. */
export interface Seen {
  /** The last entry, and how many rows it had; none when there was none. */
  readonly last: string | undefined;
  readonly rows: number;
}

/** What is there now. */
export function seenOf({ entries }: View): Seen {
  const last = entries.at(-1);
  return { last: last?.id, rows: last === undefined ? 0 : rowsIn(last) };
}

/** How many rows came since then, calls within scripts included; older entries that were fetched do not count. */
export function unseenRows({ entries }: View, { last, rows }: Seen): number {
  const at = last === undefined ? -1 : entries.findLastIndex(({ id }) => id === last);
  const after = entries.slice(at + 1).reduce((sum, entry) => sum + rowsIn(entry), 0);
  const entry = at < 0 ? undefined : entries[at];
  return after + (entry === undefined ? 0 : Math.max(0, rowsIn(entry) - rows));
}

function rowsIn(entry: Entry): number {
  if (entry.kind !== "envelope" || entry.opened.direct !== undefined) return 1;
  return 1 + entry.children.length;
}
