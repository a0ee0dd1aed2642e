import { isProblem } from "../../ports/files.ts";
import type { FileStat } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { boundedLines, diffOf } from "./change-report.ts";
import type { PreparedChange } from "./commit.ts";

/** Most characters of the difference that saving made. */
const MAX_SAVING_DIFF = 4_000;

/** A change that was made, and what the model has to know about what became of it. */
export interface SavedChange {
  readonly change: PreparedChange;
  /** Undefined for a file that was removed. */
  readonly stat: FileStat | undefined;
  /** What the file holds now, as far as it has been told; undefined for a file that was removed. */
  readonly bytes: Uint8Array | undefined;
  /** A line or more for the model. */
  readonly aside?: string;
}

/** Says of a change that it is in an editor only, or that an editor made something else of it when it saved it. */
export async function howSaved(
  change: PreparedChange,
  stat: FileStat | undefined,
  host: Pick<Host, "files">,
): Promise<SavedChange> {
  const { path, after } = change;
  if (stat === undefined || after === "missing") return { change, stat, bytes: undefined };
  if (stat.altered === true) return altered(change, { stat, after }, host);
  const aside = stat.unsaved === true && { aside: unsavedAside(path) };
  return { change, stat, bytes: after, ...aside };
}

function unsavedAside(path: string): string {
  return `${path} is open in an editor with unsaved changes: this change was made there and is not on disk, so commands do not see it until it is saved.`;
}

async function altered(
  change: PreparedChange,
  { stat, after }: { readonly stat: FileStat; readonly after: Uint8Array },
  host: Pick<Host, "files">,
): Promise<SavedChange> {
  const { path, real } = change;
  const bytes = await host.files.read(real);
  const where = stat.unsaved === true ? `${unsavedAside(path)}\n` : "";
  const said = `${where}The editor changed ${path} further, as its settings or an extension want it (formatting, white space).`;
  if (isProblem(bytes))
    return { change, stat, bytes: undefined, aside: `${said} Read it again before the next change.` };
  const { text } = diffOf({ path, before: after, after: bytes });
  return {
    change,
    stat,
    bytes,
    aside: `${said} It differs from what was asked for:\n${boundedLines(text, MAX_SAVING_DIFF).trimEnd()}`,
  };
}
