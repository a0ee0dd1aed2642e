import { closeSync, openSync, symlinkSync, truncateSync, writeSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import { Read } from "../../../src/tools/read.ts";
import { memorySource, PAGE_BYTES } from "../../../src/tools/read/byte-source.ts";
import { codecOf } from "../../../src/tools/read/codec.ts";
import { readLines } from "../../../src/tools/read/read-lines.ts";
import { NEVER } from "../../../src/base/cancel.ts";
import { RUNS } from "../../support/property.ts";
import type { Workshop } from "../../support/workshop.ts";
import { createWorkshop } from "../../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
});
afterAll(() => shop.dispose());

const read = async (input: Record<string, string | number>): Promise<string> => (await shop.run(Read, input)).text;
const numbered = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, index) => `line ${index + from}\n`).join("");

function notice(path: string, offset: number): string {
  return `\n\n... Read output truncated. Use Read(file_path=${JSON.stringify(path)}, offset=${offset}, limit=2000) to continue, or use Grep for targeted searches.`;
}

describe("text comes as numbered lines", () => {
  const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
  const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le"));
  test.each<[string, string | Uint8Array, string]>([
    ["lines with an end", "a\nb\n", "1\ta\n2\tb"],
    ["a last line without one", "a\nb", "1\ta\n2\tb"],
    ["empty lines", "\n\na\n", "1\t\n2\t\n3\ta"],
    [
      "nine lines, because ten is the number after them",
      numbered(9),
      numbered(9)
        .trimEnd()
        .split("\n")
        .map((line, index) => ` ${index + 1}\t${line}`)
        .join("\n"),
    ],
    ["CRLF", "a\r\nb\r\n", "1\ta\n2\tb"],
    ["mixed line ends and a carriage return inside", "a\r\nb\nc\rd\n", "1\ta\n2\tb\n3\tc\rd"],
    ["a UTF-8 mark", "\uFEFFa\nb\n", "1\ta\n2\tb"],
    ["Latin-1", latin1("caf\xe9\nna\xefve\n"), "1\tcafé\n2\tnaïve"],
    ["UTF-16LE", utf16("\uFEFFä\r\nĊ\n\u0a00x\n"), "1\tä\n2\tĊ\n3\t\u0a00x"],
    ["UTF-16BE", Uint8Array.from(Buffer.from(utf16("\uFEFFä\nĊ\n")).swap16()), "1\tä\n2\tĊ"],
    ["tabs and control characters as they are", "\ta\x1b[0m\n", "1\t\ta\x1b[0m"],
  ])("%s", async (_, content, expected) => {
    const path = shop.put("form.txt", content);
    expect(await read({ file_path: path })).toBe(expected);
    expect(await read({ file_path: path, offset: 1 })).toBe(expected);
  });

  test("a path may be relative to the first workspace folder", async () => {
    shop.put("deep/relative.txt", "x\n");
    expect(await read({ file_path: "./deep/../deep/relative.txt" })).toBe("1\tx");
  });

  test("numbers are as wide as the number after the last line shown", async () => {
    const path = shop.put("wide.txt", numbered(200));
    expect(await read({ file_path: path, offset: 97, limit: 2 })).toBe(`97\tline 97\n98\tline 98${notice(path, 99)}`);
    expect(await read({ file_path: path, offset: 98, limit: 2 })).toBe(
      ` 98\tline 98\n 99\tline 99${notice(path, 100)}`,
    );
  });

  test("lines above 2,000 characters are cut, counted in whole characters", async () => {
    const path = shop.put(
      "long.txt",
      `${"x".repeat(2_000)}\n${"x".repeat(2_001)}\n${"😀".repeat(2_000)}\n${"😀".repeat(2_001)}`,
    );
    const lines = (await read({ file_path: path })).split("\n");
    expect(lines.map((line) => Array.from(line).length)).toEqual([2_002, 2_008, 2_002, 2_008]);
    expect(lines[3]?.endsWith("😀 [...]")).toBe(true);
  });

  test("an empty file is said to be empty, and so is one with a mark alone", async () => {
    const path = shop.put("empty.txt", "");
    expect(await read({ file_path: path })).toMatch(
      /^<system-reminder>\n.*empty\.txt exists and is empty \(0 bytes\).*\n<\/system-reminder>$/s,
    );
    expect(await read({ file_path: shop.put("mark.txt", "\uFEFF") })).toContain("holds no text");
  });

  test("content that the system makes up on reading is read although its size is 0", async () => {
    expect(await read({ file_path: "/proc/version" })).toMatch(/^1\tLinux/);
  });
});

