import type { MarkdownNode } from "./markdown.ts";

/** Reads Markdown once the reader of it is there: most sessions never want it. */
export interface MarkdownReader {
  /** A text as pieces; undefined as long as the reader is not there. `ready` is told when it is. */
  readonly nodes: (text: string) => readonly MarkdownNode[] | undefined;
}

/** Texts whose pieces are kept; those read longest ago go first. */
const KEPT_TEXTS = 100;

/** A reader that loads what it needs when it is first wanted. */
export function createMarkdownReader(ready: () => void): MarkdownReader {
  const kept = new Map<string, readonly MarkdownNode[]>();
  let read: ((text: string) => readonly MarkdownNode[]) | undefined;
  let loading = false;

  const load = async (): Promise<void> => {
    ({ readMarkdown: read } = await import("./markdown.ts"));
    ready();
  };
  const keep = (text: string, nodes: readonly MarkdownNode[]): readonly MarkdownNode[] => {
    kept.set(text, nodes);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_TEXTS && oldest !== undefined) kept.delete(oldest);
    return nodes;
  };

  return {
    nodes: (text) => {
      if (read !== undefined) return kept.get(text) ?? keep(text, read(text));
      // Without the reader the text stands there as it is.
      if (!loading) void load().catch(() => undefined);
      loading = true;
      return undefined;
    },
  };
}
