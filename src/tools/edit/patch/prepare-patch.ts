import type { ChangedFile } from "../change-report.ts";
import type { Prepared } from "../change-files.ts";
import type { PreparedChange } from "../commit.ts";
import { bytesOf, NEW_FILE, newFileText, readBefore, textOf } from "../existing-file.ts";
import type { Before, EncodedBytes } from "../existing-file.ts";
import { staleness } from "../prepare-edit.ts";
import type { PrepareContext } from "../prepare-edit.ts";
import { isRefusal } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import { sameBytes } from "../seen.ts";
import { locate } from "../target.ts";
import type { Target } from "../target.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { PatchSection } from "./patch.ts";

/** A file under the patch: what it was, and what the sections so far made of it. */
interface Draft {
  readonly target: Target;
  readonly before: Before;
  content: Uint8Array | "missing";
  /** Permission bits that go with the content. */
  mode: number | undefined;
  /** Where the content was moved from. */
  from?: Draft;
}

/** The files a patch touches, by real path, as they would be; sections work on what the ones before them made. */
class Drafts {
  readonly context: PrepareContext;
  readonly byReal = new Map<string, Draft>();
  readonly notes: string[] = [];

  constructor(context: PrepareContext) {
    this.context = context;
  }

  /** The draft of a path, read at first use. */
  async open(path: string): Promise<Draft | Refusal> {
    const target = await locate(path, this.context);
    if (isRefusal(target)) return target;
    const known = this.byReal.get(target.real);
    if (known !== undefined) return known;
    const before = await readBefore(target, this.context.host);
    if (isRefusal(before)) return before;
    const stale = staleness(this.context, target, before);
    if (stale !== undefined) return stale;
    const [content, mode] = before === "missing" ? [before, undefined] : [before.bytes, before.mode];
    const draft: Draft = { target, before, content, mode };
    this.byReal.set(target.real, draft);
    return draft;
  }
}

type Update = Extract<PatchSection, { kind: "update" }>;

async function add(section: Extract<PatchSection, { kind: "add" }>, drafts: Drafts): Promise<Refusal | undefined> {
  const draft = await drafts.open(section.path);
  if (isRefusal(draft)) return draft;
  if (draft.content !== "missing")
    return { refused: `${section.path} exists already; change it with "*** Update File: ${section.path}".` };
  const content = section.lines.map((line) => `${line}\n`).join("");
  const bytes = bytesOf(section.path, newFileText(content, drafts.context.host), NEW_FILE);
  if (isRefusal(bytes)) return bytes;
  draft.content = bytes;
  return undefined;
}

/** Refuses what would act on the target of a link instead of the link. */
function linkRefusal({ target }: Draft, what: string): Refusal | undefined {
  if (!target.linked) return undefined;
  return {
    refused: `${target.path} is a symbolic link to ${target.real}; a patch does not ${what} links. Name the file it leads to, or use Bash.`,
  };
}

async function remove(path: string, drafts: Drafts): Promise<Refusal | undefined> {
  const draft = await drafts.open(path);
  if (isRefusal(draft)) return draft;
  if (draft.content === "missing") return { refused: `${path} does not exist, so it cannot be deleted.` };
  const linked = linkRefusal(draft, "delete");
  if (linked !== undefined) return linked;
  draft.content = "missing";
  return undefined;
}

function updated(section: Update, content: EncodedBytes, drafts: Drafts): Uint8Array | Refusal {
  if (section.hunks.length === 0) return content.bytes;
  const text = textOf(section.path, content, drafts.context.host);
  if (isRefusal(text)) return text;
  const patched = applyHunks(text.text, section.hunks);
  if (isRefusal(patched)) return { refused: `${section.path}: ${patched.refused}` };
  drafts.notes.push(...patched.notes.map((note) => `${section.path}: ${note}`));
  return bytesOf(section.path, patched.text, text);
}

async function move(draft: Draft, to: string, drafts: Drafts): Promise<Refusal | undefined> {
  const linked = linkRefusal(draft, "move");
  if (linked !== undefined) return linked;
  const goal = await drafts.open(to);
  if (isRefusal(goal)) return goal;
  if (goal.content !== "missing")
    return { refused: `${to} exists already, so ${draft.target.path} cannot be moved there.` };
  goal.content = draft.content;
  goal.mode = draft.mode;
  goal.from = draft;
  draft.content = "missing";
  return undefined;
}

async function update(section: Update, drafts: Drafts): Promise<Refusal | undefined> {
  const draft = await drafts.open(section.path);
  if (isRefusal(draft)) return draft;
  if (draft.content === "missing")
    return { refused: `${section.path} does not exist; make it with "*** Add File: ${section.path}".` };
  const encoding = draft.before === "missing" ? undefined : draft.before.encoding;
  const content = updated(section, { bytes: draft.content, encoding }, drafts);
  if (isRefusal(content)) return content;
  draft.content = content;
  return section.moveTo === undefined ? undefined : move(draft, section.moveTo, drafts);
}

async function applySection(section: PatchSection, drafts: Drafts): Promise<Refusal | undefined> {
  if (section.kind === "add") return add(section, drafts);
  return section.kind === "delete" ? remove(section.path, drafts) : update(section, drafts);
}

function isChanged({ before, content }: Draft): boolean {
  if (before === "missing" || content === "missing") return before !== content;
  return !sameBytes(before.bytes, content);
}

function told(draft: Draft, moved: ReadonlySet<Draft>): ChangedFile | undefined {
  const { target, before, content, from } = draft;
  if (moved.has(draft) && content === "missing") return undefined;
  if (from?.content === "missing" && from.before !== "missing") {
    return { path: target.path, from: from.target.path, before: from.before.bytes, after: content };
  }
  return { path: target.path, before: before === "missing" ? before : before.bytes, after: content };
}

function finished(drafts: Drafts): Prepared | Refusal {
  const changed = [...drafts.byReal.values()].filter(isChanged);
  if (changed.length === 0)
    return { refused: "The patch changes nothing: its files already are as it would make them." };
  const moved = new Set(changed.flatMap((draft) => draft.from ?? []));
  const changes = changed.map(({ target, before, content, mode }): PreparedChange => ({
    path: target.path,
    real: target.real,
    before,
    after: content,
    mode,
  }));
  return { changes, files: changed.flatMap((draft) => told(draft, moved) ?? []), notes: drafts.notes };
}

/** Prepares all sections of a patch in memory; nothing is written. The first section that does not fit refuses the whole patch. */
export async function preparePatch(
  sections: readonly PatchSection[],
  context: PrepareContext,
): Promise<Prepared | Refusal> {
  const drafts = new Drafts(context);
  for (const section of sections) {
    const refusal = await applySection(section, drafts);
    if (refusal !== undefined) return { refused: `${refusal.refused}\nNothing of the patch was applied.` };
  }
  return finished(drafts);
}
