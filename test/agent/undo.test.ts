import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, unlinkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isNothing, selectForRedo, selectForUndo } from "../../src/agent/recorded-changes.ts";
import { undo } from "../../src/agent/undo.ts";
import { ApplyPatch } from "../../src/tools/apply-patch.ts";
import { Edit } from "../../src/tools/edit.ts";
import { Write } from "../../src/tools/write.ts";
import { edit, openUndoRig, words } from "./undo-rig.ts";
import type { UndoRig } from "./undo-rig.ts";

let place: UndoRig["place"];
let snapshots: UndoRig["snapshots"];
let events: UndoRig["events"];
let tell: UndoRig["tell"];
let call: UndoRig["call"];
let take: UndoRig["take"];
beforeEach(() => {
  ({ place, snapshots, events, tell, call, take } = openUndoRig());
});
afterEach(() => place.remove());

async function keep(bytes: Uint8Array): Promise<string> {
  const address = await place.host.store.putArtifact(bytes);
  if (typeof address !== "string") throw new Error(address.detail);
  return address;
}

describe("undo", () => {
  it("puts back what a call changed, byte for byte, and redo makes it again", async () => {
    const bytes = Buffer.from("\u00ef\u00bb\u00bfa\r\ncaf\u00c3\u00a9\nb", "latin1");
    place.put("a.txt", bytes);
    await call("c1", Edit, edit("a.txt", "café", "thé"));
    const after = place.get("a.txt");
    expect(await take("undo", "c1")).toEqual({ "a.txt": "restored" });
    expect(readFileSync(join(place.root, "a.txt"))).toEqual(bytes);
    expect(await take("redo", "c1")).toEqual({ "a.txt": "restored" });
    expect(place.get("a.txt")).toBe(after);
  });

  it("removes files that were made, restores files that were deleted, and takes moves back", async () => {
    place.put("gone.bin", Uint8Array.from([0, 1, 2]));
    place.put("from.txt", "x\n");
    const sections = [
      "*** Add File: new.txt",
      "+n",
      "*** Delete File: gone.bin",
      "*** Update File: from.txt",
      "*** Move to: to.txt",
      "-x",
      "+y",
    ];
    await call("c1", ApplyPatch, { patch: ["*** Begin Patch", ...sections, "*** End Patch"].join("\n") });
    expect(await take("undo")).toEqual({
      "new.txt": "removed",
      "gone.bin": "restored",
      "from.txt": "restored",
      "to.txt": "removed",
    });
    expect(["new.txt", "gone.bin", "from.txt", "to.txt"].map(place.get)).toEqual([
      undefined,
      "\0\x01\x02",
      "x\n",
      undefined,
    ]);
    expect(await take("redo")).toEqual({
      "new.txt": "restored",
      "gone.bin": "removed",
      "from.txt": "removed",
      "to.txt": "restored",
    });
    expect(["new.txt", "gone.bin", "from.txt", "to.txt"].map(place.get)).toEqual(["n\n", undefined, undefined, "y\n"]);
  });

  it("of an envelope takes all its calls back, of a call just that one", async () => {
    place.put("a.txt", "1\n2\n3\n4\n5\n");
    await call("e1/1", Edit, edit("a.txt", "1", "one"));
    await call("e1/2", Edit, edit("a.txt", "5", "five"));
    await call("e10/1", Edit, edit("a.txt", "3", "three"));
    expect(await take("undo", "e1/1")).toEqual({ "a.txt": "merged: what was changed since was kept" });
    expect(place.get("a.txt")).toBe("1\n2\nthree\n4\nfive\n");
    expect(await take("redo", "e1/1")).toEqual({ "a.txt": "merged: what was changed since was kept" });
    expect(await take("undo", "e1")).toEqual({ "a.txt": "merged: what was changed since was kept" });
    expect(place.get("a.txt")).toBe("1\n2\nthree\n4\n5\n");
  });

  it("without a name takes the last turn that is not undone yet, and redo the one undone last", async () => {
    place.put("a.txt", "0\n");
    for (const turn of ["1", "2"]) {
      tell({ kind: "turn-started", turn: `t${turn}` });
      snapshots.begin();
      await call(`c${turn}`, Edit, edit("a.txt", `${Number(turn) - 1}`, turn));
      tell({ kind: "turn-ended", turn: `t${turn}`, outcome: "completed" });
    }
    const states: (string | undefined)[] = [];
    for (const direction of ["undo", "undo", "redo", "redo", "undo"] as const) {
      await take(direction);
      states.push(place.get("a.txt"));
    }
    expect(states).toEqual(["1\n", "0\n", "1\n", "2\n", "1\n"]);
  });

  it("without a name passes over what it has tried in vain, and tries it again by its name or once it is redone", async () => {
    place.put("a.txt", "0\n");
    for (const turn of ["1", "2"]) {
      tell({ kind: "turn-started", turn: `t${turn}` });
      snapshots.begin();
      await call(`c${turn}`, Edit, edit("a.txt", `${Number(turn) - 1}`, turn));
      await call(`n${turn}`, Write, { file_path: `n${turn}`, content: "x\n" });
      tell({ kind: "turn-ended", turn: `t${turn}`, outcome: "completed" });
    }
    place.put("n2", "mine\n");
    const left = "left: it was changed since, so it is not removed";
    expect(await take("undo")).toEqual({ n2: left, "a.txt": "restored" });
    expect(await take("undo")).toEqual({ n1: "removed", "a.txt": "restored" });
    expect(selectForUndo(events)).toMatchObject({ nothing: expect.stringContaining("no change to undo") as string });
    expect(await take("undo", "t2")).toEqual({ n2: left });
    expect(await take("redo", "t1")).toEqual({ n1: "restored", "a.txt": "restored" });
    expect(await take("redo")).toEqual({ "a.txt": "restored" });
    place.put("n2", "x\n");
    expect(await take("undo")).toEqual({ n2: "removed", "a.txt": "restored" });
    expect(selectForUndo(events, "t2")).toEqual({ nothing: "All that t2 changed is undone already." });
    expect(selectForRedo(events, "t1")).toEqual({ nothing: "Nothing of t1 is undone." });
  });

  it("counts a file as undone that somebody has put back already", async () => {
    place.put("a.txt", "1\n");
    await call("c1", Edit, edit("a.txt", "1", "one"));
    place.put("a.txt", "1\n");
    expect(await take("undo")).toEqual({ "a.txt": "unchanged" });
    expect(selectForUndo(events)).toMatchObject({ nothing: expect.stringContaining("no change to undo") as string });
    expect(await take("redo")).toEqual({ "a.txt": "restored" });
    expect(place.get("a.txt")).toBe("one\n");
  });

  it("restores a file through many calls to what it was before the first", async () => {
    place.put("a.txt", "0\n");
    tell({ kind: "turn-started", turn: "t" });
    for (let step = 1; step <= 5; step += 1) await call(`e/${step}`, Edit, edit("a.txt", `${step - 1}`, `${step}`));
    expect(await take("undo", "t")).toEqual({ "a.txt": "restored" });
    expect(place.get("a.txt")).toBe("0\n");
    expect(await take("redo", "t")).toEqual({ "a.txt": "restored" });
    expect(place.get("a.txt")).toBe("5\n");
  });
});

