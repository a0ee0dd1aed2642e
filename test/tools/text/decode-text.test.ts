import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, isBinary } from "../../../src/tools/text/decode-text.ts";
import { encodeText, isUnencodable } from "../../../src/tools/text/encode-text.ts";
import { knownEncoding } from "../../../src/tools/text/encodings.ts";
import { RUNS } from "../../support/property.ts";

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf8"));
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le"));
const swapped = (bytes: Uint8Array): Uint8Array => Uint8Array.from(Buffer.from(bytes).swap16());

const TEXTS = [
  ["plain ASCII", utf8("a\nb\n"), { text: "a\nb\n", encoding: "utf-8", bom: false, eol: "lf", finalNewline: true }],
  ["an empty file", utf8(""), { text: "", encoding: "utf-8", bom: false, eol: "none", finalNewline: false }],
  [
    "UTF-8 of four bytes",
    utf8("a😀"),
    { text: "a😀", encoding: "utf-8", bom: false, eol: "none", finalNewline: false },
  ],
  [
    "UTF-8 with a mark",
    utf8("\uFEFFa\r\n"),
    { text: "a\r\n", encoding: "utf-8", bom: true, eol: "crlf", finalNewline: true },
  ],
  [
    "a mark and nothing else",
    utf8("\uFEFF"),
    { text: "", encoding: "utf-8", bom: true, eol: "none", finalNewline: false },
  ],
  [
    "two marks",
    utf8("\uFEFF\uFEFFa"),
    { text: "\uFEFFa", encoding: "utf-8", bom: true, eol: "none", finalNewline: false },
  ],
  [
    "UTF-16LE",
    utf16("\uFEFFä\r\nb"),
    { text: "ä\r\nb", encoding: "utf-16le", bom: true, eol: "crlf", finalNewline: false },
  ],
  [
    "UTF-16BE",
    swapped(utf16("\uFEFFä\nb\n")),
    { text: "ä\nb\n", encoding: "utf-16be", bom: true, eol: "lf", finalNewline: true },
  ],
  [
    "a lone surrogate in UTF-16",
    utf16("\uFEFFa\ud800b"),
    { text: "a\ud800b", encoding: "utf-16le", bom: true, eol: "none", finalNewline: false },
  ],
  [
    "Latin-1",
    latin1("caf\xe9\n"),
    { text: "café\n", encoding: "windows-1252", bom: false, eol: "lf", finalNewline: true },
  ],
  [
    "Windows quotes",
    latin1("\x93x\x94"),
    { text: "“x”", encoding: "windows-1252", bom: false, eol: "none", finalNewline: false },
  ],
  [
    "bytes that windows-1252 does not assign",
    latin1("\x81\x8d\xe9"),
    { text: "\x81\x8dé", encoding: "windows-1252", bom: false, eol: "none", finalNewline: false },
  ],
  [
    "mixed line endings",
    utf8("a\nb\r\nc"),
    { text: "a\nb\r\nc", encoding: "utf-8", bom: false, eol: "mixed", finalNewline: false },
  ],
  [
    "old Macintosh line endings",
    utf8("a\rb\r"),
    { text: "a\rb\r", encoding: "utf-8", bom: false, eol: "cr", finalNewline: true },
  ],
  [
    "a NUL far behind the beginning",
    utf8(`${"a".repeat(8_000)}\0`),
    { text: `${"a".repeat(8_000)}\0`, encoding: "utf-8", bom: false, eol: "none", finalNewline: false },
  ],
] as const;

