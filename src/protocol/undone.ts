import type { EventOf } from "./events.ts";
import type { CallEntry, Entry, EnvelopeEntry, View } from "./view.ts";
import { changeCall } from "./view.ts";

/** Most files of one call whose undoing its row follows. */
const MAX_ROW_FILES = 1_000;

/** The view with a file among those that a call changed. */
export function noteChange(view: View, { id, path }: EventOf<"file-changed">): View {
  return changeCall(view, id, (call) => {
    const { files = {} } = call;
    return Object.keys(files).length < MAX_ROW_FILES ? { ...call, files: { ...files, [path]: false } } : call;
  });
}

/**
 * The view after a file was put back, or changed again: of a call, an envelope or a turn, all calls are meant that changed
 * this file. A call, and an envelope, is undone when everything that it changed is. A file that was left is as before.
 */
export function markFile(view: View, { of, path, how }: EventOf<"file-undone" | "file-redone">, undone: boolean): View {
  if (how === "left") return view;
  const entries = view.entries.map((entry) => {
    if (entry.kind === "message") return entry;
    if (entry.kind === "call") return isMeant(entry, of, entry) ? markCall(entry, path, undone) : entry;
    return markEnvelope(entry, (call) => (isMeant(entry, of, call) ? markCall(call, path, undone) : call));
  });
  return entries.every((entry, at) => entry === view.entries[at]) ? view : { ...view, entries };
}

function isMeant(entry: Entry, of: string, call: CallEntry): boolean {
  return entry.turn === of || entry.id === of || call.id === of;
}

function markCall(call: CallEntry, path: string, undone: boolean): CallEntry {
  if (call.files?.[path] === undefined || call.files[path] === undone) return call;
  const files = { ...call.files, [path]: undone };
  return { ...call, files, undone: Object.values(files).every(Boolean) };
}

function markEnvelope(entry: EnvelopeEntry, mark: (call: CallEntry) => CallEntry): EnvelopeEntry {
  const children = entry.children.map(mark);
  if (children.every((child, at) => child === entry.children[at])) return entry;
  return { ...entry, children, undone: children.every((child) => child.files === undefined || child.undone === true) };
}
