import type { PanelQuestion, PanelRoot } from "../../src/protocol/panel-state.ts";
import type { Entry } from "../../src/protocol/view.ts";
import { envelopeOf } from "../../src/protocol/view.ts";
import { STRINGS } from "../strings.ts";

/** What a card asks, by what the call would do. */
export function titleOf(questions: readonly PanelQuestion[]): string {
  const [first] = questions;
  return questions.length > 1
    ? STRINGS.card.allowThese(questions.length)
    : STRINGS.card.allow[first?.access ?? "other"];
}

/** The call: its tool, and where it stands in the script that makes it. */
export function callOf({ id, tool }: PanelQuestion, entry: Entry): string {
  const place = envelopeOf(id);
  if (place === undefined || entry.kind !== "envelope" || entry.opened.direct !== undefined) return tool;
  const call = entry.children.find((child) => child.id === id);
  const beside = call?.batch === undefined ? 1 : entry.children.filter(({ batch }) => batch === call.batch).length;
  return beside > 1 ? STRINGS.card.callBeside(tool, place.index, beside) : STRINGS.card.callOfScript(tool, place.index);
}

/** A real path as a person reads it: the folder of the workspace that it is in, then the rest; whole outside of them. */
export function placeOf(path: string, roots: readonly PanelRoot[]): string {
  const normal = path.replaceAll("\\", "/");
  for (const root of roots) {
    const base = root.path.replaceAll("\\", "/").replace(/\/$/, "");
    if (normal === base) return root.name;
    if (normal.startsWith(`${base}/`)) return `${root.name} / ${normal.slice(base.length + 1)}`;
  }
  return path;
}

/** The key of the card that a question stands on: its own, or its group's. */
export function cardKeyOf({ id, group }: PanelQuestion): string {
  return group === undefined ? id : `group:${group}`;
}

/** The cards that wait, in order: each by the questions on it. */
export function cardsOf(questions: readonly PanelQuestion[]): readonly (readonly PanelQuestion[])[] {
  const cards = new Map<string, PanelQuestion[]>();
  for (const question of questions) {
    const key = cardKeyOf(question);
    const card = cards.get(key);
    if (card === undefined) cards.set(key, [question]);
    else card.push(question);
  }
  return [...cards.values()];
}

/** Arguments as they are read: JSON text spread over lines, anything else as it is. */
export function spreadDetails(details: string): string {
  // Long numbers would be rounded on the way.
  if (/\d{16}/.test(details)) return details;
  try {
    return JSON.stringify(JSON.parse(details), undefined, 2);
  } catch {
    // Bounded text may break off anywhere.
    return details;
  }
}

/** Whether there is a diff to open: of a call that would write. */
export function hasDiff({ diff, access }: PanelQuestion): boolean {
  return diff !== undefined || access === "write";
}
