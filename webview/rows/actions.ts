import type { Intent } from "../../src/protocol/intents.ts";
import type { RowDisplay } from "../../src/protocol/panel-state.ts";
import type { PanelContext } from "../panel-element.ts";
import { STRINGS } from "../strings.ts";
import { describeCall } from "./describe.ts";
import { compose } from "../store.ts";
import type { Item, MessageItem, RowItem } from "./items.ts";

/** Something that can be done with a row. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** Whether it also stands in the row itself while the row is pointed at or has the focus. */
  readonly near?: boolean;
  /** Whether a line stands above it in the menu. */
  readonly apart?: boolean;
  readonly run: () => void;
}

interface Offered extends Omit<Action, "run"> {
  readonly intent: Intent;
}

/** What can be done with an item, the most wanted first. */
export function actionsOf(item: Item, { host, store }: PanelContext): readonly Action[] {
  if (item.kind === "message") return messageActions(item, { host, store });
  const offered =
    item.kind === "row"
      ? rowActions(item, store.data().state.roots)
      : item.kind === "script" || item.kind === "foot"
        ? scriptActions(item.entry.id)
        : [];
  return offered.map(({ intent, ...action }) => ({ ...action, run: () => host.post(intent) }));
}

function messageActions({ entry: { role, text } }: MessageItem, { host, store }: PanelContext): readonly Action[] {
  const copy = (): void => host.post({ kind: "copy", text });
  const again = (): void => store.change((data) => compose(data, text, "replace"));
  return [
    { id: "copy", label: STRINGS.copyText, icon: "copy", run: copy },
    ...(role === "person" ? [{ id: "say-again", label: STRINGS.sayAgain, icon: "edit", run: again }] : []),
  ];
}

type Roots = Parameters<typeof describeCall>[2];

function rowActions(item: RowItem, roots: Roots): readonly Offered[] {
  if (item.block.script !== undefined) return headerActions(item);
  if (item.call === undefined) return outputActions(item.entry.id);
  const { id } = item.block;
  const over = isOver(item);
  return [
    ...(over ? [] : [stop(item, id)]),
    ...fileActions(item, roots),
    ...changeActions(item, id),
    ...(over ? outputActions(id) : []),
    copyInput(id),
    ...(over ? [runAgain(id)] : []),
    explain(item.call.id),
    ...displayActions(item),
  ];
}

/** What can be done with a composed script. */
function headerActions(item: RowItem): readonly Offered[] {
  const { id } = item.block;
  const over = isOver(item);
  return [
    ...(over ? [] : [stop(item, id)]),
    ...changeActions(item, id),
    ...scriptActions(id),
    ...(over ? outputActions(id) : []),
    copyInput(id),
    ...(over ? [runAgain(id)] : []),
    ...displayActions(item),
  ];
}

function isOver({ block: { status } }: RowItem): boolean {
  return status !== "running" && status !== "queued";
}

function stop({ call, entry }: RowItem, id: string): Offered {
  const intent: Intent = { kind: "cancel", id: id === entry.id ? entry.id : (call?.id ?? id) };
  return { id: "stop", label: STRINGS.stop, icon: "debug-stop", near: true, intent };
}

function fileActions({ block, call }: RowItem, roots: Roots): readonly Offered[] {
  const file = describeCall(block, call, roots).find((part) => part.file !== undefined)?.file;
  if (file === undefined) return [];
  const { path, line } = file;
  const intent: Intent = { kind: "open-file", path, ...(line !== undefined && { line }) };
  return [{ id: "open-file", label: STRINGS.openFile, icon: "go-to-file", intent }];
}

/** What there is to do with changes of files: a script has those of its calls. */
function changeActions(item: RowItem, id: string): readonly Offered[] {
  return [...(hasDiff(item) ? [openDiff(id)] : []), ...(hasFiles(item) ? [undoOrRedo(item, id)] : [])];
}

function hasFiles({ call, entry }: RowItem): boolean {
  const calls = call === undefined ? (entry.kind === "envelope" ? entry.children : []) : [call];
  return calls.some(({ files }) => files !== undefined);
}

/** A diff of what was changed, or of what would be while the person is asked. */
function hasDiff({ block, call }: RowItem): boolean {
  return call !== undefined && (block.format === "diff" || (call.state === "asked" && writes(call.question)));
}

function openDiff(id: string): Offered {
  return { id: "diff", label: STRINGS.openDiff, icon: "diff", near: true, intent: { kind: "open-diff", id } };
}

function undoOrRedo({ call, entry }: RowItem, id: string): Offered {
  const work = call ?? entry;
  return work.kind !== "message" && work.undone === true
    ? { id: "redo", label: STRINGS.redo, icon: "redo", near: true, intent: { kind: "redo", id } }
    : { id: "undo", label: STRINGS.undo, icon: "discard", near: true, intent: { kind: "undo", id } };
}

function writes(question: { readonly access: string } | undefined): boolean {
  return question?.access === "write";
}

function scriptActions(id: string): readonly Offered[] {
  return [{ id: "script", label: STRINGS.openScript, icon: "go-to-file", intent: { kind: "open-script", id } }];
}

function outputActions(id: string): readonly Offered[] {
  return [
    { id: "output", label: STRINGS.openOutput, icon: "open-preview", intent: { kind: "open-output", id } },
    {
      id: "copy-output",
      label: STRINGS.copyOutput,
      icon: "copy",
      near: true,
      apart: true,
      intent: { kind: "copy-of", id, what: "output" },
    },
  ];
}

function copyInput(id: string): Offered {
  return { id: "copy-input", label: STRINGS.copyInput, icon: "copy", intent: { kind: "copy-of", id, what: "input" } };
}

function runAgain(id: string): Offered {
  return { id: "again", label: STRINGS.runAgain, icon: "refresh", apart: true, intent: { kind: "run-again", id } };
}

function explain(id: string): Offered {
  const intent: Intent = { kind: "explain-permission", id };
  return { id: "explain", label: STRINGS.explain, icon: "shield", intent };
}

const DISPLAYS: readonly RowDisplay[] = ["collapsed", "preview", "expanded"];

function displayActions({ block: { name: tool }, display: now }: RowItem): readonly Offered[] {
  return DISPLAYS.map((display, at) => ({
    id: `display-${display}`,
    label: STRINGS.displays[display](tool),
    icon: display === now ? "check" : "blank",
    apart: at === 0,
    intent: { kind: "set-display", tool, display },
  }));
}
