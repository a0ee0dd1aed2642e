import { drawEntry } from "../../src/protocol/draw.ts";
import type { CallEntry, Entry, View } from "../../src/protocol/view.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";

/** What is said at once, in sentences; more than that is counted. */
const MAX_SENTENCES = 3;
/** UTF-16 units of one sentence. */
const SENTENCE_CHARS = 160;

/** What somebody who does not look is told of a change: questions first, how things ended, what began. Brief on purpose. */
export function announcement(before: View, now: View): string {
  if (before === now || before.session !== now.session) return "";
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  const changed = now.entries.filter((entry) => known.get(entry.id) !== entry);
  // An opening and older entries bring much that is not new.
  const fresh = changed.filter(({ id, at }) => known.has(id) || at >= (before.entries.at(-1)?.at ?? 0));
  const sentences = [
    ...fresh.flatMap((entry) => questionsIn(entry, known.get(entry.id))),
    ...fresh.flatMap((entry) => outcomeOf(entry, known.get(entry.id))),
    ...fresh.filter((entry) => !known.has(entry.id) && !isSettled(entry)).map((entry) => bounded(titleOf(entry))),
  ];
  const kept = sentences.slice(0, MAX_SENTENCES);
  const more = sentences.length - kept.length;
  return [...kept, ...(more > 0 ? [STRINGS.andMore(more)] : [])].join(". ");
}

function callsOf(entry: Entry | undefined): readonly CallEntry[] {
  if (entry === undefined || entry.kind === "message") return [];
  return entry.kind === "call" ? [entry] : entry.children;
}

function questionsIn(entry: Entry, before: Entry | undefined): readonly string[] {
  const asked = new Set(callsOf(before).flatMap(({ id, state }) => (state === "asked" ? [id] : [])));
  return callsOf(entry)
    .filter(({ id, question }) => question !== undefined && !asked.has(id))
    .map(({ tool, question }) => bounded(STRINGS.asks(tool, question?.subject ?? "")));
}

function isSettled(entry: Entry): boolean {
  return entry.kind === "message" ? entry.state !== "running" : entry.settled !== undefined;
}

function outcomeOf(entry: Entry, before: Entry | undefined): readonly string[] {
  if (!isSettled(entry) || (before !== undefined && isSettled(before))) return [];
  const { header, status } = drawEntry(entry);
  return [bounded(`${header}, ${STRINGS.standings[status]}`)];
}

function titleOf(entry: Entry): string {
  return drawEntry(entry).header;
}

function bounded(text: string): string {
  const line = visibleLine(text);
  return line.length <= SENTENCE_CHARS ? line : `${line.slice(0, SENTENCE_CHARS - 1)}…`;
}
