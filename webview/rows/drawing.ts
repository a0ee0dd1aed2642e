import type { PanelRoot } from "../../src/protocol/panel-state.ts";
import type { PanelContext } from "../panel-element.ts";
import type { Highlighter } from "../text/highlight.ts";
import type { MarkdownReader } from "../text/lazy-markdown.ts";
import type { LinkTarget } from "../text/links.ts";
import type { Bodies } from "./bodies.ts";
import type { Item, RowItem } from "./items.ts";

/** What the functions that draw items are given, besides the item. */
export interface Drawing {
  readonly context: PanelContext;
  readonly roots: readonly PanelRoot[];
  readonly bodies: Bodies;
  readonly highlighter: Highlighter;
  readonly markdown: MarkdownReader;
  /** The item that keys are for; only what is in it is reached with Tab. */
  readonly activeKey: string | undefined;
  /** Characters of code that fit beside each other, about. */
  readonly columns: number;
  readonly toggle: (item: Item) => void;
  readonly toggleScript: (item: RowItem) => void;
  readonly openMenu: (item: Item, at: Element | MouseEvent) => void;
}

/** The `tabindex` of a control within an item. */
export function tabIndexIn({ activeKey }: Drawing, { key }: Item): 0 | -1 {
  return activeKey === key ? 0 : -1;
}

/** Follows a link of a text or a row: the host opens what it leads to. */
export function follow({ context: { host } }: Drawing, target: LinkTarget): void {
  if (target.kind === "address") host.post({ kind: "open-link", href: target.href });
  else {
    const { path, line } = target;
    host.post({ kind: "open-file", path, ...(line !== undefined && { line }) });
  }
}
