import type { Media, ToolContext, ToolOutcome } from "../../pipeline/tool.ts";
import type { FileStat } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { problemText } from "../problem-text.ts";
import { imageSizeOf } from "./image-size.ts";
import type { MediaType } from "./media-type.ts";
import { mediaTypeOf } from "./media-type.ts";
import { readPages } from "./read-pages.ts";
import type { ReadRequest } from "./read-input.ts";
import { boundsImages } from "./read-input.ts";

/** Bytes of media that one read answers. */
export const MAX_MEDIA_BYTES = 10 * 1_024 * 1_024;

/** Pixels that cost a model about one token. */
const PIXELS_PER_TOKEN = 750;

/** A media file that is to be read. */
export interface MediaFile {
  readonly path: string;
  /** What its ending says. */
  readonly type: MediaType;
  readonly stat: FileStat;
}

/** Reads an image or document, checked against its content and the bounds of the request. */
export async function readMedia(file: MediaFile, request: ReadRequest, context: ToolContext): Promise<ToolOutcome> {
  const { path, type, stat } = file;
  const misuse = misuseOf(file, request);
  if (misuse !== undefined) return { status: "error", text: misuse };
  const bytes = await context.host.files.read(path, { start: 0, end: MAX_MEDIA_BYTES + 1 });
  if (isProblem(bytes)) return { status: "error", text: problemText(bytes) };
  if (bytes.length > MAX_MEDIA_BYTES) return { status: "error", text: tooLarge(path, stat.size) };
  const found = mediaTypeOf(bytes);
  if (found?.mime !== type.mime) {
    const what = found === undefined ? "is not that of any image or document it could be" : `is a ${found.name}`;
    return {
      status: "error",
      text: `${path} is named like a ${type.name}, but its content ${what}: rename it after what it holds`,
    };
  }
  if (type.kind === "document")
    return request.pages === undefined ? whole(file, bytes) : readPages(file, request, context);
  return readImage(file, bytes, request);
}

function misuseOf({ path, type, stat }: MediaFile, request: ReadRequest): string | undefined {
  if (request.offset !== undefined || request.limit !== undefined) {
    return `${path} is a ${type.name}: offset and limit count lines of text and do not apply, leave them out`;
  }
  if (type.kind === "image" && request.pages !== undefined)
    return `pages is for PDF documents only, and ${path} is a ${type.name}`;
  if (type.kind === "document" && request.pages === undefined && boundsImages(request)) {
    return "max_width, max_height and max_tokens are for images and PDF pages: name pages as well, or leave them out";
  }
  return stat.size > MAX_MEDIA_BYTES ? tooLarge(path, stat.size) : undefined;
}

function tooLarge(path: string, size: number): string {
  return `${path} has ${size} bytes, more than the ${MAX_MEDIA_BYTES} that media may have: make a smaller copy and read that`;
}

function whole(file: MediaFile, bytes: Uint8Array): ToolOutcome {
  return answered(file, bytes, `${file.path} (${file.type.mime}, ${bytes.length} bytes)`);
}

function readImage(file: MediaFile, bytes: Uint8Array, request: ReadRequest): ToolOutcome {
  const size = imageSizeOf(bytes, file.type.mime);
  const about = size === undefined ? "" : `${size.width} x ${size.height} pixels, `;
  const over = size === undefined ? undefined : overBounds(size, request);
  if (over !== undefined) {
    return {
      status: "error",
      text: `${file.path} is ${size?.width ?? 0} x ${size?.height ?? 0} pixels, over ${over}, and images are not scaled here: make a smaller copy, or read it without that bound`,
    };
  }
  return answered(file, bytes, `${file.path} (${file.type.mime}, ${about}${bytes.length} bytes)`);
}

/** The first bound that an image is over, with its value. */
function overBounds(
  size: { readonly width: number; readonly height: number },
  request: ReadRequest,
): string | undefined {
  const { maxWidth = Infinity, maxHeight = Infinity, maxTokens = Infinity } = request;
  if (size.width > maxWidth) return `max_width ${maxWidth}`;
  if (size.height > maxHeight) return `max_height ${maxHeight}`;
  return (size.width * size.height) / PIXELS_PER_TOKEN > maxTokens ? `max_tokens ${maxTokens}` : undefined;
}

function answered({ path, type, stat }: MediaFile, bytes: Uint8Array, text: string): ToolOutcome {
  const media: Media = { mime: type.mime, kind: type.kind, path, bytes };
  const renderData = { kind: "media", path, mime: type.mime, bytes: stat.size };
  return { status: "success", text, renderData, media: [media] };
}
