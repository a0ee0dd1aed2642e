import type { PanelState, Suggestion } from "../../src/protocol/panel-state.ts";
import type { Trigger } from "./triggers.ts";

/** A list of what can be put in the place of a trigger. */
export interface Picker {
  readonly trigger: Trigger;
  readonly items: readonly Suggestion[];
  /** The item that keys are for; -1 while none is: a completion that was only offered. */
  readonly active: number;
}

/** What a key does while a picker is open. */
export type PickerCommand = "next" | "previous" | "accept" | "close" | "none";

/** Most items of a list of tools. */
const MAX_TOOLS = 12;

/** Tools whose names begin with what was typed after a bracket; none when one of them is typed whole. */
export function toolItems(tools: PanelState["tools"], query: string): readonly Suggestion[] {
  const wanted = query.toLowerCase();
  const found = tools.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  if (found.some(({ name }) => name === query)) return [];
  return found
    .slice(0, MAX_TOOLS)
    .map(({ name, summary }) => ({ kind: "tool", insert: name, label: name, detail: summary }));
}

/** A picker of what was found; none when nothing was. */
export function openPicker(trigger: Trigger, items: readonly Suggestion[]): Picker | undefined {
  if (items.length === 0) return undefined;
  return { trigger, items, active: trigger.sign === "(" ? -1 : 0 };
}

/** The picker with another item active; from the last one it goes on at the first. */
export function moveIn(picker: Picker, by: 1 | -1): Picker {
  const { items, active } = picker;
  const from = active < 0 && by < 0 ? 0 : active;
  return { ...picker, active: (from + by + items.length) % items.length };
}

const KEYS: Readonly<Record<string, PickerCommand>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Enter: "accept",
  Tab: "accept",
  Escape: "close",
};

/** What a key does while a picker is open. Where nothing was chosen, Enter and the arrow up stay with the text. */
export function pickerCommand({ active }: Picker, key: string, held: boolean): PickerCommand {
  if (held || !Object.hasOwn(KEYS, key)) return "none";
  if (active < 0 && (key === "Enter" || key === "ArrowUp")) return "none";
  return KEYS[key] as PickerCommand;
}

/** A change of the text: what goes in the place of the units from `start` to the caret, and where the caret is then. */
export interface Insertion {
  readonly start: number;
  readonly text: string;
  /** UTF-16 units by which the caret goes back from the end of the text. */
  readonly back: number;
}

/** How an item is put into the text. */
export function insertionOf({ trigger }: Picker, { kind, insert, label }: Suggestion): Insertion {
  const { sign, start, inString } = trigger;
  if (sign === "(") return { start: start + 1, text: `${label} `, back: 0 };
  if (sign === "/") return { start, text: insert, back: kind === "tool" && insert.endsWith(")") ? 1 : 0 };
  const isQuoted = insert.length > 1 && insert.startsWith('"') && insert.endsWith('"');
  if (inString) return { start, text: isQuoted ? insert.slice(1, -1) : insert, back: 0 };
  return { start, text: `${insert} `, back: 0 };
}
