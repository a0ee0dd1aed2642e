import { isProblem } from "../../ports/files.ts";
import type { FileProblem, FileStat } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { missingFolders } from "../../pipeline/missing-folders.ts";
import type { Before } from "./existing-file.ts";
import { inWords } from "./existing-file.ts";
import type { Refusal } from "./refusal.ts";

/** A change of one file, prepared: nothing of it depends on what happens until it is written. */
export interface PreparedChange {
  /** As the model gave it. */
  readonly path: string;
  readonly real: string;
  readonly before: Before;
  /** Whole new content; `missing` removes the file. */
  readonly after: Uint8Array | "missing";
  /** Permission bits for a file that is made. */
  readonly mode?: number | undefined;
}

/** A change that was made, with the facts of what is there now. */
interface Made {
  readonly change: PreparedChange;
  /** Undefined for a file that was removed. */
  readonly stat: FileStat | undefined;
  /** Folders that came with it. */
  readonly folders: ReadonlySet<string>;
}

/** What changes are made with. */
type CommitHost = Pick<Host, "files" | "workspace">;

async function make(host: CommitHost, change: PreparedChange): Promise<Made | FileProblem> {
  const expected = change.before === "missing" ? change.before : { fingerprint: change.before.fingerprint };
  if (change.after === "missing") {
    const problem = await host.files.remove(change.real, expected);
    return problem ?? { change, stat: undefined, folders: new Set() };
  }
  const folders = change.before === "missing" ? await missingFolders(change.real, host) : [];
  const written = await host.files.write(change.real, change.after, expected, change.mode);
  return isProblem(written) ? written : { change, stat: written, folders: new Set(folders) };
}

/** Puts back what a change found, unless somebody else has changed it since. */
async function takeBack({ files }: CommitHost, { change, stat, folders }: Made): Promise<FileProblem | undefined> {
  const expected = stat === undefined ? "missing" : { fingerprint: stat.fingerprint };
  if (change.before === "missing") return files.remove(change.real, expected, folders);
  const { bytes, mode } = change.before;
  const written = await files.write(change.real, bytes, expected, mode);
  return isProblem(written) ? written : undefined;
}

async function takeAllBack(host: CommitHost, made: readonly Made[]): Promise<string> {
  const left: string[] = [];
  for (const one of made.toReversed()) {
    const problem = await takeBack(host, one);
    if (problem !== undefined) left.push(inWords(one.change.path, problem));
  }
  if (left.length > 0) return `These files could not be put back and keep their new content: ${left.join(" ")}`;
  return made.length === 0 ? "Nothing was changed." : "The files written before it were put back: nothing was changed.";
}

/**
 * Makes all changes or none. Each is written on the condition that its file is still what it was when the change was
 * prepared; when one cannot be made, those before it are taken back. Answers the new facts by real path.
 */
export async function commit(
  host: CommitHost,
  changes: readonly PreparedChange[],
): Promise<ReadonlyMap<string, FileStat | undefined> | Refusal> {
  const made: Made[] = [];
  // What is removed goes last, so that a move has its target before its source is gone.
  const ordered = [...changes].sort((a, b) => Number(a.after === "missing") - Number(b.after === "missing"));
  for (const change of ordered) {
    const done = await make(host, change);
    if (isProblem(done)) return { refused: `${inWords(change.path, done)} ${await takeAllBack(host, made)}` };
    made.push(done);
  }
  return new Map(made.map(({ change, stat }) => [change.real, stat]));
}
