import { chmodSync, readdirSync, symlinkSync, truncateSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../src/hosts/node/files.ts";
import { createSnapshots } from "../../src/pipeline/snapshot-store.ts";
import type { KeptContent } from "../../src/pipeline/snapshots.ts";
import { latin, openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

let place: EditWorkspace;
beforeEach(() => {
  place = openWorkspace();
});
afterEach(() => place.remove());

/** What is kept, as its content. */
function kept(content: KeptContent): string {
  if (content === "missing") return "(missing)";
  return "gap" in content ? `(gap: ${content.gap})` : latin(place.artifacts.get(content.content) ?? new Uint8Array());
}

describe("snapshots", () => {
  it("keep what a file held before a call and what the call made of it", async () => {
    const snapshots = createSnapshots({ host: place.host });
    const path = place.put("a.txt", "one");
    const [taken] = await snapshots.capture("c1", ["a.txt"]);
    place.put("a.txt", "two");
    const [change] = await snapshots.settle("c1");
    expect([taken?.path, kept(taken?.before ?? "missing")]).toEqual([path, "one"]);
    expect([change?.callId, change?.path, kept(change?.before ?? "missing"), kept(change?.after ?? "missing")]).toEqual(
      ["c1", path, "one", "two"],
    );
  });

  it("know of files that are made and removed", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("old.txt", "old");
    await snapshots.capture("c1", ["new.txt", "old.txt"]);
    place.put("new.txt", "new");
    unlinkSync(join(place.root, "old.txt"));
    const changes = await snapshots.settle("c1");
    expect(changes.map(({ before, after }) => [kept(before), kept(after)])).toEqual([
      ["(missing)", "new"],
      ["old", "(missing)"],
    ]);
  });

  it("are taken once per path and request, and again when somebody else changed the file", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("a.txt", "one");
    expect(await snapshots.capture("c1", ["a.txt", "./a.txt", join(place.root, "a.txt")])).toHaveLength(1);
    place.put("a.txt", "two!");
    await snapshots.settle("c1");
    expect(await snapshots.capture("c2", ["a.txt"])).toEqual([]);
    await snapshots.settle("c2");
    place.put("a.txt", "the person");
    expect((await snapshots.capture("c3", ["a.txt"])).map(({ before }) => kept(before))).toEqual(["the person"]);
    await snapshots.settle("c3");
    snapshots.begin();
    expect(await snapshots.capture("c4", ["a.txt"])).toHaveLength(1);
  });

  it("know the folders that come with a file, innermost first, and none for a file in folders that are there", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("old/a.txt", "a");
    await snapshots.capture("c1", ["new/deep/a.txt", "old/b.txt", "never/c.txt"]);
    place.put("new/deep/a.txt", "a");
    place.put("old/b.txt", "b");
    expect((await snapshots.settle("c1")).map(({ folders }) => folders)).toEqual([
      [join(place.root, "new/deep"), join(place.root, "new")],
      undefined,
    ]);
  });

  it.skipIf(process.platform === "win32")("keep the permission bits of now with a content that is known", async () => {
    const snapshots = createSnapshots({ host: place.host });
    const path = place.put("a.sh", "x");
    const modes: unknown[] = [];
    for (const mode of [0o644, 0o755]) {
      chmodSync(path, mode);
      snapshots.begin();
      const [taken] = await snapshots.capture(`c${mode}`, ["a.sh"]);
      modes.push(taken?.before);
    }
    expect(modes).toMatchObject([{ mode: 0o644 }, { mode: 0o755 }]);
  });

  it("say nothing of a call that changed nothing, or that is not known", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("a.txt", "one");
    await snapshots.capture("c1", ["a.txt"]);
    expect(await snapshots.settle("c1")).toEqual([]);
    expect(await snapshots.settle("c1")).toEqual([]);
    expect(await snapshots.settle("none")).toEqual([]);
  });

  it("count a change once when two calls had the same file in hand", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("a.txt", "one");
    await snapshots.capture("c1", ["a.txt"]);
    await snapshots.capture("c2", ["a.txt"]);
    place.put("a.txt", "two!");
    expect(await snapshots.settle("c1")).toHaveLength(1);
    expect(await snapshots.settle("c2")).toEqual([]);
  });

  it("are of the file that a link leads to", async () => {
    const snapshots = createSnapshots({ host: place.host });
    const path = place.put("real.txt", "one");
    symlinkSync(path, join(place.root, "link.txt"));
    symlinkSync(join(place.root, "gone.txt"), join(place.root, "dangling.txt"));
    const taken = await snapshots.capture("c1", ["link.txt", "dangling.txt"]);
    expect(taken.map((one) => [one.path, kept(one.before)])).toEqual([
      [path, "one"],
      [join(place.root, "gone.txt"), "(missing)"],
    ]);
  });

  it("keep a content once, however often and wherever it occurs (report 84)", async () => {
    const snapshots = createSnapshots({ host: place.host });
    for (let turn = 0; turn < 20; turn += 1) {
      snapshots.begin();
      await snapshots.capture(`c${turn}`, ["a.bin", "b.bin"]);
      place.put("a.bin", Buffer.alloc(100_000, turn % 2));
      place.put("b.bin", Buffer.alloc(100_000, turn % 2));
      await snapshots.settle(`c${turn}`);
    }
    expect(place.artifacts.size).toBe(2);
  });

  it("read a file again only when it may have changed", async () => {
    let reads = 0;
    const files = createFiles();
    const counting = { ...files, read: (path: string) => ((reads += 1), files.read(path)) };
    const snapshots = createSnapshots({ host: { ...place.host, files: counting } });
    place.put("a.txt", "one");
    for (const call of ["c1", "c2", "c3"]) {
      snapshots.begin();
      await snapshots.capture(call, ["a.txt"]);
      await snapshots.settle(call);
    }
    expect(reads).toBe(1);
  });

  it("leave nothing beside the files", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("a.txt", "one");
    await snapshots.capture("c1", ["a.txt"]);
    expect(readdirSync(place.root)).toEqual(["a.txt"]);
  });

  it("tell of calls whose effects are not tracked", () => {
    const told: string[] = [];
    createSnapshots({ host: place.host, onUntracked: (call) => told.push(call) }).untracked("c1");
    expect(told).toEqual(["c1"]);
  });
});

