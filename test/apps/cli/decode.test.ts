import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8, firstInvalid } from "../../../src/apps/cli/decode.ts";
import { RUNS } from "../../support/property.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("decoding UTF-8", () => {
  it("answers text as it was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.startsWith("\uFEFF"));
        expect(decodeUtf8(new TextEncoder().encode(text))).toEqual({ ok: true, text });
      }),
      { numRuns: RUNS },
    );
  });

  it("agrees with the platform's decoder on which bytes are well formed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (input) => {
        const strict = Buffer.from(input);
        const isWellFormed = Buffer.from(strict.toString("utf8"), "utf8").equals(strict);
        expect(firstInvalid(input) === input.length).toBe(isWellFormed);
      }),
      { numRuns: RUNS },
    );
  });

  it("drops a byte order mark at the start and keeps one elsewhere", () => {
    expect(decodeUtf8(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ ok: true, text: "a" });
    expect(decodeUtf8(bytes(0x61, 0xef, 0xbb, 0xbf))).toEqual({ ok: true, text: "a\uFEFF" });
    expect(decodeUtf8(bytes(0xef, 0xbb, 0xbf, 0x61), true)).toEqual({ ok: true, text: "\uFEFFa" });
  });

  it.each([
    ["a lone continuation byte", bytes(0x61, 0x80), 1, 1],
    ["an overlong slash", bytes(0x61, 0x0a, 0xc0, 0xaf), 2, 2],
    ["an encoded surrogate", bytes(0xed, 0xa0, 0x80), 0, 1],
    ["a character above U+10FFFF", bytes(0xf4, 0x90, 0x80, 0x80), 0, 1],
    ["a character cut off by the end", bytes(0x0a, 0x0a, 0xe2, 0x82), 2, 3],
    ["Latin-1 text", bytes(0x63, 0x61, 0x66, 0xe9, 0x0a), 3, 1],
  ])("names the first byte that is none of a character: %s", (_, input, offset, line) => {
    expect(decodeUtf8(input)).toEqual({ ok: false, offset, line, byte: input[offset] });
  });
});
