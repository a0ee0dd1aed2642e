import { chmodSync, existsSync, mkdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../../src/hosts/node/files.ts";
import type { Files } from "../../src/ports/files.ts";
import { ApplyPatch } from "../../src/tools/apply-patch.ts";
import { latin, openWorkspace } from "../support/edit-workspace.ts";
import type { EditWorkspace } from "../support/edit-workspace.ts";

let place: EditWorkspace;
beforeEach(() => {
  place = openWorkspace();
});
afterEach(() => place.remove());

function patch(...lines: readonly string[]): { patch: string } {
  return { patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") };
}

const containing = (text: string): string => expect.stringContaining(text) as string;

describe("a patch that cannot be read", () => {
  it("is refused before anybody is asked to permit it", () => {
    expect(ApplyPatch.refuse?.({ patch: "*** Begin Patch\n*** Updat File: a\n*** End Patch" })).toContain("line 2");
    expect(ApplyPatch.refuse?.({ patch: "*** Begin Patch\n*** Delete File: a\n*** End Patch" })).toBeUndefined();
  });
});

describe("one patch", () => {
  it("adds, changes, moves and deletes files, and tells each with its lines", async () => {
    place.put("change.ts", "a\nb\n");
    place.put("old/name.ts", "x\ny\n");
    place.put("gone.ts", "z\n");
    const outcome = await place.run(
      ApplyPatch,
      patch(
        ...["*** Add File: new/file.ts", "+one", "+two"],
        ...["*** Update File: change.ts", "@@", " a", "-b", "+B"],
        ...["*** Update File: old/name.ts", "*** Move to: new/name.ts", "@@", "-y", "+Y", "+Z"],
        ...["*** Delete File: gone.ts"],
      ),
    );
    expect(outcome).toMatchObject({ status: "success", renderData: { kind: "edit", fileCount: 4 } });
    expect(outcome.text.split("\n")).toEqual([
      "ApplyPatch:",
      "added new/file.ts (+2 -0)",
      "modified change.ts (+1 -1)",
      "moved old/name.ts to new/name.ts (+2 -1)",
      "deleted gone.ts (+0 -1)",
    ]);
    expect(["new/file.ts", "change.ts", "old/name.ts", "new/name.ts", "gone.ts"].map(place.get)).toEqual([
      "one\ntwo\n",
      "a\nB\n",
      undefined,
      "x\nY\nZ\n",
      undefined,
    ]);
  });

  it("keeps byte order mark, encoding and CRLF of what it changes and moves", async () => {
    place.put("a.txt", Buffer.from("\u00ef\u00bb\u00bfa\r\nb\r\n", "latin1"));
    place.put("b.txt", Buffer.from("caf\xe9\r\nb\r\n", "latin1"));
    await place.run(
      ApplyPatch,
      patch(
        "*** Update File: a.txt",
        "-b",
        "+B",
        "+c",
        "*** Update File: b.txt",
        "*** Move to: c.txt",
        " café",
        "-b",
        "+thé",
      ),
    );
    expect(place.get("a.txt")).toBe("\u00ef\u00bb\u00bfa\r\nB\r\nc\r\n");
    expect(place.get("c.txt")).toBe("caf\xe9\r\nth\xe9\r\n");
  });

  it("moves and deletes binary files without looking into them", async () => {
    const bytes = Uint8Array.from([0, 255, 13, 10, 0]);
    place.put("a.bin", bytes);
    place.put("b.bin", bytes);
    await place.run(ApplyPatch, patch("*** Update File: a.bin", "*** Move to: c.bin", "*** Delete File: b.bin"));
    expect([place.get("a.bin"), place.get("b.bin"), place.get("c.bin")]).toEqual([undefined, undefined, latin(bytes)]);
  });

  it("lets sections of one file follow each other", async () => {
    place.put("a.txt", "a\nb\n");
    await place.run(ApplyPatch, patch("*** Update File: a.txt", "-b", "+B", "*** Update File: ./a.txt", "-a", "+A"));
    expect(place.get("a.txt")).toBe("A\nB\n");
    await place.run(ApplyPatch, patch("*** Delete File: a.txt", "*** Add File: a.txt", "+new"));
    expect(place.get("a.txt")).toBe("new\n");
  });

  it("swaps two files through a third name", async () => {
    place.put("a", "1\n");
    place.put("b", "2\n");
    const moves = [
      ["a", "t"],
      ["b", "a"],
      ["t", "b"],
    ] as const;
    const outcome = await place.run(
      ApplyPatch,
      patch(...moves.flatMap(([from, to]) => [`*** Update File: ${from}`, `*** Move to: ${to}`])),
    );
    expect(outcome.status).toBe("success");
    expect([place.get("a"), place.get("b"), place.get("t")]).toEqual(["2\n", "1\n", undefined]);
  });
});

/** Patches of which one section does not fit: words of the reason. */
const MISFITS = [
  { name: "a hunk without a place", lines: ["*** Update File: b.txt", "-nowhere", "+x"], words: "b.txt: Hunk 1 of 1" },
  { name: "a file that exists", lines: ["*** Add File: b.txt", "+x"], words: "b.txt exists already" },
  {
    name: "a missing file to change",
    lines: ["*** Update File: c.txt", "-x", "+y"],
    words: "c.txt does not exist; make it",
  },
  { name: "a missing file to delete", lines: ["*** Delete File: c.txt"], words: "c.txt does not exist" },
  {
    name: "a move to a file that exists",
    lines: ["*** Update File: b.txt", "*** Move to: a.txt"],
    words: "a.txt exists already",
  },
  { name: "a move to itself", lines: ["*** Update File: b.txt", "*** Move to: d/../b.txt"], words: "exists already" },
  { name: "a folder", lines: ["*** Delete File: d"], words: "is a folder" },
  { name: "a link to delete", lines: ["*** Delete File: link.txt"], words: "is a symbolic link to" },
  { name: "a binary file to change", lines: ["*** Update File: a.bin", "-x", "+y"], words: "binary" },
  { name: "a character that the encoding lacks", lines: ["*** Update File: l.txt", "-x", "+→"], words: 'has no "→"' },
  { name: "a mistake in the patch", lines: ["*** Update File: b.txt", "oops"], words: "line 6" },
  {
    name: "nothing to change",
    lines: ["*** Update File: b.txt", "-x", "+x", "*** Update File: a.txt", "-A", "+a"],
    words: "changes nothing",
  },
];

it.each(MISFITS)("a patch that does not fit changes nothing at all: $name", async ({ lines, words }) => {
  place.put("a.txt", "a\n");
  place.put("b.txt", "x\n");
  place.put("d/x.txt", "");
  place.put("a.bin", Uint8Array.from([0]));
  place.put("l.txt", Buffer.from("\xe9\nx\n", "latin1"));
  symlinkSync("b.txt", join(place.root, "link.txt"));
  const outcome = await place.run(ApplyPatch, patch("*** Update File: a.txt", "-a", "+A", ...lines));
  expect(outcome).toMatchObject({ status: "error", text: containing(words) });
  expect(["a.txt", "b.txt", "a.bin", "l.txt"].map(place.get)).toEqual(["a\n", "x\n", "\0", "\xe9\nx\n"]);
  expect(readlinkSync(join(place.root, "link.txt"))).toBe("b.txt");
});

/** Files whose nth write fails, once. */
function failingAt(write: number, before?: () => void): Files {
  const files = createFiles();
  let writes = 0;
  return {
    ...files,
    write: (path, bytes, expected, mode) => {
      writes += 1;
      if (writes !== write) return files.write(path, bytes, expected, mode);
      before?.();
      return Promise.resolve({ problem: "full", path, detail: "no space left" });
    },
  };
}

describe.skipIf(process.platform === "win32")("a program that is moved", () => {
  const mode = (name: string): number => statSync(join(place.root, name)).mode & 0o777;

  it("can still be run, also when it is changed and moved on in the same patch", async () => {
    chmodSync(place.put("run.sh", "a\n"), 0o750);
    const outcome = await place.run(
      ApplyPatch,
      patch(
        ...["*** Update File: run.sh", "*** Move to: bin/run.sh", "-a", "+b"],
        ...["*** Update File: bin/run.sh", "*** Move to: bin/last.sh"],
        ...["*** Add File: run.sh", "+new"],
      ),
    );
    expect(outcome.status).toBe("success");
    expect([place.get("bin/last.sh"), mode("bin/last.sh")]).toEqual(["b\n", 0o750]);
    expect(place.get("bin/run.sh")).toBeUndefined();
  });

  it("is as it was when the patch cannot be made whole", async () => {
    place.remove();
    const files = createFiles();
    const stuck: Files = {
      ...files,
      remove: (path, ...rest) =>
        path.endsWith("stays.txt")
          ? Promise.resolve({ problem: "denied", path, detail: "no" })
          : files.remove(path, ...rest),
    };
    place = openWorkspace({ files: stuck });
    chmodSync(place.put("run.sh", "a\n"), 0o755);
    place.put("stays.txt", "x\n");
    const outcome = await place.run(
      ApplyPatch,
      patch("*** Update File: run.sh", "*** Move to: bin/run.sh", "*** Delete File: stays.txt"),
    );
    expect(outcome).toMatchObject({ status: "error", text: containing("nothing was changed") });
    expect([place.get("run.sh"), mode("run.sh"), existsSync(join(place.root, "bin"))]).toEqual(["a\n", 0o755, false]);
  });
});

describe("when a later write fails", () => {
  const both = patch(
    "*** Update File: a.txt",
    "-a",
    "+A",
    "*** Add File: n/new.txt",
    "+n",
    "*** Update File: b.txt",
    "-b",
    "+B",
    "*** Delete File: c.txt",
  );

  it.each([1, 2, 3])("write %i: the files written before it are as they were", async (write) => {
    place.remove();
    place = openWorkspace({ files: failingAt(write) });
    for (const name of ["a", "b", "c"]) place.put(`${name}.txt`, `${name}\n`);
    const outcome = await place.run(ApplyPatch, both);
    expect(outcome).toMatchObject({ status: "error", text: containing("the disk is full") });
    expect(outcome.text).toMatch(/[Nn]othing was changed\.$/);
    expect(["a.txt", "b.txt", "c.txt", "n/new.txt"].map(place.get)).toEqual(["a\n", "b\n", "c\n", undefined]);
    expect(existsSync(join(place.root, "n"))).toBe(false);
  });

  it("a file that somebody else changed meanwhile is left and named", async () => {
    place.remove();
    place = openWorkspace({ files: failingAt(3, () => place.put("a.txt", "somebody else\n")) });
    for (const name of ["a", "b", "c"]) place.put(`${name}.txt`, `${name}\n`);
    const outcome = await place.run(ApplyPatch, both);
    expect(outcome.text).toContain(
      "could not be put back and keep their new content: a.txt was changed by somebody else",
    );
    expect(["a.txt", "b.txt", "n/new.txt"].map(place.get)).toEqual(["somebody else\n", "b\n", undefined]);
  });

  it("a file changed between reading and writing refuses the patch", async () => {
    place.remove();
    const files = createFiles();
    const racing: Files = {
      ...files,
      read: async (path, range) => {
        const bytes = await files.read(path, range);
        if (path.endsWith("b.txt")) place.put("b.txt", "mine, and longer\n");
        return bytes;
      },
    };
    place = openWorkspace({ files: racing });
    for (const name of ["a", "b", "c"]) place.put(`${name}.txt`, `${name}\n`);
    const outcome = await place.run(ApplyPatch, both);
    expect(outcome).toMatchObject({ status: "error", text: containing("b.txt was changed by somebody else") });
    expect(["a.txt", "b.txt", "c.txt"].map(place.get)).toEqual(["a\n", "mine, and longer\n", "c\n"]);
  });
});

describe("permission for a patch", () => {
  it("is asked for every path it writes, taken from the text that is applied", () => {
    const input = patch(
      ...[
        "*** Add File: a",
        "+*** Add File: not-this",
        "*** Update File: b",
        "*** Move to: ../c",
        "*** Delete File: ~/d",
      ],
      ...["*** Update File: b", "-*** Delete File: nor-this"],
    );
    const paths = ["a", "b", "../c", "d"].map((name) => join(place.root, name));
    expect(ApplyPatch.resources(input, place.host)).toEqual(
      paths.map((path) => ({ kind: "path", path, access: "write" })),
    );
    expect(ApplyPatch.snapshots?.(input, place.host)).toEqual(paths);
  });

  it("is asked for nothing when the patch cannot be read, and then nothing is written", async () => {
    const broken = { patch: "*** Begin Patch\n*** Add File: a\n+x" };
    expect(ApplyPatch.resources(broken, place.host)).toEqual([]);
    expect(await place.run(ApplyPatch, broken)).toMatchObject({ status: "error" });
    expect(place.get("a")).toBeUndefined();
  });

  it("does not reach through a link that appeared after it was given", async () => {
    mkdirSync(join(place.root, "elsewhere"));
    const permitted = [join(place.root, "dir/a.txt")];
    symlinkSync(join(place.root, "elsewhere"), join(place.root, "dir"));
    const outcome = await ApplyPatch.run(patch("*** Add File: dir/a.txt", "+x"), { ...place.context, permitted });
    expect(outcome).toMatchObject({ status: "error", text: containing("permission was not given for that place") });
    expect(place.get("elsewhere/a.txt")).toBeUndefined();
  });

  it("shows the diff of every file", async () => {
    place.put("a.txt", "a\n");
    const diff = await ApplyPatch.preview?.(
      patch("*** Update File: a.txt", "-a", "+A", "*** Add File: b.txt", "+b"),
      place.host,
    );
    expect(diff).toBe("--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-a\n+A\n--- /dev/null\n+++ b.txt\n@@ -0,0 +1,1 @@\n+b\n");
    expect(place.get("a.txt")).toBe("a\n");
  });
});