describe("what cannot be kept is a gap with its reason", () => {
  it("for a file above the limit", async () => {
    const snapshots = createSnapshots({ host: place.host, maxBytes: 1_000 });
    truncateSync(place.put("big.bin", ""), 1_001);
    const [taken] = await snapshots.capture("c1", ["big.bin"]);
    expect(kept(taken?.before ?? "missing")).toBe("(gap: it has 1001 bytes, and up to 1000 are kept)");
    expect(await snapshots.settle("c1")).toEqual([]);
  });

  it("for folders and repositories' own files", async () => {
    const snapshots = createSnapshots({ host: place.host });
    place.put("d/x", "");
    place.put(".git/config", "[core]");
    const taken = await snapshots.capture("c1", ["d", ".git/config"]);
    expect(taken.map(({ before }) => kept(before))).toEqual([
      "(gap: it is a folder)",
      "(gap: it belongs to the repository itself)",
    ]);
    expect(place.artifacts.size).toBe(0);
  });

  it("when the store is full", async () => {
    const store = {
      ...place.host.store,
      putArtifact: () => Promise.resolve({ problem: "full" as const, detail: "quota" }),
    };
    const snapshots = createSnapshots({ host: { ...place.host, store } });
    place.put("a.txt", "one");
    const [taken] = await snapshots.capture("c1", ["a.txt"]);
    expect(kept(taken?.before ?? "missing")).toBe("(gap: the store could not keep it: quota)");
    place.put("a.txt", "changed");
    const [change] = await snapshots.settle("c1");
    expect(kept(change?.after ?? "missing")).toContain("quota");
  });
});
