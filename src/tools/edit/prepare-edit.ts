import { isRefusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import type { Prepared } from "./change-files.ts";
import { bytesOf, readBefore, textOf } from "./existing-file.ts";
import type { Before } from "./existing-file.ts";
import { replaceText } from "./replace-text.ts";
import type { Replaced, Replacement } from "./replace-text.ts";
import { unchangedSince } from "./seen.ts";
import { locate } from "./target.ts";
import type { Target, TargetContext } from "./target.ts";
import type { SessionFacts } from "../../pipeline/tool.ts";

/** What preparing needs of a context. A preview has no session: it does not tell who has seen what. */
export interface PrepareContext extends TargetContext {
  readonly session?: SessionFacts;
}

/** Why a file that changed since the session saw it is not changed; without a session there is nothing to say. */
export function staleness({ host, session }: PrepareContext, target: Target, before: Before): Refusal | undefined {
  return session === undefined ? undefined : unchangedSince({ host, session }, target, before);
}

function describe(place: Replaced["places"][number]): string {
  return place.from === place.to ? `${place.from}` : `${place.from}–${place.to}`;
}

/** One note per replacement: where it was made, in lines of the text it was applied to. */
function noteOf(replaced: Replaced): string {
  const { places } = replaced;
  const listed = places.slice(0, 10).map(describe).join(", ");
  const more = places.length > 10 ? ` and ${places.length - 10} more` : "";
  return places.length === 1
    ? `Replaced at line ${listed}.`
    : `Replaced ${places.length} places, at lines ${listed}${more}.`;
}

/** Applies replacements one after the other, each to the outcome of the one before it. */
function replaceAll(text: string, edits: readonly Replacement[]): { text: string; notes: string[] } | Refusal {
  const notes: string[] = [];
  let current = text;
  for (const [index, edit] of edits.entries()) {
    const replaced = replaceText(current, edit);
    if (isRefusal(replaced)) {
      return edits.length === 1
        ? replaced
        : { refused: `Edit ${index + 1} of ${edits.length}: ${replaced.refused}\nNone of the edits was made.` };
    }
    current = replaced.text;
    notes.push(noteOf(replaced));
  }
  return { text: current, notes };
}

/** Prepares exact replacements in one file; nothing is written. */
export async function prepareEdit(
  path: string,
  edits: readonly Replacement[],
  context: PrepareContext,
): Promise<Prepared | Refusal> {
  const target = await locate(path, context);
  if (isRefusal(target)) return target;
  const before = await readBefore(target, context.host);
  if (isRefusal(before)) return before;
  const stale = staleness(context, target, before);
  if (stale !== undefined) return stale;
  if (before === "missing") return { refused: `${path} does not exist. Write makes new files.` };
  const text = textOf(path, before, context.host);
  if (isRefusal(text)) return text;
  const edited = replaceAll(text.text, edits);
  if (isRefusal(edited)) return { refused: `${path}: ${edited.refused}` };
  const after = bytesOf(path, edited.text, text);
  if (isRefusal(after)) return after;
  return {
    changes: [{ path, real: target.real, before, after }],
    files: [{ path, before: before.bytes, after }],
    notes: edited.notes,
  };
}
