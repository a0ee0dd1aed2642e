import { expect, test } from "vitest";
import type { FileProblem } from "../../../src/ports/files.ts";
import { Read } from "../../../src/tools/read.ts";
import { createWorkshop } from "../../support/workshop.ts";

test.each<[FileProblem["problem"], string]>([
  ["denied", "may not be read: the system refused access (EACCES)"],
  ["invalid-path", "is not a path that this system knows (EACCES)"],
  ["io", "could not be read (EACCES)"],
  ["missing", "does not exist"],
  ["not-directory", "does not exist"],
])("a file that is %s is an error in words, when it is looked at and when it is read", async (problem, words) => {
  const plain = createWorkshop();
  const path = plain.put("folder/x.txt", "a\n");
  const fails = (): Promise<FileProblem> => Promise.resolve({ problem, path, detail: "EACCES" });
  const list = (): Promise<readonly []> => Promise.resolve([]);
  const unseen = createWorkshop({ files: { ...plain.host.files, stat: fails, list } });
  expect(await unseen.run(Read, { file_path: path })).toEqual({ status: "error", text: `${path} ${words}` });
  const unread = createWorkshop({ files: { ...plain.host.files, read: fails } });
  const outcome = await unread.run(Read, { file_path: path });
  expect(outcome.status).toBe("error");
  expect(outcome.text).toMatch(new RegExp(`^${path} `));
  await Promise.all([plain, unseen, unread].map((shop) => shop.dispose()));
});

test("a file that is gone or has shrunk between looking and reading is no crash", async () => {
  const plain = createWorkshop();
  const path = plain.put("x.txt", "a\nb\n");
  const short = createWorkshop({ files: { ...plain.host.files, read: () => Promise.resolve(new Uint8Array(0)) } });
  expect(await short.run(Read, { file_path: path })).toMatchObject({ status: "success" });
  await Promise.all([plain.dispose(), short.dispose()]);
});
