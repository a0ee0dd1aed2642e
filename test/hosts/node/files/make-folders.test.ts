import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolders, makeFoldersNow } from "../../../../src/hosts/node/files/make-folders.ts";
import { inTempFolder } from "../temp-folder.ts";

const WAYS = [
  ["later", makeFolders],
  ["at once", (path: string, mode?: number) => Promise.resolve().then(() => makeFoldersNow(path, mode))],
] as const;

describe.each(WAYS)("folders made %s", (_when, make) => {
  it("come with every parent that was missing, with the same mode", () =>
    inTempFolder(async (folder) => {
      await make(join(folder, "a/b/c"), 0o700);
      for (const name of ["a", "a/b", "a/b/c"]) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    }));

  it("may be there already, also behind a link", () =>
    inTempFolder(async (folder) => {
      mkdirSync(join(folder, "real"));
      symlinkSync("real", join(folder, "link"));
      await make(join(folder, "link/inner"));
      await make(join(folder, "link/inner"));
      expect(existsSync(join(folder, "real/inner"))).toBe(true);
    }));

  it.each([
    ["what is a file", "file", "EEXIST"],
    ["what lies in a file", "file/inner/more", "ENOTDIR"],
  ])("are refused in place of %s", (_what, path, code) =>
    inTempFolder(async (folder) => {
      writeFileSync(join(folder, "file"), "");
      await expect(make(join(folder, path))).rejects.toMatchObject({ code });
    }),
  );

  it.runIf(existsSync("/proc/self"))("end with an error where none can be made, instead of never", async () => {
    await expect(make("/proc/nope/inner")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("what was made", () => {
  it("is told by its topmost folder, so that it can be taken away again", () =>
    inTempFolder(async (folder) => {
      expect(await makeFolders(join(folder, "a/b"))).toBe(join(folder, "a"));
      expect(await makeFolders(join(folder, "a/b/c"))).toBe(join(folder, "a/b/c"));
      expect(await makeFolders(join(folder, "a/b/c"))).toBeUndefined();
    }));
});