describe("what the person changed since", () => {
  it("is kept where it touches other lines, line ends included", async () => {
    place.put("a.txt", "1\r\n2\r\n3\r\n4\r\n");
    await call("c1", Edit, edit("a.txt", "1", "one"));
    place.put("a.txt", "one\r\n2\r\n3\r\nmine\n");
    expect(await take("undo", "c1")).toEqual({ "a.txt": "merged: what was changed since was kept" });
    expect(place.get("a.txt")).toBe("1\r\n2\r\n3\r\nmine\n");
  });

  it.each([
    { name: "the same lines", now: "my one\n2\n", note: "it was changed since: the same lines were changed since" },
    {
      name: "a binary file by now",
      now: "one\n\0",
      note: "it was changed since: it is binary, and binary files are put back only whole",
    },
    {
      name: "another encoding by now",
      now: Buffer.from("one\n2\ncaf\xe9\n", "latin1"),
      note: "it was changed since: its encoding was changed since",
    },
  ])("leaves the file as it is: $name", async ({ now, note }) => {
    place.put("a.txt", "1\n2\n");
    await call("c1", Edit, edit("a.txt", "1", "one"));
    place.put("a.txt", now);
    const before = place.get("a.txt");
    expect(await take("undo", "c1")).toEqual({ "a.txt": `left: ${note}` });
    expect(place.get("a.txt")).toBe(before);
  });

  it("keeps a made file that was changed, and a file made anew where one was deleted", async () => {
    await call("c1", Write, { file_path: "new.txt", content: "n\n" });
    place.put("new.txt", "mine\n");
    expect(await take("undo", "c1")).toEqual({ "new.txt": "left: it was changed since, so it is not removed" });
    place.put("gone.txt", "x\n");
    await call("c2", ApplyPatch, { patch: "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch" });
    place.put("gone.txt", "mine\n");
    expect(await take("undo", "c2")).toEqual({ "gone.txt": "left: there is another file of that name by now" });
    expect([place.get("new.txt"), place.get("gone.txt")]).toEqual(["mine\n", "mine\n"]);
  });

  it("leaves a file that was deleted, is a folder or a link by now, or is as it was already", async () => {
    for (const name of ["a", "b", "c", "d"]) {
      place.put(name, "1\n");
      await call(`e/${name}`, Edit, edit(name, "1", "one"));
    }
    unlinkSync(join(place.root, "a"));
    unlinkSync(join(place.root, "b"));
    mkdirSync(join(place.root, "b"));
    renameSync(join(place.root, "c"), join(place.root, "elsewhere"));
    symlinkSync("elsewhere", join(place.root, "c"));
    place.put("d", "1\n");
    expect(await take("undo", "e")).toEqual({
      a: "left: it was deleted since",
      b: "left: there is no plain file by now",
      c: `left: its path leads to ${join(place.root, "elsewhere")} by now`,
      d: "unchanged",
    });
    expect(place.get("elsewhere")).toBe("one\n");
  });

  it("is not lost when it happens at the same moment", async () => {
    place.put("a.txt", "1\n");
    await call("c1", Edit, edit("a.txt", "1", "one"));
    const { files } = place.host;
    const racing = {
      ...files,
      read: async (path: string) => {
        const bytes = await files.read(path);
        place.put("a.txt", "somebody's\n");
        return bytes;
      },
    };
    const selection = selectForUndo(events, "c1");
    if (isNothing(selection)) throw new Error(selection.nothing);
    expect((await undo({ ...place.host, files: racing }, selection)).map(words)).toEqual([
      "left: it was changed at the same moment",
    ]);
    expect(place.get("a.txt")).toBe("somebody's\n");
  });
});

