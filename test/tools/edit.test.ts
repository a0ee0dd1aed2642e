import { Buffer } from "node:buffer";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteSeen } from "../../src/tools/edit/seen.ts";
import { Edit } from "../../src/tools/edit.ts";
import { Read } from "../../src/tools/read.ts";
import { latin, openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

let place: EditWorkspace;
beforeEach(() => {
  place = openWorkspace();
});
afterEach(() => place.remove());

const MARKS = { none: [], utf8: [0xef, 0xbb, 0xbf], utf16le: [0xff, 0xfe], utf16be: [0xfe, 0xff] };

function utf16be(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

/** Encodings in which a file may be: how its bytes are made from text. */
const ENCODINGS = [
  { name: "UTF-8", bytes: (text: string) => Buffer.from(text, "utf8") },
  { name: "UTF-8 with mark", bytes: (text: string) => Buffer.concat([Buffer.from(MARKS.utf8), Buffer.from(text)]) },
  {
    name: "UTF-16 LE",
    bytes: (text: string) => Buffer.concat([Buffer.from(MARKS.utf16le), Buffer.from(text, "utf16le")]),
  },
  { name: "UTF-16 BE", bytes: (text: string) => Buffer.concat([Buffer.from(MARKS.utf16be), utf16be(text)]) },
  { name: "Latin-1", bytes: (text: string) => Buffer.from(text, "latin1") },
];

/** Line ends of four lines. */
const ENDS = [
  { name: "LF", ends: ["\n", "\n", "\n", "\n"] },
  { name: "CRLF", ends: ["\r\n", "\r\n", "\r\n", "\r\n"] },
  { name: "CR", ends: ["\r", "\r", "\r", "\r"] },
  { name: "mixed", ends: ["\r\n", "\n", "\r\n", "\n"] },
  { name: "no final end", ends: ["\r\n", "\r\n", "\r\n", ""] },
];

/** Four lines with the ends given; `second` and `third` stand for what the edit makes of lines two and three. */
function text(ends: readonly string[], second = "let café = 1;", third = "\treturn é;"): string {
  return `first${ends[0]}${second}${ends[1]}${third}${ends[2]}last é${ends[3]}`;
}

const CASES = ENCODINGS.flatMap((encoding) =>
  ENDS.map((end) => ({ name: `${encoding.name}, ${end.name}`, encoding, ends: end.ends })),
);

describe("Edit keeps every byte outside the change (reports 94 and 96)", () => {
  it.each(CASES)("in $name, for one edit over two lines", async ({ encoding, ends }) => {
    place.put("a.txt", encoding.bytes(text(ends)));
    const outcome = await place.run(Edit, {
      file_path: "a.txt",
      old_string: "café = 1;\n\treturn",
      new_string: "thé = 2;\n\tyield",
    });
    expect(outcome).toMatchObject({ status: "success" });
    expect(place.get("a.txt")).toBe(latin(encoding.bytes(text(ends, "let thé = 2;", "\tyield é;"))));
  });

  it.each(CASES)("in $name, for replace_all", async ({ encoding, ends }) => {
    place.put("a.txt", encoding.bytes(text(ends) + text(ends)));
    await place.run(Edit, {
      file_path: "a.txt",
      old_string: ";\n\treturn",
      new_string: "!\n\treturn",
      replace_all: true,
    });
    const once = text(ends, "let café = 1!");
    expect(place.get("a.txt")).toBe(latin(encoding.bytes(once + once)));
  });

  it.each(CASES)("in $name, for several edits, sent with CRLF", async ({ encoding, ends }) => {
    place.put("a.txt", encoding.bytes(text(ends)));
    const edits = [
      { old_string: "first\r\nlet", new_string: "first\r\nconst" },
      { old_string: "const café = 1;\r\n\treturn é;", new_string: "const café = 3;\r\n\treturn é;" },
    ];
    await place.run(Edit, { file_path: "a.txt", edits });
    expect(place.get("a.txt")).toBe(latin(encoding.bytes(text(ends, "const café = 3;"))));
  });
});

describe("lines that an edit adds", () => {
  it.each([
    { name: "CRLF", before: "a\r\nb\r\nc\r\n", after: "a\r\nb\r\nnew\r\nc\r\n" },
    { name: "LF", before: "a\nb\nc\n", after: "a\nb\nnew\nc\n" },
    { name: "mixed, CRLF around", before: "x\ny\na\r\nb\r\nc\r\nz\nz\n", after: "x\ny\na\r\nb\r\nnew\r\nc\r\nz\nz\n" },
    { name: "mixed, LF around", before: "x\r\ny\r\nz\r\na\nb\nc\n", after: "x\r\ny\r\nz\r\na\nb\nnew\nc\n" },
  ])("get the line ends of their neighbours: $name", async ({ before, after }) => {
    place.put("a.txt", before);
    await place.run(Edit, { file_path: "a.txt", old_string: "b\nc", new_string: "b\nnew\nc" });
    expect(place.get("a.txt")).toBe(after);
  });
});

/** Edits that are refused, and words of the reason. */
const REFUSALS = [
  {
    name: "twice",
    file: "x\n  one\ny\none\n",
    old: "one",
    words: ["there 2 times", "- line 2", "2:   one", "- line 4", "replace_all"],
  },
  {
    name: "twice across CRLF and LF",
    file: "a\r\nb\r\na\nb\n",
    old: "a\nb",
    words: ["there 2 times", "- line 1", "- line 3"],
  },
  { name: "absent", file: "one\n", old: "two", words: ["was not found", "copy the text exactly"] },
  {
    name: "other white space",
    file: "if (x) {\n\treturn 1;\n}\n",
    old: "if (x) {\n  return 1;\n}",
    words: ["white space alone", "- line 1"],
  },
  {
    name: "agreeing at first",
    file: "a\nb\nc\n",
    old: "a\nb\nd",
    words: ["first 2 lines are at line 1", "line 3 differs", "expected: d", "the file: c"],
  },
  { name: "line numbers", file: "one\ntwo\n", old: " 1\tone\n 2\ttwo", words: ["carries the line numbers"] },
  { name: "empty", file: "one\n", old: "", words: ["old_string is empty", "Write makes new files"] },
  { name: "nothing to do", file: "one\n", old: "one", fresh: "one", words: ["are the same"] },
  { name: "line ends only", file: "a\r\nb\r\n", old: "a\r\nb", fresh: "a\nb", words: ["differ in line ends only"] },
];

describe("an edit that cannot be made", () => {
  it.each(REFUSALS)("is refused and says why: $name", async ({ file, old, fresh = "new", words }) => {
    place.put("a.txt", file);
    const outcome = await place.run(Edit, { file_path: "a.txt", old_string: old, new_string: fresh });
    expect(outcome.status).toBe("error");
    for (const word of words) expect(outcome.text).toContain(word);
    expect(place.get("a.txt")).toBe(file);
  });

  it("is refused in a binary file", async () => {
    place.put("a.bin", Uint8Array.from([0x6f, 0x6e, 0x65, 0, 1, 2]));
    expect(await place.run(Edit, { file_path: "a.bin", old_string: "one", new_string: "two" })).toMatchObject({
      status: "error",
      text: expect.stringContaining("binary") as string,
    });
  });

  it("is refused when the file's encoding lacks a character, with its line", async () => {
    const bytes = Buffer.from("const x = 1;\n// caf\xe9 note\n", "latin1");
    place.put("a.js", bytes);
    const outcome = await place.run(Edit, { file_path: "a.js", old_string: "note", new_string: "→" });
    expect(outcome.text).toContain('windows-1252, which has no "→" (line 2');
    expect(place.get("a.js")).toBe(latin(bytes));
  });

  it("is refused for a folder, a missing file and a dangling link", async () => {
    place.put("d/a.txt", "x");
    symlinkSync(join(place.root, "gone"), join(place.root, "link"));
    for (const [path, word] of [
      ["d", "folder"],
      ["none.txt", "does not exist"],
      ["link", "does not exist"],
    ] as const) {
      const outcome = await place.run(Edit, { file_path: path, old_string: "x", new_string: "y" });
      expect(outcome).toMatchObject({ status: "error", text: expect.stringContaining(word) as string });
    }
  });

  it("makes none of several edits when one does not fit", async () => {
    place.put("a.txt", "one\ntwo\n");
    const edits = [
      { old_string: "one", new_string: "1" },
      { old_string: "three", new_string: "3" },
    ];
    const outcome = await place.run(Edit, { file_path: "a.txt", edits });
    expect(outcome.text).toContain("Edit 2 of 2");
    expect(place.get("a.txt")).toBe("one\ntwo\n");
  });

  it("is refused when both forms of arguments are given, or half of one", async () => {
    place.put("a.txt", "one\n");
    for (const input of [
      { edits: [{ old_string: "one", new_string: "1" }], old_string: "one" },
      { old_string: "one" },
    ]) {
      expect(await place.run(Edit, { file_path: "a.txt", ...input })).toMatchObject({ status: "error" });
    }
  });
});

describe("a file that was changed since it was read", () => {
  async function see(name: string): Promise<void> {
    const stat = await place.host.files.stat(join(place.root, name));
    if ("problem" in stat) throw new Error(stat.detail);
    noteSeen(place.context.session, join(place.root, name), {
      fingerprint: stat.fingerprint,
      text: readFileSync(join(place.root, name), "utf8"),
    });
  }

  it("is refused with the difference, and accepted once the difference was shown", async () => {
    const path = place.put("a.txt", "one\ntwo\nthree\n");
    await see("a.txt");
    writeFileSync(path, "one\n2\nthree\n");
    const edit = { file_path: "a.txt", old_string: "three", new_string: "3" };
    const refused = await place.run(Edit, edit);
    expect(refused).toMatchObject({
      status: "error",
      text: expect.stringContaining("was changed since it was read") as string,
    });
    expect(refused.text).toContain("-two\n+2");
    expect(place.get("a.txt")).toBe("one\n2\nthree\n");
    expect(await place.run(Edit, edit)).toMatchObject({ status: "success" });
    expect(place.get("a.txt")).toBe("one\n2\n3\n");
  });

  it("is refused again and again while the difference cannot be shown", async () => {
    const path = place.put("a.txt", "one\n");
    await see("a.txt");
    writeFileSync(path, `one\n${"long line\n".repeat(1_000)}`);
    const edit = { file_path: "a.txt", old_string: "one", new_string: "1" };
    for (let turn = 0; turn < 2; turn += 1) expect((await place.run(Edit, edit)).text).toContain("Read it again");
  });

  it("is refused when it was deleted", async () => {
    const path = place.put("a.txt", "one\n");
    place.context.session.seen.set(path, "what it was");
    const { unlinkSync } = await import("node:fs");
    unlinkSync(path);
    expect((await place.run(Edit, { file_path: "a.txt", old_string: "one", new_string: "1" })).text).toContain(
      "does not exist any more",
    );
  });

  it("does not stand in the way of edits that follow each other", async () => {
    place.put("a.txt", "one\n");
    await see("a.txt");
    await place.run(Edit, { file_path: "a.txt", old_string: "one", new_string: "two" });
    expect(await place.run(Edit, { file_path: "a.txt", old_string: "two", new_string: "three" })).toMatchObject({
      status: "success",
    });
  });
});

describe("where an edit goes", () => {
  it("follows a link to the file and leaves the link a link", async () => {
    const path = place.put("real.txt", "one\n");
    symlinkSync(path, join(place.root, "link.txt"));
    await place.run(Edit, { file_path: "link.txt", old_string: "one", new_string: "two" });
    expect(place.get("real.txt")).toBe("two\n");
  });

  it("is refused outside the places that permission was given for", async () => {
    const path = place.put("secret.txt", "one\n");
    symlinkSync(path, join(place.root, "link.txt"));
    const context = { ...place.context, permitted: [join(place.root, "link.txt")] };
    const outcome = await Edit.run({ file_path: "link.txt", old_string: "one", new_string: "two" }, context);
    expect(outcome).toMatchObject({ status: "error", text: expect.stringContaining(`leads to ${path}`) as string });
    expect(place.get("secret.txt")).toBe("one\n");
  });

  it("asks for write access to the file and shows its diff before it is made", async () => {
    const path = place.put("a.txt", "one\r\ntwo\r\n");
    const input = { file_path: "a.txt", old_string: "two", new_string: "2" };
    expect(Edit.resources(input, place.host)).toEqual([{ kind: "path", path, access: "write" }]);
    expect(Edit.snapshots?.(input, place.host)).toEqual([path]);
    expect(await Edit.preview?.(input, place.host)).toBe("--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
    expect(place.get("a.txt")).toBe("one\r\ntwo\r\n");
  });

  it("does nothing once it is cancelled", async () => {
    place.put("a.txt", "one\n");
    place.cancel.cancel("stop");
    expect(await place.run(Edit, { file_path: "a.txt", old_string: "one", new_string: "two" })).toMatchObject({
      status: "error",
    });
    expect(place.get("a.txt")).toBe("one\n");
  });
});

it("render data hold the diff and stay below what an audit keeps", async () => {
  place.put("a.txt", '"quoted" line\n'.repeat(1_000));
  const outcome = await place.run(Edit, {
    file_path: "a.txt",
    old_string: '"quoted"',
    new_string: '"other" \\',
    replace_all: true,
  });
  expect(outcome).toMatchObject({
    renderData: { kind: "edit", fileCount: 1, files: [{ status: "modified", added: 1_000, removed: 1_000 }] },
  });
  expect(JSON.stringify(outcome.renderData).length).toBeLessThanOrEqual(4_000);
  expect(outcome.renderData?.["diff"]).toMatch(/^--- a\.txt\n\+\+\+ a\.txt\n@@ [\s\S]*more lines\n$/);
});

it("a file that Read showed and somebody changed since is refused with the difference", async () => {
  const path = place.put("a.txt", "one\r\ntwo\r\n");
  await place.run(Read, { file_path: "a.txt" });
  writeFileSync(path, "one\r\n2\r\n");
  const outcome = await place.run(Edit, { file_path: "a.txt", old_string: "one", new_string: "1" });
  expect(outcome).toMatchObject({ status: "error", text: expect.stringContaining("-two\n+2") as string });
});
