import { readdirSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessEnd, ProcessSpec } from "../../../src/ports/processes.ts";
import { Read } from "../../../src/tools/read.ts";
import { imageSizeOf } from "../../../src/tools/read/image-size.ts";
import { parsePages } from "../../../src/tools/read/pages.ts";
import { shellWord } from "../../../src/tools/read/shell-word.ts";
import type { Workshop } from "../../support/workshop.ts";
import { createWorkshop } from "../../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
});
afterAll(() => shop.dispose());

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const padded = (bytes: Uint8Array, length = 64): Uint8Array =>
  Uint8Array.from([...bytes, ...new Array<number>(length).fill(0)]);

/** The smallest file that is a PNG of this size, as far as its header goes. */
function png(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Uint8Array.from(Buffer.concat([header, deflateSync(Buffer.alloc(4))]));
}

const IMAGES: readonly [name: string, mime: string, bytes: Uint8Array, size: string][] = [
  ["a.png", "image/png", png(640, 480), "640 x 480"],
  ["a.gif", "image/gif", padded(hex("474946383961 2003 5802 80 00 00")), "800 x 600"],
  ["a.jpg", "image/jpeg", padded(hex("ffd8 ffe0 0004 0000 ffff c0 0011 08 0100 0200 03")), "512 x 256"],
  ["a.jpeg", "image/jpeg", padded(hex("ffd8 ffc4 0003 00 ffc2 0011 08 0010 0020 03")), "32 x 16"],
  [
    "lossy.webp",
    "image/webp",
    padded(hex("52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 f000")),
    "320 x 240",
  ],
  ["lossless.webp", "image/webp", padded(hex("52494646 00000000 57454250 5650384c 00000000 2f 3fc13b00")), "320 x 240"],
  [
    "extended.webp",
    "image/webp",
    padded(hex("52494646 00000000 57454250 56503858 00000000 00000000 3f0100 ef0000")),
    "320 x 240",
  ],
];

describe("images and documents are answered as media", () => {
  test.each(IMAGES)("%s", async (name, mime, bytes, size) => {
    const path = shop.put(name, bytes);
    const outcome = await shop.run(Read, { file_path: path });
    expect(outcome).toEqual({
      status: "success",
      text: `${path} (${mime}, ${size} pixels, ${bytes.length} bytes)`,
      renderData: { kind: "media", path, mime, bytes: bytes.length },
      media: [{ mime, kind: "image", path, bytes: expect.anything() as Uint8Array }],
    });
  });

  test("a PDF is a document", async () => {
    const path = shop.put("a.pdf", "%PDF-1.7\n...");
    const outcome = await shop.run(Read, { file_path: path });
    expect(outcome).toMatchObject({ text: `${path} (application/pdf, 12 bytes)`, media: [{ kind: "document" }] });
  });

  test("an image whose header is damaged is still shown, without a size", async () => {
    const path = shop.put("short.png", hex("89504e470d0a1a0a"));
    expect((await shop.run(Read, { file_path: path })).text).toBe(`${path} (image/png, 8 bytes)`);
    for (let length = 0; length < 60; length++) {
      for (const [, mime, bytes] of IMAGES) expect(() => imageSizeOf(bytes.subarray(0, length), mime)).not.toThrow();
    }
  });
});

describe("what is no good as media is refused with the reason", () => {
  test.each<[string, string, Uint8Array, Record<string, string | number>, string]>([
    [
      "text named like an image",
      "t.png",
      Buffer.from("hello"),
      {},
      "PATH is named like a PNG image, but its content is not that of any image or document it could be: rename it after what it holds",
    ],
    [
      "an image named like another",
      "j.png",
      padded(hex("ffd8ffe0")),
      {},
      "PATH is named like a PNG image, but its content is a JPEG image: rename it after what it holds",
    ],
    [
      "an empty image",
      "e.gif",
      new Uint8Array(0),
      {},
      "PATH is named like a GIF image, but its content is not that of any image or document it could be: rename it after what it holds",
    ],
    [
      "a range of lines",
      "r.png",
      png(1, 1),
      { offset: 1 },
      "PATH is a PNG image: offset and limit count lines of text and do not apply, leave them out",
    ],
    [
      "pages of an image",
      "p.png",
      png(1, 1),
      { pages: "1" },
      "pages is for PDF documents only, and PATH is a PNG image",
    ],
    [
      "image bounds of a whole document",
      "d.pdf",
      Buffer.from("%PDF-1.4"),
      { max_width: 10 },
      "max_width, max_height and max_tokens are for images and PDF pages: name pages as well, or leave them out",
    ],
    [
      "an image wider than wanted",
      "w.png",
      png(300, 1),
      { max_width: 200 },
      "PATH is 300 x 1 pixels, over max_width 200, and images are not scaled here: make a smaller copy, or read it without that bound",
    ],
    [
      "an image higher than wanted",
      "h.png",
      png(1, 300),
      { max_height: 200 },
      "PATH is 1 x 300 pixels, over max_height 200, and images are not scaled here: make a smaller copy, or read it without that bound",
    ],
    [
      "an image dearer than wanted",
      "c.png",
      png(1_000, 1_000),
      { max_tokens: 1_000 },
      "PATH is 1000 x 1000 pixels, over max_tokens 1000, and images are not scaled here: make a smaller copy, or read it without that bound",
    ],
    [
      "more than 10 MiB",
      "m.png",
      padded(png(1, 1), 10 * 1_024 * 1_024),
      {},
      "PATH has SIZE bytes, more than the 10485760 that media may have: make a smaller copy and read that",
    ],
  ])("%s", async (_, name, content, ...[input, expected]) => {
    const path = shop.put(name, content);
    const outcome = await shop.run(Read, { file_path: path, ...input });
    expect(outcome).toEqual({
      status: "error",
      text: expected.replace("PATH", path).replace("SIZE", `${content.length}`),
    });
  });
});