describe("what cannot be undone is said", () => {
  it("when the content is not kept any more", async () => {
    place.put("a.txt", "1\n");
    await call("c1", Edit, edit("a.txt", "1", "one"));
    place.artifacts.clear();
    expect((await take("undo", "c1"))["a.txt"]).toContain("its kept content is not there any more");
    expect(place.get("a.txt")).toBe("one\n");
  });

  it("when there was a gap", async () => {
    const path = place.put("a.txt", "1\n");
    const now = await keep(readFileSync(path));
    tell({
      kind: "file-changed",
      id: "c1",
      path,
      before: { gap: "it was too large" },
      after: { content: now },
    });
    expect(await take("undo", "c1")).toEqual({ "a.txt": "left: its content was not kept: it was too large" });
  });

  it("of commands, of unknown names, and when there is nothing", async () => {
    expect(selectForUndo(events)).toEqual({ nothing: "There is no change to undo in this session." });
    expect(selectForRedo(events)).toEqual({ nothing: "There is no undone change to make again in this session." });
    expect(selectForUndo(events, "c9")).toEqual({ nothing: "c9 changed no files in this session." });
    tell({ kind: "effect-untracked", id: "e/1", tool: "Bash" });
    expect(selectForUndo(events, "e")).toMatchObject({
      nothing: expect.stringContaining("ran commands only") as string,
    });
    place.put("a.txt", "1\n");
    await call("e/2", Edit, edit("a.txt", "1", "one"));
    expect(selectForUndo(events, "e")).toMatchObject({ of: "e", untracked: ["e/1"] });
  });
});

/** A fingerprint of every file below a folder: names, contents, times. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    hash.update(path);
    if (entry.isFile()) hash.update(readFileSync(path)).update(`${statSync(path).mtimeMs}`);
  }
  return hash.digest("hex");
}

describe("the repository", () => {
  it("is not touched by edits, undo and redo, and what it ignores survives (report 82)", async () => {
    const git = (...args: string[]): string => execFileSync("git", ["-C", place.root, ...args], { encoding: "utf8" });
    git("init", "-q");
    place.put("a.txt", "1\n");
    place.put(".gitignore", "");
    git("-c", "user.name=x", "-c", "user.email=x@example.org", "add", ".");
    place.put(".gitignore", "notes.txt\n");
    place.put("notes.txt", "mine\n");
    const before = fingerprint(join(place.root, ".git"));
    await call("c1", Edit, edit("a.txt", "1", "one"));
    await call("c1/2", Edit, edit(".gitignore", "notes.txt", "other.txt"));
    await take("undo", "c1");
    await take("redo", "c1");
    await take("undo", "c1");
    expect(fingerprint(join(place.root, ".git"))).toBe(before);
    expect(["a.txt", ".gitignore", "notes.txt"].map(place.get)).toEqual(["1\n", "notes.txt\n", "mine\n"]);
  });

  it("is left alone even when a change of its own files was recorded", async () => {
    const path = place.put(".git/config", "[core]\n");
    const bytes = await keep(new Uint8Array([1]));
    tell({
      kind: "file-changed",
      id: "c1",
      path,
      before: { content: bytes },
      after: { content: bytes },
    });
    expect((await take("undo", "c1"))[".git/config"]).toContain("never touched");
    expect(place.get(".git/config")).toBe("[core]\n");
  });
});