describe("a read has a limit of lines, of characters and of bytes", () => {
  test("2,000 lines without a limit, and a notice when there are more", async () => {
    const whole = shop.put("whole.txt", numbered(2_000));
    expect(await read({ file_path: whole })).not.toContain("truncated");
    const more = shop.put("more.txt", numbered(2_001));
    const text = await read({ file_path: more });
    expect(text.endsWith(`\n2000\tline 2000${notice(more, 2_001)}`)).toBe(true);
    expect(await read({ file_path: more, offset: 2_001 })).toBe("2001\tline 2001");
  });

  test("51,200 characters of text, cut between lines; the notice says where to go on", async () => {
    const path = shop.put("chars.txt", `${"y".repeat(1_000)}\n`.repeat(300));
    const text = await read({ file_path: path });
    const [body = "", ...rest] = text.split("\n\n");
    expect(body.length).toBeLessThanOrEqual(51_200);
    const shown = body.split("\n").length;
    expect(body.length + 1_004).toBeGreaterThan(51_200);
    expect(`\n\n${rest.join("\n\n")}`).toBe(notice(path, shown + 1));
    expect(await read({ file_path: path, offset: shown + 1, limit: 1 })).toContain(`${shown + 1}\tyyy`);
  });

  test("a huge limit is no way around the limit of characters", async () => {
    const path = shop.put("huge-limit.txt", "\n".repeat(500_000));
    const text = await read({ file_path: path, limit: 400_000 });
    expect(text.length).toBeLessThan(51_200 + 300);
    expect(text).toContain("truncated");
  });

  test("a file above 512 KiB needs a range, one of 512 KiB does not", async () => {
    const path = shop.put("big.txt", "z".repeat(512 * 1_024));
    expect(await read({ file_path: path })).toBe(`1\t${"z".repeat(2_000)} [...]`);
    shop.put("big.txt", "z".repeat(512 * 1_024 + 1));
    const outcome = await shop.run(Read, { file_path: path });
    expect(outcome.status).toBe("error");
    expect(outcome.text).toBe(
      `${path} has 524289 bytes, more than the 524288 that can be read at once: pass offset and limit to read a part of it, or find the place with Grep first`,
    );
  });

  test("one line of 5 MB is shown by its beginning (report 98)", async () => {
    const path = shop.put("one-line.json", `["${"a".repeat(5 * 1_024 * 1_024)}"]`);
    expect(await read({ file_path: path, limit: 10 })).toBe(`1\t["${"a".repeat(1_998)} [...]`);
  });

  test("in a large file, lines that are no UTF-8 are read in the older encoding", async () => {
    const bytes = Buffer.concat([Buffer.from("ä\n".repeat(300_000)), Buffer.from("caf\xe9\n", "latin1")]);
    const path = shop.put("late.txt", bytes);
    expect(await read({ file_path: path, offset: 300_000 })).toBe("300000\tä\n300001\tcafé");
  });
});

describe("a range of a file of any size is paged to", () => {
  test("the end of a sparse file of 1 GB is read without holding it", async () => {
    const path = shop.put("sparse.log", "first\nsecond\n".concat("head\n".repeat(4_000)));
    truncateSync(path, 1_000_000_000);
    const file = openSync(path, "a");
    writeSync(file, "\nlast but one\nlast\n");
    closeSync(file);
    expect(await read({ file_path: path, offset: 2, limit: 1 })).toBe(`2\tsecond${notice(path, 3)}`);
    expect(await read({ file_path: path, offset: 4_004 })).toBe("4004\tlast but one\n4005\tlast");
    const outcome = await shop.run(Read, { file_path: path, offset: 5_000 });
    expect(outcome).toMatchObject({
      status: "error",
      text: `offset 5000 is past the last line of ${path}, which has 4005 lines`,
    });
  });

  test("a cancelled read ends", async () => {
    const path = shop.put("cancelled.txt", "x\n".repeat(1_000_000));
    const source = createCancelSource();
    source.cancel("stop");
    const outcome = await shop.run(Read, { file_path: path, offset: 900_000 }, { cancel: source.token });
    expect(outcome).toMatchObject({ status: "error", text: `Reading ${path} was cancelled` });
  });

  test("any window of any text has the lines that splitting the text gives", async () => {
    const unit = fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "x".repeat(300), "Ċ", "\u0a00", "\t");
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { minLength: 1, maxLength: 60 }).map((units) => units.join("")),
        fc.constantFrom("utf8", "utf16le", "utf16be"),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (text, encoding, offset, limit) => {
          // So long that the lines lie on the border of two chunks.
          const padded = `${"p".repeat(encoding === "utf8" ? PAGE_BYTES - 20 : PAGE_BYTES / 2 - 20)}${text}`;
          const bytes = encoded(padded, encoding);
          const codec = codecOf(bytes, true, {})!;
          const found = await readLines(memorySource(bytes), codec, { offset, limit }, NEVER);
          const all = padded
            .split("\n")
            .map((line, index, lines) => (index < lines.length - 1 ? line.replace(/\r$/, "") : line));
          if (all.at(-1) === "") all.pop();
          expect(found).toMatchObject({ more: all.length > offset - 1 + limit });
          const lines = (found as { readonly lines: readonly string[] }).lines;
          // Of a long line there is only the beginning.
          expect(lines.map((line) => line.slice(0, 2_000))).toEqual(
            all.slice(offset - 1, offset - 1 + limit).map((line) => line.slice(0, 2_000)),
          );
        },
      ),
      { numRuns: Math.min(RUNS, 100) },
    );
  });
});

