/** How much of a file's beginning is looked at to tell text from binary data, in bytes. */
export const SNIFFED_BYTES = 8_000;

/** Control characters that text of no known encoding may have, in thousandths of its length. */
const MAX_CONTROL_SHARE = 50;

/** File endings whose content is never text worth reading (2.9). Media that can be shown are not among them. */
export const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  `7z a aac accdb aiff apk app ar avi avif bin blend bmp br bz2 cab class cr2 cur dat db db3 deb dex dll dmg dmp doc docm docx
  dylib ear elf eot exe fla flac flv gz gzip heic heif icns ico idx img ipa iso jar jks ko lib lz lz4 lzma m4a m4v mdb mid midi
  mkv mo mov mp3 mp4 mpeg mpg msi nib node npy npz o obj odp ods odt ogg ogv onnx opus otf parquet pak pcap pdb pickle pkl ppt
  pptm pptx psd pt pth pyc pyd pyo rar raw rlib rpm safetensors sketch so sqlite sqlite3 swf tar tbz2 tgz tif tiff ttc ttf vsix
  wasm wav webm whl wma wmv woff woff2 xcf xls xlsb xlsm xlsx xz z zip zst`.split(/\s+/),
);

/** Whether bytes have a NUL near their beginning, as text in a single-byte or UTF-8 encoding never has. */
export function hasNul(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0);
  return at !== -1 && at < SNIFFED_BYTES;
}

/** Whether bytes that are not UTF-8 hold more control characters than a text in an older encoding does. */
export function hasManyControls(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  let controls = 0;
  for (const byte of head) if (isControl(byte)) controls++;
  return controls * 1_000 > head.length * MAX_CONTROL_SHARE;
}

// Tab, line feed, form feed, carriage return, backspace and escape occur in real text.
function isControl(byte: number): boolean {
  return byte < 0x20 ? !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b : byte === 0x7f;
}