describe("pages of a PDF", () => {
  test.each([
    ["3", { first: 3, last: 3, open: false }],
    [" 2 - 5 ", { first: 2, last: 5, open: false }],
    ["1-20", { first: 1, last: 20, open: false }],
    ["10-", { first: 10, last: 29, open: true }],
    ["1-21", 'pages is "1-21", 21 pages: at most 20 can be read at once, such as "1-20"'],
    ["0", 'pages is "0": pages count from 1'],
    ["5-2", 'pages is "5-2": the range ends before it begins'],
    ["all", 'pages is "all": name one page or a range, such as "3", "2-5" or "10-"'],
    ["1,3", 'pages is "1,3": name one page or a range, such as "3", "2-5" or "10-"'],
  ])("%j is understood or explained", (pages, expected) => {
    expect(parsePages(pages)).toEqual(expected);
  });

  interface Drawn {
    readonly end: ProcessEnd;
    readonly said?: string;
    readonly images?: readonly string[];
  }

  /** A workshop whose `pdftoppm` draws as told. */
  function drawing({ end, said = "", images = [] }: Drawn): {
    readonly pages: Workshop;
    readonly commands: ProcessSpec[];
  } {
    const commands: ProcessSpec[] = [];
    const pages: Workshop = createWorkshop({
      processes: {
        running: () => [],
        start: (spec) => {
          commands.push(spec);
          const prefix = /(\S+)$/.exec(spec.command)?.[1] ?? "";
          const written = images.map((name) => pages.host.files.write(`${prefix}-${name}.png`, png(8, 8), "anything"));
          return {
            id: "p-1",
            output: () => ({ head: said, tail: "", omitted: 0, bytes: said.length, file: undefined }),
            done: Promise.all(written).then(() => end),
          };
        },
      },
    });
    return { pages, commands };
  }

  test("are drawn as images, in order, and nothing is left in the temporary folder", async () => {
    const { pages, commands } = drawing({ end: { end: "exited", code: 0 }, images: ["10", "02", "09"] });
    const path = pages.put("it's.pdf", "%PDF-1.7");
    const outcome = await pages.run(Read, { file_path: path, pages: "2-10", max_width: 400 });
    expect(outcome).toMatchObject({ status: "success", media: [{ mime: "image/png", kind: "image" }, {}, {}] });
    expect(outcome.text).toMatch(/it's\.pdf \(pages 2 to 4 as images, \d+ bytes\)$/);
    expect(commands[0]?.command).toMatch(
      /^pdftoppm -f 2 -l 10 -png -scale-to-x 400 -scale-to-y -1 '\/.*\/it'\\''s\.pdf' \/\S+$/,
    );
    expect(readdirSync(pages.host.workspace.temp)).toEqual([]);
    await pages.dispose();
  });

  test.each<[string, Drawn, string]>([
    [
      "there is no pdftoppm",
      { end: { end: "exited", code: 127 }, said: "sh: pdftoppm: not found" },
      "pages needs the program pdftoppm, which is not installed: install poppler-utils, or read the whole document without pages",
    ],
    [
      "the page is past the end",
      { end: { end: "exited", code: 99 }, said: "Wrong page range given" },
      "PATH has no page 7: Wrong page range given",
    ],
    [
      "it fails",
      { end: { end: "exited", code: 1 }, said: "Syntax Error" },
      "pdftoppm ended with exit code 1 while drawing pages of PATH: Syntax Error",
    ],
    [
      "it takes too long",
      { end: { end: "timed-out" } },
      "pdftoppm was stopped (timed-out) while drawing pages of PATH",
    ],
    ["it draws nothing", { end: { end: "exited", code: 0 } }, "PATH has no page 7"],
  ])("say why they could not be drawn when %s", async (_, drawn, expected) => {
    const { pages } = drawing(drawn);
    const path = pages.put("a.pdf", "%PDF-1.7");
    const outcome = await pages.run(Read, { file_path: path, pages: "7" });
    expect(outcome).toEqual({ status: "error", text: expected.replace("PATH", path) });
    await pages.dispose();
  });

  test("words of the command line are quoted for the shell", () => {
    expect(["a/b-1.png", "a b", "it's", "$(x)"].map((word) => shellWord(word, { separator: "/" }))).toEqual([
      "a/b-1.png",
      "'a b'",
      "'it'\\''s'",
      "'$(x)'",
    ]);
    expect(shellWord("C:\\a b", { separator: "\\" })).toBe('"C:\\a b"');
  });
});
