import { isProblem } from "../ports/files.ts";
import type { Expected, FileProblem, FileStat } from "../ports/files.ts";
import type { Host } from "../ports/host.ts";
import { isInsideGit } from "../pipeline/snapshot-store.ts";
import type { FileChange, KeptContent } from "../pipeline/snapshots.ts";
import { sameBytes } from "../tools/edit/seen.ts";
import { isUnmerged, mergeContents } from "./merge.ts";
import type { ChangeSelection } from "./recorded-changes.ts";

/** What became of one file. `unchanged`: it is that way already. `left`: it was not touched, and `note` says why. */
export interface UndoneFile {
  readonly path: string;
  readonly how: "restored" | "removed" | "merged" | "unchanged" | "left";
  readonly note?: string;
}

/** What undo and redo need. */
export type UndoHost = Pick<Host, "files" | "store" | "workspace">;

type Content = Uint8Array | "missing";

/** One step for a file: from what a call left to what there was before it; for redo the other way round. */
interface Step {
  readonly from: KeptContent;
  readonly to: KeptContent;
}

interface Left {
  readonly left: string;
}

function isLeft(answer: unknown): answer is Left {
  return typeof answer === "object" && answer !== null && "left" in answer;
}

function sameKept(a: KeptContent, b: KeptContent): boolean {
  if (a === "missing" || b === "missing") return a === b;
  return "content" in a && "content" in b && a.content === b.content;
}

/** Steps of each file in the order to take them; a step that goes on where the one before it ended becomes one with it. */
function stepsByPath(changes: readonly FileChange[], direction: "undo" | "redo"): Map<string, Step[]> {
  const out = new Map<string, Step[]>();
  for (const change of direction === "undo" ? changes.toReversed() : changes) {
    const steps = out.get(change.path) ?? [];
    out.set(change.path, steps);
    const step =
      direction === "undo" ? { from: change.after, to: change.before } : { from: change.before, to: change.after };
    const last = steps.at(-1);
    if (last !== undefined && sameKept(last.to, step.from)) steps[steps.length - 1] = { from: last.from, to: step.to };
    else steps.push(step);
  }
  return out;
}

async function contentOf(kept: KeptContent, host: UndoHost): Promise<Content | Left> {
  if (kept === "missing") return kept;
  if ("gap" in kept) return { left: `its content was not kept: ${kept.gap}` };
  const bytes = await host.store.getArtifact(kept.content as `artifact://${string}`);
  return "problem" in bytes ? { left: `its kept content is not there any more (${bytes.detail})` } : bytes;
}

function modeOf(kept: KeptContent): number | undefined {
  return typeof kept === "object" && "content" in kept ? kept.mode : undefined;
}

function same(a: Content, b: Content): boolean {
  if (a === "missing" || b === "missing") return a === b;
  return sameBytes(a, b);
}

interface Position {
  readonly content: Content;
  readonly merged: boolean;
  /** Permission bits for the file if it has to be made. */
  readonly mode: number | undefined;
}

interface StepContents {
  readonly from: Content;
  readonly to: Content;
  readonly mode: number | undefined;
}

/** One step on what the file holds: the whole other content where nobody changed it since, a merge, or a reason. */
function takeStep(position: Position, { from, to, mode }: StepContents, host: UndoHost): Position | Left {
  const { content, merged } = position;
  if (same(content, from)) return { content: to, merged, mode };
  if (same(content, to)) return position;
  if (from === "missing") return { left: "there is another file of that name by now" };
  if (content === "missing") return { left: "it was deleted since" };
  if (to === "missing") return { left: "it was changed since, so it is not removed" };
  const both = mergeContents({ base: from, ours: content, theirs: to }, host.workspace.legacyEncoding);
  return isUnmerged(both) ? { left: `it was changed since: ${both.unmerged}` } : { content: both, merged: true, mode };
}

