import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApplyPatch } from "../../src/tools/apply-patch.ts";
import { Edit } from "../../src/tools/edit.ts";
import { Write } from "../../src/tools/write.ts";
import { edit, openUndoRig } from "./undo-rig.ts";
import type { UndoRig } from "./undo-rig.ts";

let place: UndoRig["place"];
let call: UndoRig["call"];
let take: UndoRig["take"];
beforeEach(() => {
  ({ place, call, take } = openUndoRig());
});
afterEach(() => place.remove());

describe("what comes with files", () => {
  const has = (name: string): boolean => existsSync(join(place.root, name));
  const mode = (name: string): number => statSync(join(place.root, name)).mode & 0o777;

  it("folders that were made for a file go with the last file in them, whoever made that", async () => {
    await call("c1", Write, { file_path: "new/deep/a.txt", content: "a\n" });
    await call("c2", Write, { file_path: "new/deep/b.txt", content: "b\n" });
    await call("c3", Write, { file_path: "new/c.txt", content: "c\n" });
    await take("undo", "c1");
    expect(has("new/deep")).toBe(true);
    await take("undo", "c2");
    expect([has("new/deep"), has("new")]).toEqual([false, true]);
    place.put("new/mine.txt", "mine\n");
    await take("undo", "c3");
    expect(place.get("new/mine.txt")).toBe("mine\n");
    await take("redo", "c2");
    expect(place.get("new/deep/b.txt")).toBe("b\n");
  });

  it("folders that were there stay, empty or not", async () => {
    mkdirSync(join(place.root, "old/deep"), { recursive: true });
    await call("c1", Write, { file_path: "old/deep/new/a.txt", content: "a\n" });
    await take("undo", "c1");
    expect([has("old/deep"), has("old/deep/new")]).toEqual([true, false]);
  });

  it.skipIf(process.platform === "win32")("programs can be run when they are there again", async () => {
    chmodSync(place.put("gone.sh", "x\n"), 0o755);
    chmodSync(place.put("from.sh", "x\n"), 0o750);
    const patch = ["*** Delete File: gone.sh", "*** Update File: from.sh", "*** Move to: bin/to.sh", "-x", "+y"];
    await call("c1", ApplyPatch, { patch: ["*** Begin Patch", ...patch, "*** End Patch"].join("\n") });
    expect(mode("bin/to.sh")).toBe(0o750);
    await take("undo");
    expect([mode("gone.sh"), mode("from.sh"), has("bin")]).toEqual([0o755, 0o750, false]);
    await take("redo");
    expect([has("gone.sh"), mode("bin/to.sh")]).toEqual([false, 0o750]);
  });

  it.skipIf(process.platform === "win32")("a file has the permission bits that the person gave it last", async () => {
    const path = place.put("run.sh", "x\n");
    await call("c1", Edit, edit("run.sh", "x", "y"));
    chmodSync(path, 0o755);
    await call("c2", ApplyPatch, { patch: "*** Begin Patch\n*** Delete File: run.sh\n*** End Patch" });
    await take("undo", "c2");
    expect(mode("run.sh")).toBe(0o755);
    await take("undo", "c1");
    expect([place.get("run.sh"), mode("run.sh")]).toEqual(["x\n", 0o755]);
  });
});
