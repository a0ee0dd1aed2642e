import type { Insertion } from "./picker.ts";

/** The field that a person types into. */
export type Field = HTMLTextAreaElement;

/** Puts a text in the place of what is from `start` to the caret, as typing does: it can be undone. */
export function putText(field: Field, { start, text, back }: Insertion): void {
  field.focus();
  field.setSelectionRange(start, field.selectionEnd);
  insert(field, text);
  const caret = start + text.length - back;
  field.setSelectionRange(caret, caret);
}

/** Puts a text in the place of all; the caret is at its end. */
export function replaceAll(field: Field, text: string): void {
  if (field.value === text) return;
  if (field.ownerDocument.activeElement === field && text !== "") {
    field.select();
    insert(field, text);
  } else field.value = text;
  field.setSelectionRange(text.length, text.length);
  field.scrollTop = field.scrollHeight;
}

/** UTF-16 units that are put in so that it can be undone; more of them would take the browser too long. */
const UNDOABLE_CHARS = 50_000;

function insert(field: Field, text: string): void {
  const expected = field.value.length - (field.selectionEnd - field.selectionStart) + text.length;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps what can be undone
  const isDone = text.length <= UNDOABLE_CHARS && field.ownerDocument.execCommand("insertText", false, text);
  if (isDone && field.value.length === expected) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Whether the caret is in the first and in the last line of the text, with nothing selected. */
export function lineSituation({ value, selectionStart, selectionEnd }: Field): {
  readonly first: boolean;
  readonly last: boolean;
} {
  const isCaret = selectionStart === selectionEnd;
  return {
    first: isCaret && !value.slice(0, selectionStart).includes("\n"),
    last: isCaret && !value.slice(selectionStart).includes("\n"),
  };
}

/** Whether an arrow key, after the field had it, went no further: not at all, or to the end of the only line that was left. */
export function isAtEdge({ selectionStart, value }: Field, before: number, by: 1 | -1): boolean {
  return selectionStart === before || selectionStart === (by < 0 ? 0 : value.length);
}