async function takeSteps(start: Content, steps: readonly Step[], host: UndoHost): Promise<Position | Left> {
  let position: Position = { content: start, merged: false, mode: undefined };
  for (const step of steps) {
    const [from, to] = [await contentOf(step.from, host), await contentOf(step.to, host)];
    if (isLeft(from)) return from;
    if (isLeft(to)) return to;
    const next = takeStep(position, { from, to, mode: modeOf(step.to) }, host);
    if (isLeft(next)) return next;
    position = next;
  }
  return position;
}

interface Found {
  readonly content: Content;
  readonly expected: Expected;
}

/** What is at a path now, unless that is not the plain file the change was made to. */
async function findNow(path: string, { files }: UndoHost): Promise<Found | Left> {
  if (isInsideGit(path)) return { left: "it belongs to the repository itself, which is never touched" };
  const resolved = await files.resolve(path);
  if (isProblem(resolved)) return { left: resolved.detail };
  if (resolved.real !== path) return { left: `its path leads to ${resolved.real} by now` };
  const stat = await files.stat(path);
  if (isProblem(stat))
    return stat.problem === "missing" ? { content: "missing", expected: "missing" } : { left: stat.detail };
  if (stat.kind !== "file") return { left: "there is no plain file by now" };
  const bytes = await files.read(path);
  if (isProblem(bytes)) return { left: bytes.detail };
  return { content: bytes, expected: { fingerprint: stat.fingerprint } };
}

interface Put {
  readonly path: string;
  readonly goal: Position;
  readonly found: Found;
  readonly folders: ReadonlySet<string>;
}

async function put(
  { path, goal, found, folders }: Put,
  { files }: UndoHost,
): Promise<FileStat | FileProblem | undefined> {
  if (goal.content === "missing") return files.remove(path, found.expected, folders);
  return files.write(path, goal.content, found.expected, goal.mode);
}

/** What has to be said of a file that was put back. */
function noteOf({ merged }: Position, stat: FileStat | undefined): string | undefined {
  const notes = [
    ...(merged ? ["what was changed since was kept"] : []),
    ...(stat?.unsaved === true ? ["it is in an editor with unsaved changes, and not on disk"] : []),
    ...(stat?.altered === true ? ["the editor changed it further"] : []),
  ];
  return notes.length === 0 ? undefined : notes.join("; ");
}

interface Walk {
  readonly host: UndoHost;
  readonly folders: ReadonlySet<string>;
}

async function undoFile(path: string, steps: readonly Step[], { host, folders }: Walk): Promise<UndoneFile> {
  const left = (note: string): UndoneFile => ({ path, how: "left", note });
  const found = await findNow(path, host);
  if (isLeft(found)) return left(found.left);
  const goal = await takeSteps(found.content, steps, host);
  if (isLeft(goal)) return left(goal.left);
  if (same(goal.content, found.content)) return { path, how: "unchanged" };
  const done = await put({ path, goal, found, folders }, host);
  if (isProblem(done)) return left(done.problem === "changed" ? "it was changed at the same moment" : done.detail);
  const note = noteOf(goal, done);
  const how = goal.merged ? "merged" : goal.content === "missing" ? "removed" : "restored";
  return { path, how, ...(note !== undefined && { note }) };
}

async function walk(host: UndoHost, selection: ChangeSelection, direction: "undo" | "redo"): Promise<UndoneFile[]> {
  const { changes, folders } = selection;
  const out: UndoneFile[] = [];
  for (const [path, steps] of stepsByPath(changes, direction)) out.push(await undoFile(path, steps, { host, folders }));
  return out;
}

/**
 * Puts files back to what they held before the selected changes, the latest change first. What somebody changed since is
 * merged line by line or the file is left with the reason; nothing is ever overwritten, a file that was made is removed
 * only while nobody changed it, with the folders that were made for it and are empty, and repositories' own files are not
 * touched. A file that is there again has its permission bits.
 */
export function undo(host: UndoHost, selection: ChangeSelection): Promise<readonly UndoneFile[]> {
  return walk(host, selection, "undo");
}

/** Makes the selected changes again, by the same rules. */
export function redo(host: UndoHost, selection: ChangeSelection): Promise<readonly UndoneFile[]> {
  return walk(host, selection, "redo");
}
