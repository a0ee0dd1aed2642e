import type { View } from "../../src/protocol/view.ts";

/** Messages that can be had back. */
export const MAX_HISTORY = 200;

/** Where somebody is who goes through earlier messages; `draft` is what they had written before. */
export interface Recalling {
  /** Index into the messages; their number while the draft is shown. */
  readonly at: number;
  readonly draft: string;
}

/** What a person sent in this session, oldest first: the scripts of its rows, then what was sent since the panel is there. */
export function sentTexts({ entries }: View, sent: readonly string[]): readonly string[] {
  const scripts = entries.flatMap((entry) =>
    entry.kind === "envelope" && entry.opened.source === "user" ? [entry.opened.expression] : [],
  );
  const all = [...scripts, ...sent];
  // A text that was sent again stands where it was sent last.
  return all.filter((text, at) => all.lastIndexOf(text) === at).slice(-MAX_HISTORY);
}

/** An earlier or later message; nothing when there is none. `text` is what the composer shows. */
export function recall(
  texts: readonly string[],
  { recalling, text, by }: { readonly recalling: Recalling | undefined; readonly text: string; readonly by: 1 | -1 },
): { readonly recalling: Recalling | undefined; readonly text: string } | undefined {
  const { at, draft } = recalling ?? { at: texts.length, draft: text };
  const to = at + by;
  if (to < 0 || to > texts.length || (recalling === undefined && by > 0)) return undefined;
  if (to === texts.length) return { recalling: undefined, text: draft };
  return { recalling: { at: to, draft }, text: texts[to] as string };
}
