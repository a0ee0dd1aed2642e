import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * One file in a zip archive.
 * @typedef {object} ArchiveEntry
 * @property {string} name its path in the archive
 * @property {number} mode permission bits, 0 where the archive has none
 * @property {() => Buffer} content what is in it
 */

/**
 * Lists a zip archive, as far as packages of extensions need it: no encryption, less than 4 GB.
 * @param {Buffer} bytes the archive
 * @returns {ArchiveEntry[]} the files in it, in its order; throws when it is no zip archive
 */
export function archiveEntries(bytes) {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error("The file is no zip archive: its directory is missing.");
  const count = bytes.readUInt16LE(end + 10);
  const entries = [];
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count;) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error("The directory of the zip archive is damaged.");
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    entries.push(entryAt(bytes, at, nameLength));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

/**
 * @param {Buffer} bytes the archive
 * @param {number} at where its entry in the directory begins
 * @param {number} nameLength how many bytes its name has
 * @returns {ArchiveEntry} the entry
 */
function entryAt(bytes, at, nameLength) {
  const isDeflated = bytes.readUInt16LE(at + 10) === 8;
  const size = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  return {
    name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
    mode: (bytes.readUInt32LE(at + 38) >>> 16) & 0o777,
    content: () => {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const raw = bytes.subarray(start, start + size);
      return isDeflated ? inflateRawSync(raw) : raw;
    },
  };
}
