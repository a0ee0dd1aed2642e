import { applyPatch, parsePatch } from "diff";
import type { Files } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { decodeText, isBinary } from "../text/decode-text.ts";
import { withPlainEnds } from "./lines.ts";

/** A file as it is and as a call that waits would leave it; lines end in LF in both. Undefined for one that is not there. */
export interface ProposedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Most bytes of a file that a proposal is shown for. */
const MAX_BYTES = 10_000_000;
const NOWHERE = "/dev/null";

/**
 * The files that a prompt's diff is about, before and after it. Undefined when the diff was cut, names a file in one line
 * only, or does not fit what the files hold by now.
 */
export async function proposedFiles(diff: string, files: Files): Promise<readonly ProposedFile[] | undefined> {
  const patches = parsed(diff);
  if (patches === undefined || patches.length === 0) return undefined;
  const proposed: ProposedFile[] = [];
  for (const patch of patches) {
    const file = await proposedFile(patch, files);
    if (file === undefined) return undefined;
    proposed.push(file);
  }
  return proposed;
}

type Patch = ReturnType<typeof parsePatch>[number];

async function proposedFile(patch: Patch, files: Files): Promise<ProposedFile | undefined> {
  const { oldFileName: from = NOWHERE, newFileName: to = NOWHERE, hunks } = patch;
  const before = from === NOWHERE ? undefined : await textOf(from, files);
  const isUnread = before === undefined && from !== NOWHERE;
  const after = isUnread || hunks.length === 0 ? false : applyPatch(before ?? "", patch);
  if (after === false) return undefined;
  return { path: to === NOWHERE ? from : to, before, after: to === NOWHERE ? undefined : after };
}

function parsed(diff: string): readonly Patch[] | undefined {
  try {
    return parsePatch(diff);
  } catch {
    return undefined;
  }
}

async function textOf(path: string, files: Files): Promise<string | undefined> {
  const stat = await files.stat(path);
  if (isProblem(stat) || stat.size > MAX_BYTES) return undefined;
  const bytes = await files.read(path);
  if (isProblem(bytes)) return undefined;
  const decoded = decodeText(bytes);
  return isBinary(decoded) ? undefined : withPlainEnds(decoded.text);
}
