import { hookContext } from "../pipeline/present.ts";
import type { Child } from "./audit.ts";
import type { ChildNote } from "./envelope.ts";

/** What hooks, repairs and the person said about the calls of a script, in the order of the calls (A47). */
export function notesOf(children: readonly Child[]): readonly ChildNote[] {
  return children.flatMap(({ id, settled }) => {
    if (settled === undefined) return [];
    const notes = settled.contexts.map(({ event, text }) => ({ callId: id, event, text }));
    const { repair, edited } = settled;
    return [
      ...(repair === undefined ? [] : [{ callId: id, event: "repair", text: repair }]),
      ...(edited === undefined ? [] : [{ callId: id, event: "edited", text: edited }]),
      ...notes,
    ];
  });
}

/** What the model reads of a script: its text, which processes still run, and what hooks and repairs said (R205, report 15). */
export function deliveryOf(text: string, stillRunning: readonly string[], notes: readonly ChildNote[]): string {
  return [text, processFooter(stillRunning), hookContext(notes)]
    .filter((part, at) => at === 0 || part !== "")
    .join("\n\n");
}

function processFooter(ids: readonly string[]): string {
  if (ids.length === 0) return "";
  const subject = ids.length === 1 ? `process ${ids[0] as string}` : `processes ${ids.join(", ")}`;
  return `Still running after this script: ${subject}. Nothing written from now on is in this result.`;
}
