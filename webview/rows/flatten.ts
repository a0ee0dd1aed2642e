import { drawEntry } from "../../src/protocol/draw.ts";
import type { PanelQuestion, PanelSettings } from "../../src/protocol/panel-state.ts";
import type { Block, Row } from "../../src/protocol/rows.ts";
import { boundRow } from "../../src/protocol/rows.ts";
import type { CallEntry, Entry, EnvelopeEntry, MessageEntry } from "../../src/protocol/view.ts";
import type { SessionMemory } from "../memory.ts";
import type { PanelData } from "../store.ts";
import type { Foldable } from "./activity.ts";
import { activitySummary, foldRuns, isPlain } from "./activity.ts";
import { displayOf, isOpen } from "./expansion.ts";
import type { FootItem, Frame, Item, RowItem, ScriptItem, SummaryItem } from "./items.ts";
import { OLDER_KEY } from "./items.ts";

/** What the items of one entry follow from besides the entry itself. */
interface Settings {
  readonly settings: PanelSettings;
  readonly memory: SessionMemory;
  /** By the call that a card stands at. */
  readonly questions: ReadonlyMap<string, readonly PanelQuestion[]>;
}

interface Known extends Settings {
  readonly kind: Entry["kind"];
  readonly row: Row;
  readonly items: readonly Item[];
}

/**
 * Turns what the panel knows into a list of items; entries that did not change give the very items they gave before.
 * `steady` folds nothing that is not folded yet: what somebody reads does not vanish into a summary.
 */
export type Flatten = (data: PanelData, memory: SessionMemory, steady?: boolean) => readonly Item[];

const NO_QUESTIONS: ReadonlyMap<string, readonly PanelQuestion[]> = new Map();

/** A `Flatten` with a memory of its own. */
export function createFlatten(): Flatten {
  const known = new WeakMap<Entry, Known>();

  const ofEntry = (entry: Entry, given: Settings): Known => {
    const before = known.get(entry);
    const questions = isWaiting(entry) ? given.questions : NO_QUESTIONS;
    if (before !== undefined && isSame(before, given, questions)) return before;
    const isDrawn = before?.settings.returnedLines === given.settings.returnedLines;
    const row = isDrawn ? before.row : boundRow(drawEntry(entry, given.settings));
    const wanted = { ...given, questions };
    const now = { ...wanted, kind: entry.kind, row, items: itemsOf(entry, row, wanted) };
    known.set(entry, now);
    return now;
  };

  let folded: ReadonlySet<string> = new Set();
  return (data, memory, steady = false) => {
    const { view, settings, older } = data;
    const given = { settings, memory, questions: questionsByCall(data.questions) };
    const entries = view.entries.map((entry) => ofEntry(entry, given));
    const foldables = entries.map((each) => foldableOf(each, folded, steady));
    const isGrowing = !steady && (view.turn !== undefined || data.state.working);
    const runs = foldRuns(foldables, steady ? Math.min(1, settings.summaryRows) : settings.summaryRows, isGrowing);
    folded = new Set(runs.flatMap(({ start, end }) => entries.slice(start, end).map(({ row }) => row.id)));
    const items: Item[] = [];
    if (older > 0)
      items.push({ kind: "older", key: OLDER_KEY, level: 1, frame: "none", entry: undefined, count: older });
    let at = 0;
    for (const { start, end } of runs) {
      for (; at < start; at++) items.push(...(entries[at] as Known).items);
      const rows = entries.slice(start, end);
      const summary = summaryOf(rows, memory);
      items.push(summary);
      if (summary.open) for (const { items: inner } of rows) items.push(...inner.map(deeper));
      at = end;
    }
    for (; at < entries.length; at++) items.push(...(entries[at] as Known).items);
    return items;
  };
}

function isSame(before: Known, { settings, memory }: Settings, questions: Known["questions"]): boolean {
  return (
    before.settings === settings &&
    before.memory.open === memory.open &&
    before.memory.all === memory.all &&
    sameQuestions(before.questions, questions)
  );
}

function sameQuestions(one: Known["questions"], other: Known["questions"]): boolean {
  return one === other || (one.size === 0 && other.size === 0);
}

function isWaiting(entry: Entry): boolean {
  if (entry.kind === "message") return false;
  return entry.kind === "call" ? entry.state === "asked" : entry.children.some(({ state }) => state === "asked");
}

/** The card of a group stands at the call that was asked about first. */
function questionsByCall(questions: readonly PanelQuestion[]): ReadonlyMap<string, readonly PanelQuestion[]> {
  const cards = new Map<string, PanelQuestion[]>();
  const firsts = new Map<string, string>();
  for (const question of questions) {
    const { group, id } = question;
    const at = group === undefined ? id : (firsts.get(group) ?? id);
    if (group !== undefined) firsts.set(group, at);
    const card = cards.get(at);
    if (card === undefined) cards.set(at, [question]);
    else card.push(question);
  }
  return cards;
}

/** A row that was opened stays apart, but not one that was opened within its summary. */
function foldableOf({ kind, row, settings, memory }: Known, folded: ReadonlySet<string>, steady: boolean): Foldable {
  const begins = kind !== "message" && displayOf(settings, row.name) === "collapsed" && isPlain(row);
  const mayFold = folded.has(row.id) || (!steady && !isOpen(memory, row.id, false));
  return { tool: row.name, turn: row.turn, plain: begins && mayFold };
}

