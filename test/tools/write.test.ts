import { readFileSync, statSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { noteSeen } from "../../src/tools/edit/seen.ts";
import { Write } from "../../src/tools/write.ts";
import { latin, openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

let place: EditWorkspace;
beforeEach(() => {
  place = openWorkspace();
});
afterEach(() => place.remove());

async function see(name: string): Promise<void> {
  const path = join(place.root, name);
  const stat = await place.host.files.stat(path);
  if ("problem" in stat) throw new Error(stat.detail);
  noteSeen(place.context.session, path, { fingerprint: stat.fingerprint, text: readFileSync(path, "latin1") });
}

it.each(["", "\n", "one\ntwo\n", "no end", "a\r\nb\r\n", "é → 𝒳\n", "\uFEFFmarked\n"])(
  "a new file holds the content as it is: %j",
  async (content) => {
    const outcome = await place.run(Write, { file_path: "new/deep/a.txt", content });
    expect(outcome).toMatchObject({ status: "success", renderData: { files: [{ status: "added" }] } });
    expect(place.get("new/deep/a.txt")).toBe(latin(Buffer.from(content)));
  },
);

it("a file that exists and was not read is refused", async () => {
  place.put("a.txt", "one\n");
  const outcome = await place.run(Write, { file_path: "a.txt", content: "two\n" });
  expect(outcome).toMatchObject({
    status: "error",
    text: expect.stringContaining("was not read in this session") as string,
  });
  expect(place.get("a.txt")).toBe("one\n");
});

it("a file that was changed since it was read is refused with the difference", async () => {
  const path = place.put("a.txt", "one\n");
  await see("a.txt");
  writeFileSync(path, "mine\n");
  const outcome = await place.run(Write, { file_path: "a.txt", content: "two\n" });
  expect(outcome.text).toContain("-one\n+mine");
  expect(place.get("a.txt")).toBe("mine\n");
});

it("a file that it wrote itself may be written again", async () => {
  await place.run(Write, { file_path: "a.txt", content: "one\n" });
  expect(await place.run(Write, { file_path: "a.txt", content: "two\n" })).toMatchObject({ status: "success" });
  expect(await place.run(Write, { file_path: "a.txt", content: "two\n" })).toMatchObject({
    status: "error",
    text: expect.stringContaining("has this content already") as string,
  });
});

/** What a file holds, what is written over it, and what it holds then. */
const KEPT = [
  { name: "CRLF", before: "a\r\nb\r\n", content: "a\nnew\nb\n", after: "a\r\nnew\r\nb\r\n" },
  { name: "a byte order mark", before: "\u00ef\u00bb\u00bfa\n", content: "b\n", after: "\u00ef\u00bb\u00bfb\n" },
  { name: "Latin-1", before: "caf\xe9\n", content: "café au lait\n", after: "caf\xe9 au lait\n" },
  { name: "UTF-16", before: "\xff\xfea\0\r\0\n\0", content: "é\n", after: "\xff\xfe\xe9\0\r\0\n\0" },
  {
    name: "mixed line ends of lines that stay",
    before: "a\r\nb\nc\r\n",
    content: "a\nb\nx\nc\n",
    after: "a\r\nb\nx\nc\r\n",
  },
  { name: "no final line end when the content has none", before: "a\r\nb\r\n", content: "a\nb", after: "a\r\nb" },
];

it.each(KEPT)("replacing a whole file keeps $name", async ({ before, content, after }) => {
  place.put("a.txt", Buffer.from(before, "latin1"));
  await see("a.txt");
  expect(await place.run(Write, { file_path: "a.txt", content })).toMatchObject({ status: "success" });
  expect(place.get("a.txt")).toBe(after);
});

it("content with carriage returns of its own decides about line ends", async () => {
  place.put("a.txt", "a\r\nb\r\n");
  await see("a.txt");
  await place.run(Write, { file_path: "a.txt", content: "a\r\nb\nc\r\n" });
  expect(place.get("a.txt")).toBe("a\r\nb\nc\r\n");
});

it("the mode of a file stays", async () => {
  const path = place.put("run.sh", "#!/bin/sh\n");
  chmodSync(path, 0o755);
  await see("run.sh");
  await place.run(Write, { file_path: "run.sh", content: "#!/bin/sh\nexit 0\n" });
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

it("binary files and folders are not written over", async () => {
  const path = place.put("a.bin", Uint8Array.from([0, 1, 2]));
  await see("a.bin");
  place.put("d/x", "");
  for (const file_path of ["a.bin", "d"])
    expect(await place.run(Write, { file_path, content: "x" })).toMatchObject({ status: "error" });
  expect(readFileSync(path)).toEqual(Buffer.from([0, 1, 2]));
});

it("the prompt's diff shows a new file whole", async () => {
  expect(await Write.preview?.({ file_path: "a.txt", content: "one\n" }, place.host)).toBe(
    "--- /dev/null\n+++ a.txt\n@@ -0,0 +1,1 @@\n+one\n",
  );
});
