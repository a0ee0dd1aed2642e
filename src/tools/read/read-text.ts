import type { ToolContext, ToolOutcome } from "../../pipeline/tool.ts";
import type { FileProblem } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { extensionOf } from "../../ports/paths.ts";
import { problemText } from "../problem-text.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Codec } from "./codec.ts";
import { codecOf } from "./codec.ts";
import { languageOf } from "./languages.ts";
import { DEFAULT_LINES, numberLines, truncationNotice } from "./line-form.ts";
import type { ReadRequest } from "./read-input.ts";
import { boundsImages } from "./read-input.ts";
import type { FoundLines } from "./read-lines.ts";
import { readLines } from "./read-lines.ts";

/** Bytes of a file that can be read without naming a range. */
export const MAX_WHOLE_BYTES = 512 * 1_024;

/** Bytes at the beginning of a larger file that decide how it is read. */
const HEAD_BYTES = 64 * 1_024;

/** A text that is to be read: its bytes, and the path or address to name it by. */
export interface TextSource {
  readonly path: string;
  readonly bytes: ByteSource;
  /** The encoding that a person has chosen for it, where it is not Unicode. */
  readonly encoding?: string | undefined;
}

/** What is wrong with asking for this of a text; undefined when nothing is. */
export function textMisuse({ path, bytes }: TextSource, request: ReadRequest): string | undefined {
  if (request.pages !== undefined) return `pages is for PDF documents only, and ${path} is none: use offset and limit`;
  if (boundsImages(request))
    return `max_width, max_height and max_tokens are for images, and ${path} is none: leave them out`;
  if (bytes.size <= MAX_WHOLE_BYTES || request.offset !== undefined || request.limit !== undefined) return undefined;
  return (
    `${path} has ${bytes.size} bytes, more than the ${MAX_WHOLE_BYTES} that can be read at once: ` +
    "pass offset and limit to read a part of it, or find the place with Grep first"
  );
}

/** Reads lines of a text in the form of 2.9. */
export async function readText(source: TextSource, request: ReadRequest, context: ToolContext): Promise<ToolOutcome> {
  const { path, bytes } = source;
  if (bytes.size === 0) return emptyText(path, "exists and is empty (0 bytes)");
  const codec = await openText(source, context);
  if (codec === undefined) return { status: "error", text: binaryText(path) };
  if (isProblem(codec)) return { status: "error", text: problemText(codec) };
  const range = { offset: request.offset ?? 1, limit: request.limit ?? DEFAULT_LINES };
  const found = await readLines(bytes, codec, range, context.cancel);
  if (found === undefined) return { status: "error", text: `Reading ${path} was cancelled` };
  if (isProblem(found)) return { status: "error", text: problemText(found) };
  if (found.lines.length === 0) return nothingThere(path, range.offset, found.total ?? 0);
  return shownLines(found, range.offset, { path, extension: extensionOf(path, context.host.workspace) });
}

/** How the text is to be read, by its beginning; undefined when it is binary data. */
async function openText(
  { bytes, encoding }: TextSource,
  { host }: ToolContext,
): Promise<Codec | FileProblem | undefined> {
  const whole = bytes.size <= MAX_WHOLE_BYTES;
  const head = await bytes.read(0, whole ? bytes.size : HEAD_BYTES);
  return isProblem(head) ? head : codecOf(head, whole, { legacyEncoding: encoding ?? host.workspace.legacyEncoding });
}

function shownLines(
  found: FoundLines,
  startLine: number,
  { path, extension }: { readonly path: string; readonly extension: string },
): ToolOutcome {
  const { text, shown } = numberLines(found.lines, startLine);
  const truncated = found.more || shown < found.lines.length;
  const notice = truncated ? truncationNotice(path, startLine + shown) : "";
  const language = languageOf(extension);
  const renderData = {
    kind: "text",
    path,
    startLine,
    lines: shown,
    truncated,
    ...(language !== undefined && { language }),
  };
  return { status: "success", text: `${text}${notice}`, renderData };
}

/** What a model reads about a file that is not text. */
export function binaryText(path: string, extension?: string): string {
  const why = extension === undefined ? "its content is binary data" : `.${extension} files hold binary data`;
  return `${path} cannot be read as text: ${why}`;
}

function nothingThere(path: string, offset: number, total: number): ToolOutcome {
  if (total === 0) return emptyText(path, "exists and holds no text");
  const has = total === 1 ? "1 line" : `${total} lines`;
  return { status: "error", text: `offset ${offset} is past the last line of ${path}, which has ${has}` };
}

function emptyText(path: string, what: string): ToolOutcome {
  const text = `<system-reminder>\n${path} ${what}. This is its content; the read did not fail.\n</system-reminder>`;
  return { status: "success", text, renderData: { kind: "text", path, startLine: 1, lines: 0, truncated: false } };
}
