import type { Item } from "./items.ts";

/** What a key does in the list. */
export type KeyCommand =
  | { readonly kind: "move"; readonly to: number }
  | { readonly kind: "toggle" | "menu" | "expand-all" }
  | { readonly kind: "none" };

/** A key with what was held down. */
export interface Key {
  readonly key: string;
  readonly shift?: boolean;
  /** Alt, Ctrl or Command, with which a key belongs to somebody else. */
  readonly modified?: boolean;
}

/** Items that Page Up and Page Down go over. */
const PAGE = 10;
const NONE: KeyCommand = { kind: "none" };

/** What a key does while the item at `at` is the active one: the keys of a tree. `rtl` turns left and right around. */
export function keyCommand(items: readonly Item[], at: number, key: Key, rtl = false): KeyCommand {
  if (key.modified === true) return NONE;
  const item = items[at];
  if (item === undefined) return items.length === 0 ? NONE : { kind: "move", to: items.length - 1 };
  switch (mirrored(key.key, rtl)) {
    case "ArrowDown":
      return move(items, at + 1);
    case "ArrowUp":
      return move(items, at - 1);
    case "PageDown":
      return move(items, at + PAGE);
    case "PageUp":
      return move(items, at - PAGE);
    case "Home":
      return move(items, 0);
    case "End":
      return move(items, items.length - 1);
    case "Enter":
    case " ":
      return canOpen(item) ? { kind: "toggle" } : NONE;
    case "ArrowRight":
      if (!canOpen(item)) return NONE;
      return isShut(item) ? { kind: "toggle" } : childOf(items, at);
    case "ArrowLeft":
      return canOpen(item) && !isShut(item) ? { kind: "toggle" } : parentOf(items, at);
    case "ContextMenu":
      return { kind: "menu" };
    case "F10":
      return key.shift === true ? { kind: "menu" } : NONE;
    case "*":
      return { kind: "expand-all" };
    default:
      return NONE;
  }
}

function mirrored(key: string, rtl: boolean): string {
  if (!rtl) return key;
  return key === "ArrowLeft" ? "ArrowRight" : key === "ArrowRight" ? "ArrowLeft" : key;
}

function move(items: readonly Item[], to: number): KeyCommand {
  return { kind: "move", to: Math.max(0, Math.min(items.length - 1, to)) };
}

/** Whether an item opens and shuts. */
export function canOpen(item: Item): boolean {
  return item.kind === "summary" || (item.kind === "row" && item.expandable);
}

function isShut(item: Item): boolean {
  return !("open" in item) || !item.open;
}

function childOf(items: readonly Item[], at: number): KeyCommand {
  const next = items[at + 1];
  return next !== undefined && next.level > (items[at] as Item).level ? { kind: "move", to: at + 1 } : NONE;
}

function parentOf(items: readonly Item[], at: number): KeyCommand {
  const { level } = items[at] as Item;
  const to = items.slice(0, at).findLastIndex((item) => item.level < level);
  return to < 0 ? NONE : { kind: "move", to };
}
