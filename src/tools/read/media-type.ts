/** A kind of media that can be shown to a model (2.9). */
export interface MediaType {
  readonly mime: string;
  readonly kind: "image" | "document";
  /** As a person calls it. */
  readonly name: string;
}

const PNG: MediaType = { mime: "image/png", kind: "image", name: "PNG image" };
const JPEG: MediaType = { mime: "image/jpeg", kind: "image", name: "JPEG image" };
const GIF: MediaType = { mime: "image/gif", kind: "image", name: "GIF image" };
const WEBP: MediaType = { mime: "image/webp", kind: "image", name: "WebP image" };
const PDF: MediaType = { mime: "application/pdf", kind: "document", name: "PDF document" };

/** Media by file ending. */
export const MEDIA_EXTENSIONS: ReadonlyMap<string, MediaType> = new Map([
  ["png", PNG],
  ["jpg", JPEG],
  ["jpeg", JPEG],
  ["gif", GIF],
  ["webp", WEBP],
  ["pdf", PDF],
]);

/** How far into a PDF its mark may stand, in bytes. */
const PDF_MARK_RANGE = 1_024;

/** What kind of media bytes are, by what they begin with; undefined for anything else. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  if (hasText(bytes, 0, "\x89PNG\r\n\x1a\n")) return PNG;
  if (hasText(bytes, 0, "\xff\xd8\xff")) return JPEG;
  if (hasText(bytes, 0, "GIF87a") || hasText(bytes, 0, "GIF89a")) return GIF;
  if (hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP")) return WEBP;
  return latin1(bytes.subarray(0, PDF_MARK_RANGE)).includes("%PDF-") ? PDF : undefined;
}

/** Bytes as characters of the same numbers. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return latin1(bytes.subarray(at, at + text.length)) === text;
}