function summaryOf(rows: readonly Known[], memory: SessionMemory): SummaryItem {
  const key = `summary:${rows[0]?.row.id ?? ""}`;
  const text = activitySummary(rows.map(({ row }) => row.name));
  return { kind: "summary", key, level: 1, frame: "none", entry: undefined, text, open: isOpen(memory, key, false) };
}

const DEEPER = new WeakMap<Item, Item>();

function deeper(item: Item): Item {
  const known = DEEPER.get(item);
  if (known !== undefined) return known;
  const moved = { ...item, level: item.level + 1 };
  DEEPER.set(item, moved);
  return moved;
}

function itemsOf(entry: Entry, row: Row, given: Settings): readonly Item[] {
  if (entry.kind === "message") return [messageItem(entry, row, given)];
  if (entry.kind === "call") return [rowItem({ entry, block: row, call: entry, level: 1 }, given)];
  if (row.children === undefined) return [rowItem({ entry, block: row, call: entry.children[0], level: 1 }, given)];
  return framed(envelopeItems(entry, row, given));
}

/** What was said is there to be read, but for what only the model needs: that is a row like others. */
function messageItem(entry: MessageEntry, row: Row, given: Settings): Item {
  if (row.collapsed) return rowItem({ entry, block: row, call: undefined, level: 1 }, given);
  return { kind: "message", key: entry.id, level: 1, frame: "none", entry };
}

/** A script: its header, and while it is open its text, the rows of its calls, what it returned, and its foot. */
function envelopeItems(entry: EnvelopeEntry, row: Row, given: Settings): readonly Item[] {
  const { memory, settings, questions } = given;
  const display = displayOf(settings, row.name);
  const open = isOpen(memory, row.id, display !== "collapsed");
  const scriptKey = `${row.id}/script`;
  const scriptOpen = isOpen(memory, scriptKey, entry.settled === undefined || display !== "collapsed");
  const calls = new Map(entry.children.map((call) => [call.id, call]));
  const parts = row.children ?? [];
  const header: RowItem = {
    ...rowItem({ entry, block: row, call: undefined, level: 1 }, given),
    open,
    expandable: true,
    scriptOpen: open && scriptOpen,
  };
  // A question is answered where it waits, also in a script that is shut.
  const shown = open ? parts : parts.filter(({ id }) => questions.has(id));
  const children = shown.flatMap((block) => blockItems({ entry, block, call: calls.get(block.id), level: 2 }, given));
  if (!open) return [header, ...children];
  const script: ScriptItem = { kind: "script", key: scriptKey, level: 2, frame: "inside", entry, open: scriptOpen };
  const foot: FootItem = { kind: "foot", key: `${row.id}/foot`, level: 2, frame: "inside", entry };
  return [header, ...(scriptOpen ? [script] : []), ...children, ...resultItems(entry, row, given), foot];
}

interface Placing {
  readonly entry: Entry;
  readonly block: Block;
  readonly call: CallEntry | undefined;
  readonly level: number;
}

/** A row within a script, and below it the rows that it holds itself, one level deeper. */
function blockItems(placing: Placing, given: Settings): readonly Item[] {
  const item = rowItem(placing, given);
  const inner = placing.block.children ?? [];
  if (!item.open || inner.length === 0) return [item];
  const level = placing.level + 1;
  return [
    item,
    ...inner.flatMap((block) => blockItems({ entry: placing.entry, block, call: undefined, level }, given)),
  ];
}

/** What a script returned, or why it ended, when that has no row of its own yet. */
function resultItems(entry: EnvelopeEntry, row: Row, given: Settings): readonly RowItem[] {
  const { settled } = entry;
  if (settled === undefined || row.body === "") return [];
  const block: Block = {
    id: `${row.id}/returned`,
    name: settled.outcome === "completed" ? "Returned" : "Ended",
    detail: "",
    header: "",
    status: row.status === "warning" ? "completed" : row.status,
    collapsed: false,
    format: "text",
    body: row.body.replace(/^Returned:\n/, ""),
    ...(row.artifact !== undefined && { artifact: row.artifact }),
    ...(row.truncated !== undefined && { truncated: row.truncated }),
    ...(row.attachments !== undefined && { attachments: row.attachments }),
  };
  const item = rowItem({ entry, block, call: undefined, level: 2 }, given);
  return [{ ...item, open: isOpen(given.memory, block.id, true) }];
}

function rowItem({ entry, block, call, level }: Placing, { settings, memory, questions }: Settings): RowItem {
  const display = displayOf(settings, block.name);
  return {
    kind: "row",
    key: block.id,
    level,
    frame: level === 1 ? "none" : "inside",
    entry,
    block,
    call,
    display,
    open: isOpen(memory, block.id, display !== "collapsed" && block.name !== "Returned"),
    expandable: block.body !== "" || (block.children ?? []).length > 0 || (block.attachments ?? []).length > 0,
    questions: (call === undefined ? undefined : questions.get(call.id)) ?? [],
  };
}

function framed(items: readonly Item[]): readonly Item[] {
  if (items.length === 1) return items.map((item) => ({ ...item, frame: "alone" }));
  const frameAt = (at: number): Frame => (at === 0 ? "top" : at === items.length - 1 ? "bottom" : "inside");
  return items.map((item, at) => ({ ...item, frame: frameAt(at) }));
}