function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === "utf8") return Uint8Array.from(Buffer.from(text));
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return Uint8Array.from(encoding === "utf16be" ? bytes.swap16() : bytes);
}

describe("what cannot be read is explained", () => {
  test.each<[string, Record<string, string | number>, string]>([
    [
      "a negative offset",
      { offset: -3 },
      "offset is -3: lines count from 1, pass the number of the first line to read",
    ],
    ["a negative limit", { limit: -1 }, "limit is -1: pass how many lines to read, 1 or more"],
    ["an offset past the end", { offset: 4 }, "offset 4 is past the last line of PATH, which has 3 lines"],
    ["pages of a text", { pages: "1" }, "pages is for PDF documents only, and PATH is none: use offset and limit"],
    [
      "image bounds of a text",
      { max_width: 100 },
      "max_width, max_height and max_tokens are for images, and PATH is none: leave them out",
    ],
  ])("%s", async (_, input, expected) => {
    const path = shop.put("three.txt", "a\nb\nc\n");
    const outcome = await shop.run(Read, { file_path: path, ...input });
    expect(outcome).toMatchObject({ status: "error", text: expected.replace("PATH", path) });
  });

  test("zeros and an empty pages mean that nothing was asked for", async () => {
    const path = shop.put("zeros.txt", "a\n");
    expect(
      await read({ file_path: path, offset: 0, limit: 0, pages: "", max_width: 0, max_height: 0, max_tokens: 0 }),
    ).toBe("1\ta");
  });

  test("folders, devices, dangling links and binary files are refused with what they are", async () => {
    shop.put("folder/x", "");
    symlinkSync("/nowhere/at/all", shop.path("dangling"));
    symlinkSync("/dev/zero", shop.path("innocent.txt"));
    const texts = await Promise.all(
      [
        shop.path("folder"),
        "/dev/zero",
        "/dev/random",
        "/dev/stdin",
        "/dev/fd/0",
        "/proc/self/fd/0",
        shop.path("innocent.txt"),
        shop.path("dangling"),
        shop.put("a.zip", "PK"),
        shop.put("blob", Uint8Array.of(1, 0, 2)),
      ].map(async (file_path) => {
        const outcome = await shop.run(Read, { file_path });
        return `${outcome.status}: ${outcome.text.replaceAll(shop.folder, "")}`;
      }),
    );
    expect(texts).toEqual([
      "error: /folder is a folder: list what is in it with Glob, or read one of its files",
      "error: /dev/zero is a device or a stream: reading it could block or never end",
      "error: /dev/random is a device or a stream: reading it could block or never end",
      "error: /dev/stdin is a device or a stream: reading it could block or never end",
      "error: /dev/fd/0 is a device or a stream: reading it could block or never end",
      "error: /proc/self/fd/0 is a device or a stream: reading it could block or never end",
      "error: /innocent.txt is a device or a stream: reading it could block or never end",
      "error: /dangling is a link to a file that does not exist",
      "error: /a.zip cannot be read as text: .zip files hold binary data",
      "error: /blob cannot be read as text: its content is binary data",
    ]);
  });

  test("a missing file comes with up to three files it may have meant: the same name first, then the nearest", async () => {
    for (const name of ["s/parser.ts", "s/parser.js", "s/Parser.md", "s/parsers.tsx", "s/other.txt"])
      shop.put(name, "");
    const missing = await read({ file_path: shop.path("s/parser.tsx") });
    expect(missing.replaceAll(shop.folder, "")).toBe(
      "/s/parser.tsx does not exist. Did you mean:\n- /s/Parser.md\n- /s/parser.js\n- /s/parser.ts",
    );
    expect((await read({ file_path: shop.path("s/ohter.txt") })).replaceAll(shop.folder, "")).toBe(
      "/s/ohter.txt does not exist. Did you mean:\n- /s/other.txt",
    );
    expect((await read({ file_path: "/s/other.txt" })).replaceAll(shop.folder, "")).toBe(
      "/s/other.txt does not exist. Did you mean:\n- /s/other.txt",
    );
    expect((await read({ file_path: shop.path("s/quite-different.yaml") })).replaceAll(shop.folder, "")).toBe(
      "/s/quite-different.yaml does not exist",
    );
    expect((await read({ file_path: shop.path("s/other.txt/below") })).replaceAll(shop.folder, "")).toBe(
      "/s/other.txt/below does not exist",
    );
  });
});