describe("a text file is read by its byte order mark, else as UTF-8, else in the configured encoding", () => {
  test.each(TEXTS)("%s", (_, bytes, expected) => {
    expect(decodeText(bytes)).toEqual({ ...expected, exact: true });
  });

  test("the configured encoding is taken for what is no UTF-8", () => {
    const bytes = latin1("\x83\x65\x83\x58\x83\x67");
    expect(decodeText(bytes, { legacyEncoding: "shiftjis" })).toMatchObject({
      text: "テスト",
      encoding: "shiftjis",
      exact: true,
    });
  });

  test("an unknown or Unicode configuration falls back to windows-1252", () => {
    for (const legacyEncoding of ["klingon", "utf8", "UTF-16LE", ""]) {
      expect(decodeText(latin1("\xe9"), { legacyEncoding })).toMatchObject({ text: "é", encoding: "windows-1252" });
    }
  });

  test("text that its encoding cannot give back is said to be inexact", () => {
    expect(decodeText(latin1("\x83\xff\xe9x"), { legacyEncoding: "shiftjis" })).toMatchObject({ exact: false });
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x62))).toMatchObject({ exact: false });
  });
});

describe("binary data is never text", () => {
  test.each([
    ["a NUL near the beginning", utf8("ab\0cd")],
    ["a NUL in a text with a UTF-8 mark", utf8("\uFEFFab\0cd")],
    ["UTF-16 that holds NULs", utf16("\uFEFFab\0\0cd")],
    ["UTF-16 without a mark", utf16("abcd")],
    ["bytes full of control characters", Uint8Array.of(0x1f, 0x8b, 0x08, 0x01, 0x02, 0x03, 0xff, 0x41)],
  ])("%s", (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ binary: true });
  });

  test("an older text with a few control characters stays text", () => {
    expect(decodeText(latin1(`${"caf\xe9 ".repeat(20)}\x01`))).toMatchObject({ encoding: "windows-1252" });
  });
});

describe("a text becomes the bytes of its file again", () => {
  test("whatever bytes there are, exact texts give them back", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 100 }).map(utf8),
      fc.string({ unit: "binary", maxLength: 100 }).map((text) => utf16(`\uFEFF${text}`)),
      fc.uint8Array({ min: 0x20, maxLength: 100 }),
    );
    const legacyEncoding = fc.constantFrom(
      undefined,
      "windows-1251",
      "shiftjis",
      "gb18030",
      "iso-8859-1",
      "big5",
      "euc-kr",
    );
    fc.assert(
      fc.property(bytes, legacyEncoding, (given, legacy) => {
        const decoded = decodeText(given, { legacyEncoding: legacy });
        if (isBinary(decoded) || !decoded.exact) return;
        expect(encodeText(decoded.text, decoded)).toEqual(given);
      }),
      { numRuns: RUNS },
    );
  });

  test("every text without NULs is exact in UTF-8, and every byte is in windows-1252", () => {
    const all = Uint8Array.from({ length: 224 }, (_, index) => index + 32);
    expect(decodeText(all)).toMatchObject({ encoding: "windows-1252", exact: true });
  });

  test.each([
    ["windows-1252", "cafés → x", { unencodable: "→", offset: 6, encoding: "windows-1252" }],
    ["windows-1252", "a😀b", { unencodable: "😀", offset: 1, encoding: "windows-1252" }],
    ["iso-8859-1", "€", { unencodable: "€", offset: 0, encoding: "iso-8859-1" }],
    ["shiftjis", "テスト😀", { unencodable: "😀", offset: 3, encoding: "shiftjis" }],
    ["utf-8", "a\ud800", { unencodable: "\ud800", offset: 1, encoding: "utf-8" }],
  ])("a character that %s does not have is named instead of being replaced", (encoding, text, expected) => {
    const answer = encodeText(text, { encoding, bom: false });
    expect(isUnencodable(answer)).toBe(true);
    expect(answer).toEqual(expected);
  });

  test("encodings are known by the names that editors use", () => {
    const names = ["utf8", "windows1252", "cp1252", "utf16le", "iso88591", "shiftjis", "klingon"];
    expect(names.map(knownEncoding)).toEqual([
      "utf-8",
      "windows-1252",
      "windows-1252",
      "utf-16le",
      "iso88591",
      "shiftjis",
      undefined,
    ]);
  });
});
