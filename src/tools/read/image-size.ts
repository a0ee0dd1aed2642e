import { latin1 } from "./media-type.ts";

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Blocks of a JPEG that are looked through. */
const MAX_JPEG_BLOCKS = 1_000;

/** The size that an image says it has; undefined where it is damaged or says nothing. */
export function imageSizeOf(bytes: Uint8Array, mime: string): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length < 30 ? undefined : SIZES[mime]?.(view, bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

const SIZES: Readonly<Record<string, (view: DataView, bytes: Uint8Array) => ImageSize | undefined>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** The first frame header among a JPEG's blocks. */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (let count = 0; count < MAX_JPEG_BLOCKS && at + 9 <= view.byteLength; count++) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return undefined;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // 0xff may be repeated in front of a marker.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The three layouts of a WebP: plain, lossless, extended. */
function webpSize(view: DataView, bytes: Uint8Array): ImageSize | undefined {
  switch (latin1(bytes.subarray(12, 16))) {
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) };
    default:
      return undefined;
  }
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint8(at) + view.getUint8(at + 1) * 0x100 + view.getUint8(at + 2) * 0x1_0000;
}
