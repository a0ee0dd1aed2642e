import { EncodingError } from "./command.ts";
import { decodeUtf8, NEWLINE } from "./decode.ts";
import { FileError, MAX_FILE_BYTES } from "./io.ts";

/**
 * The lines of a stream as they come, without their ends (LF or CRLF), a byte order mark before the first one dropped.
 * Throws `EncodingError` with the place in the whole stream, `FileError` past `max-file-bytes`.
 */
export async function* inputLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let pending: Uint8Array[] = [];
  const place = { offset: 0, line: 1 };
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) {
      throw new FileError(`standard input has more than ${MAX_FILE_BYTES} bytes (limit max-file-bytes).`);
    }
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield lineOf([...pending, chunk.subarray(from, end + 1)], place);
      pending = [];
      from = end + 1;
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  }
  if (pending.length > 0) yield lineOf(pending, place);
}

/** Decodes one line and moves `place` past it. */
function lineOf(parts: readonly Uint8Array[], place: { offset: number; line: number }): string {
  const bytes = Buffer.concat(parts);
  const decoded = decodeUtf8(bytes, place.offset > 0);
  if (!decoded.ok) {
    throw new EncodingError("<stdin>", { offset: place.offset + decoded.offset, line: place.line, byte: decoded.byte });
  }
  place.offset += bytes.length;
  place.line++;
  return decoded.text.replace(/\r?\n$/, "");
}
