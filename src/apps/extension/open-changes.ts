import type { KeptContent } from "../../pipeline/snapshots.ts";
import type { AgentEvent, EventOf } from "../../protocol/events.ts";
import { parseEvent } from "../../protocol/events.ts";
import { proposedFiles } from "../../tools/edit/proposed-files.ts";
import { envelopeOf } from "../../protocol/view.ts";
import type { Controller } from "./controller.ts";
import type { DiffPair, Document } from "./editor.ts";

/** Most files in one diff editor. */
const MAX_FILES = 100;

/** Opens the native diff of what a call or envelope changed, or of what a call that waits would change. */
export async function openChanges(controller: Controller, id: string): Promise<void> {
  const { desk, questions, notice, words } = controller;
  const session = desk.id();
  if (session === undefined) return;
  const request = questions.requestOf(id);
  if (request !== undefined) return openProposal(controller, { session, id });
  const pairs = pairsOf(await changesOf(controller, session, id), session);
  if (pairs.length === 0) {
    notice("info", words("no-changes", id));
    return;
  }
  await controller.editor.openDiff(id, pairs.slice(0, MAX_FILES));
}

/** What a call that waits would change, in the diff editor; the diff as a text where files cannot be put side by side. */
async function openProposal(
  { questions, editor, notice, words, documents, workplace }: Controller,
  { session, id }: { readonly session: string; readonly id: string },
): Promise<void> {
  const diff = questions.requestOf(id)?.diff;
  if (diff === undefined) {
    notice("info", words("no-changes", id));
    return;
  }
  const proposed = await proposedFiles(diff, (await workplace()).host.files);
  if (proposed === undefined) {
    const document: Document = { session, of: id, part: "diff", name: `${id.replaceAll("/", "-")}.diff` };
    documents.put(document, diff);
    await editor.openDocument(document);
    return;
  }
  const side = (path: string, part: "current" | "proposal", text: string | undefined): Document => {
    const of = `${id} ${path}`;
    const document: Document = { session, of, part: text === undefined ? "missing" : part, name: nameOf(path) };
    if (text !== undefined) documents.put(document, text);
    return document;
  };
  const pairs = proposed.slice(0, MAX_FILES).map(({ path, before, after }) => ({
    path,
    before: side(path, "current", before),
    after: side(path, "proposal", after),
  }));
  await editor.openDiff(words("proposal", id), pairs);
}

async function changesOf(
  { workplace }: Controller,
  session: string,
  id: string,
): Promise<readonly EventOf<"file-changed">[]> {
  const journal = await (await workplace()).host.store.journal(session);
  if ("problem" in journal) return [];
  // Most lines are of other kinds: they need not be read.
  const events = journal.lines
    .filter((line) => line.includes('"file-changed"'))
    .flatMap((line): readonly AgentEvent[] => {
      const parsed = parseEvent(line);
      return parsed.ok ? [parsed.event] : [];
    });
  return events.flatMap((event) =>
    event.kind === "file-changed" && (event.id === id || envelopeOf(event.id)?.envelope === id) ? [event] : [],
  );
}

/** What each file was before the first of the changes, and what it is after the last. */
function pairsOf(changes: readonly EventOf<"file-changed">[], session: string): readonly DiffPair[] {
  const byPath = new Map<string, { readonly before: KeptContent; readonly after: KeptContent }>();
  for (const { path, before, after } of changes) {
    byPath.set(path, { before: byPath.get(path)?.before ?? before, after });
  }
  return [...byPath].map(([path, { before, after }]) => ({
    path,
    before: documentOf(before, path, session),
    after: documentOf(after, path, session),
  }));
}

function documentOf(kept: KeptContent, path: string, session: string): Document {
  const name = nameOf(path);
  if (kept === "missing") return { session, of: path, part: "missing", name };
  return "gap" in kept
    ? { session, of: kept.gap, part: "kept", name }
    : { session, of: kept.content, part: "kept", name };
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
