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

type Act = (items: readonly Item[], at: number) => KeyCommand;

const ACTS: Readonly<Record<string, Act>> = {
  ArrowDown: (items, at) => move(items, at + 1),
  ArrowUp: (items, at) => move(items, at - 1),
  PageDown: (items, at) => move(items, at + PAGE),
  PageUp: (items, at) => move(items, at - PAGE),
  Home: (items) => move(items, 0),
  End: (items) => move(items, items.length - 1),
  Enter: toggle,
  " ": toggle,
  ArrowRight: (items, at) => (isShut(items[at] as Item) ? toggle(items, at) : childOf(items, at)),
  ArrowLeft: (items, at) => (isOpened(items[at] as Item) ? { kind: "toggle" } : parentOf(items, at)),
  ContextMenu: () => ({ kind: "menu" }),
  "*": () => ({ kind: "expand-all" }),
};

/** What a key does while the item at `at` is the active one: the keys of a tree. `rtl` turns left and right around. */
export function keyCommand(items: readonly Item[], at: number, key: Key, rtl = false): KeyCommand {
  if (key.modified === true || items.length === 0) return NONE;
  if (items[at] === undefined) return { kind: "move", to: items.length - 1 };
  if (key.key === "F10" && key.shift === true) return { kind: "menu" };
  const name = mirrored(key.key, rtl);
  return Object.hasOwn(ACTS, name) ? (ACTS[name] as Act)(items, at) : NONE;
}

function toggle(items: readonly Item[], at: number): KeyCommand {
  return canOpen(items[at] as Item) ? { kind: "toggle" } : NONE;
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

function isOpened(item: Item): boolean {
  return canOpen(item) && "open" in item && item.open;
}

function isShut(item: Item): boolean {
  return canOpen(item) && !isOpened(item);
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
