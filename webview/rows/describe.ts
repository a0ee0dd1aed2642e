import type { Json } from "../../src/base/json.ts";
import type { PanelRoot } from "../../src/protocol/panel-state.ts";
import type { Block } from "../../src/protocol/rows.ts";
import type { CallEntry } from "../../src/protocol/view.ts";
import { withoutEscapes } from "../text/ansi.ts";

/** A file that a row names. */
export interface FilePlace {
  readonly path: string;
  readonly line?: number;
}

/** A stretch of what a row says after the tool's name; one with a file opens it. */
export interface TitlePart {
  readonly text: string;
  readonly file?: FilePlace;
}

type Data = Readonly<Record<string, Json>>;

interface Described {
  readonly args: Data;
  readonly data: Data;
  readonly roots: readonly PanelRoot[];
}

type Describe = (of: Described) => readonly (TitlePart | undefined)[];

const DESCRIBE: Readonly<Record<string, Describe>> = {
  Read: ({ args, data, roots }) => [fileOf(args["file_path"], roots, lineOf(data["startLine"] ?? args["offset"]))],
  Grep: ({ args, roots }) => [textOf(args["pattern"]), fileOf(args["path"], roots), textOf(args["glob"])],
  Glob: ({ args, roots }) => [textOf(args["pattern"]), fileOf(args["path"], roots)],
  Edit: changedFiles,
  Write: changedFiles,
  ApplyPatch: changedFiles,
  Bash: ({ args }) => [textOf(args["command"])],
};

/** Characters of one stretch; a header has one line. */
const PART_CHARS = 300;

/** What a call is about: its main argument and the files it names. */
export function describeCall(
  block: Block,
  call: CallEntry | undefined,
  roots: readonly PanelRoot[],
): readonly TitlePart[] {
  const args = call?.args ?? {};
  const data = call?.settled?.renderData ?? {};
  const describe = Object.hasOwn(DESCRIBE, block.name) ? DESCRIBE[block.name] : undefined;
  const parts = (describe?.({ args, data, roots }) ?? []).filter((part) => part !== undefined);
  if (parts.length > 0) return parts;
  return block.detail === "" ? [] : [{ text: block.detail }];
}

/** A path as a person reads it: without the root it is in, but with that root's name where there are several. */
export function shortPath(path: string, roots: readonly PanelRoot[]): string {
  const normal = path.replaceAll("\\", "/");
  for (const root of roots) {
    const base = root.path.replaceAll("\\", "/").replace(/\/$/, "");
    if (normal === base) return root.name;
    if (normal.startsWith(`${base}/`)) {
      const rest = normal.slice(base.length + 1);
      return roots.length > 1 ? `${root.name}/${rest}` : rest;
    }
  }
  return path;
}

function changedFiles({ args, data, roots }: Described): readonly (TitlePart | undefined)[] {
  const files = listOf(data["files"]);
  const count = typeof data["fileCount"] === "number" ? data["fileCount"] : files.length;
  const [first] = files;
  if (count > 1) return [{ text: `${count} files` }];
  return [fileOf(args["file_path"] ?? memberOf(first, "path"), roots)];
}

/** The members of a list of render data; none when it is something else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** A member of a piece of render data; undefined when it has none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Data)[name]
    : undefined;
}

function lineOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 1 ? value : undefined;
}

function textOf(value: Json | undefined): TitlePart | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return { text: oneLine(value) };
}

function oneLine(text: string): string {
  const line = withoutEscapes(text.slice(0, 4 * PART_CHARS))
    .replaceAll(/[ \t\r\n]+/g, " ")
    .trim();
  return line.length <= PART_CHARS ? line : `${line.slice(0, PART_CHARS - 1)}…`;
}

function fileOf(value: Json | undefined, roots: readonly PanelRoot[], line?: number): TitlePart | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const name = oneLine(shortPath(value, roots));
  if (value.startsWith("artifact:")) return { text: name };
  return {
    text: line === undefined ? name : `${name}:${line}`,
    file: { path: value, ...(line !== undefined && { line }) },
  };
}
