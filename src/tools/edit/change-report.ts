import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import type { JsonObject } from "../../base/json.ts";
import { decodeText, isBinary } from "../text/decode-text.ts";
import { withPlainEnds } from "./lines.ts";

/** Most characters of a diff in render data: with the rest of it, below what an audit keeps (2.13). */
export const MAX_RENDERED_DIFF = 3_000;
/** Most characters of a diff that a prompt shows. */
export const MAX_PREVIEW_DIFF = 100_000;
/** Most files that render data lists. */
const MAX_RENDERED_FILES = 10;
/** Most characters of render data as JSON; more would be dropped whole from the audit (2.13). */
const MAX_RENDER_DATA = 4_000;
/** Most line edits that are looked for. */
const MAX_DIFF_EDITS = 4_000;
/** Longest path in render data. */
const MAX_RENDERED_PATH = 200;

/** One changed file, as it is told to model and person. `missing` is a file that is not there. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, when it was moved. */
  readonly from?: string;
  readonly before: Uint8Array | "missing";
  readonly after: Uint8Array | "missing";
}

/** How a file was changed, in one word. */
export function kindOf(file: ChangedFile): "added" | "deleted" | "moved" | "modified" {
  if (file.from !== undefined) return "moved";
  if (file.before === "missing") return "added";
  return file.after === "missing" ? "deleted" : "modified";
}

/** A unified diff of one file and how many lines it adds and removes. */
export interface FileDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

function plainText(bytes: Uint8Array | "missing"): string | undefined {
  if (bytes === "missing") return "";
  const decoded = decodeText(bytes);
  return isBinary(decoded) ? undefined : withPlainEnds(decoded.text);
}

function headed(file: ChangedFile, line: string): FileDiff {
  const [from, to] = names(file);
  return { text: `--- ${from}\n+++ ${to}\n${line}\n`, added: 0, removed: 0 };
}

function names(file: ChangedFile): readonly [string, string] {
  const from = file.before === "missing" ? "/dev/null" : (file.from ?? file.path);
  return [from, file.after === "missing" ? "/dev/null" : file.path];
}

/** The unified diff of one file; a file that is binary or changed too much is named in one line instead. */
export function diffOf(file: ChangedFile): FileDiff {
  const [before, after] = [plainText(file.before), plainText(file.after)];
  if (before === undefined || after === undefined) return headed(file, "(binary)");
  const [from, to] = names(file);
  const options = { context: 3, maxEditLength: MAX_DIFF_EDITS };
  const patch = structuredPatch(from, to, before, after, undefined, undefined, options);
  if (patch === undefined) return headed(file, "(too many changes to show)");
  if (patch.hunks.length === 0)
    return headed(file, file.from === undefined ? "(only line ends or encoding differ)" : "(moved)");
  let [added, removed] = [0, 0];
  for (const line of patch.hunks.flatMap((hunk) => hunk.lines)) {
    if (line.startsWith("+")) added += 1;
    else if (line.startsWith("-")) removed += 1;
  }
  return { text: formatPatch(patch, FILE_HEADERS_ONLY), added, removed };
}

/** A text cut at a line end, with the number of lines left out. */
export function boundedLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  const kept = text.slice(0, end === -1 ? most : end + 1);
  const lines = text.slice(kept.length).split("\n").length - 1;
  return `${kept}... ${lines} more lines\n`;
}

/** What is said about changed files: lines for the model, render data for the row, the whole diff. */
export interface ChangeReport {
  /** One line per file: `modified src/a.ts (+2 -1)`. */
  readonly lines: readonly string[];
  readonly renderData: JsonObject;
  readonly diff: string;
}

function lineOf(file: ChangedFile, diff: FileDiff): string {
  const name = file.from === undefined ? file.path : `${file.from} to ${file.path}`;
  return `${kindOf(file)} ${name} (+${diff.added} -${diff.removed})`;
}

function renderDataOf(files: readonly ChangedFile[], diffs: readonly FileDiff[], diff: string): JsonObject {
  const listed = files.slice(0, MAX_RENDERED_FILES).map((file, index) => ({
    path: file.path.slice(-MAX_RENDERED_PATH),
    status: kindOf(file),
    added: diffs[index]?.added ?? 0,
    removed: diffs[index]?.removed ?? 0,
    ...(file.from !== undefined && { from: file.from.slice(-MAX_RENDERED_PATH) }),
  }));
  const facts = { kind: "edit", files: listed, fileCount: files.length };
  let most = MAX_RENDERED_DIFF;
  let data: JsonObject = { ...facts, diff: boundedLines(diff, most) };
  while (most > 100 && JSON.stringify(data).length > MAX_RENDER_DATA) {
    most = Math.floor(most / 2);
    data = { ...facts, diff: boundedLines(diff, most) };
  }
  return data;
}

/** Reports changed files in the order given. */
export function reportChanges(files: readonly ChangedFile[]): ChangeReport {
  const diffs = files.map(diffOf);
  const diff = diffs.map((each) => each.text).join("");
  return {
    lines: files.map((file, index) => lineOf(file, diffs[index] as FileDiff)),
    renderData: renderDataOf(files, diffs, diff),
    diff,
  };
}
