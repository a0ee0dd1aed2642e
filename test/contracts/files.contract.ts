import { describe, expect, it } from "vitest";
import type { FileStat } from "../../src/ports/files.ts";
import { isProblem } from "../../src/ports/files.ts";
import type { ContractFiles, ContractHost, MakeHost } from "./contract-host.ts";
import { bytesOf, textOf, withHost } from "./contract-host.ts";

const TREE: ContractFiles = {
  "a.txt": "alpha\n",
  "folder/b.txt": "beta\n",
  "folder/link": { linkTo: "../a.txt" },
  "to-folder": { linkTo: "folder" },
  dangling: { linkTo: "nowhere/new.txt" },
  one: { linkTo: "two" },
  two: { linkTo: "one" },
  empty: { folder: true },
  "tool.sh": { executable: "run\n" },
};

/** What every host's files promise. */
export function filesContract(make: MakeHost): void {
  const rule = (title: string, work: (made: ContractHost) => Promise<void>) =>
    it(title, () => withHost(make, TREE, work));
  const fingerprint = async ({ host, root }: ContractHost, name: string) =>
    ((await host.files.stat(`${root}/${name}`)) as FileStat).fingerprint;

  describe("stat and read", () => {
    rule("a file has its kind and its size in bytes", async ({ host, root }) => {
      expect(await host.files.stat(`${root}/a.txt`)).toMatchObject({ kind: "file", size: 6 });
      expect(await host.files.stat(`${root}/folder`)).toMatchObject({ kind: "directory" });
    });

    rule("links are followed, and only one whose target is missing is a link", async ({ host, root }) => {
      expect(await host.files.stat(`${root}/folder/link`)).toMatchObject({ kind: "file", size: 6 });
      expect(await host.files.stat(`${root}/to-folder`)).toMatchObject({ kind: "directory" });
      expect(await host.files.stat(`${root}/dangling`)).toMatchObject({ kind: "link" });
    });

    rule(
      "a range answers the bytes from its start up to its end, and fewer at the end of the file",
      async ({ host, root }) => {
        const read = async (start: number, end: number) =>
          textOf(await host.files.read(`${root}/a.txt`, { start, end }));
        expect(await read(1, 4)).toBe("lph");
        expect(await read(4, 100)).toBe("a\n");
        expect(await read(6, 10)).toBe("");
        expect(await read(60, 100)).toBe("");
        expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("alpha\n");
      },
    );

    it.each([
      ["what is not there is missing", "none.txt", "missing"],
      ["a folder is no file", "folder", "not-file"],
      ["nothing lies below a file", "a.txt/b", "not-directory"],
    ])("%s", (_title, name, problem) =>
      withHost(make, TREE, async ({ host, root }) => {
        expect(await host.files.read(`${root}/${name}`)).toMatchObject({ problem, path: `${root}/${name}` });
      }),
    );

    rule(
      "a path that is relative, has a NUL, or whose links lead in a circle is a problem and no exception",
      async ({ host, root }) => {
        expect(await host.files.stat("a.txt")).toMatchObject({ problem: "invalid-path" });
        expect(await host.files.read(`${root}/a\0b`)).toMatchObject({ problem: "invalid-path" });
        expect(await host.files.list("")).toMatchObject({ problem: "invalid-path" });
        for (const answer of [await host.files.stat(`${root}/one`), await host.files.resolve(`${root}/one`)]) {
          expect(isProblem(answer)).toBe(true);
        }
      },
    );
  });

  describe("write", () => {
    rule("a write is read back, and makes the folders above it", async ({ host, root }) => {
      const made = await host.files.write(`${root}/new/deep/c.txt`, bytesOf("gamma"), "missing");
      expect(made).toMatchObject({ kind: "file", size: 5 });
      expect(textOf(await host.files.read(`${root}/new/deep/c.txt`))).toBe("gamma");
      expect(await host.files.stat(`${root}/new/deep/c.txt`)).toEqual(made);
    });

    rule("a file that should be missing and exists is left alone", async ({ host, root }) => {
      expect(await host.files.write(`${root}/a.txt`, bytesOf("other"), "missing")).toMatchObject({ problem: "exists" });
      expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("alpha\n");
    });

    rule("a file whose fingerprint is another one by now is left alone", async (made) => {
      const { host, root } = made;
      const before = await fingerprint(made, "a.txt");
      await host.files.write(`${root}/a.txt`, bytesOf("ALPHA\n"), "anything");
      const late = await host.files.write(`${root}/a.txt`, bytesOf("third\n"), { fingerprint: before });
      expect(late).toMatchObject({ problem: "changed" });
      expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("ALPHA\n");
    });

    rule("a file that is expected and has gone has changed", async (made) => {
      const { host, root } = made;
      const before = await fingerprint(made, "a.txt");
      expect(await host.files.remove(`${root}/a.txt`, { fingerprint: before })).toBeUndefined();
      const late = await host.files.write(`${root}/a.txt`, bytesOf("x"), { fingerprint: before });
      expect(late).toMatchObject({ problem: "changed" });
      expect(await host.files.stat(`${root}/a.txt`)).toMatchObject({ problem: "missing" });
    });

    rule("the fingerprint that a write answers is the one that the next write may expect", async ({ host, root }) => {
      let expected = ((await host.files.stat(`${root}/a.txt`)) as FileStat).fingerprint;
      for (const text of ["one\n", "two\n", "six\n"]) {
        const made = (await host.files.write(`${root}/a.txt`, bytesOf(text), { fingerprint: expected })) as FileStat;
        expect(made.fingerprint).not.toBe(expected);
        expected = made.fingerprint;
      }
    });

    rule("a write through a link goes to what the link leads to, and the link stays", async ({ host, root }) => {
      await host.files.write(`${root}/folder/link`, bytesOf("through"), "anything");
      expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("through");
      await host.files.write(`${root}/dangling`, bytesOf("made"), "anything");
      expect(textOf(await host.files.read(`${root}/nowhere/new.txt`))).toBe("made");
      expect(await host.files.resolve(`${root}/dangling`)).toMatchObject({ exists: true });
    });

    rule("a file that is made has the permission bits asked for, a replaced one keeps its own", async (made) => {
      const { host, root } = made;
      const mode = async (name: string) => ((await host.files.stat(`${root}/${name}`)) as FileStat).mode;
      const program = await mode("tool.sh");
      if (program === undefined) return;
      expect(program & 0o111).not.toBe(0);
      await host.files.write(`${root}/new.sh`, bytesOf("x"), "missing", program);
      await host.files.write(`${root}/deep/new.sh`, bytesOf("x"), "anything", 0o640);
      await host.files.write(`${root}/plain.sh`, bytesOf("x"), "missing");
      expect([await mode("new.sh"), await mode("deep/new.sh")]).toEqual([program, 0o640]);
      expect(((await mode("plain.sh")) as number) & 0o111).toBe(0);
      await host.files.write(`${root}/tool.sh`, bytesOf("y"), "anything");
      await host.files.write(`${root}/new.sh`, bytesOf("y"), "anything", 0o600);
      expect([await mode("tool.sh"), await mode("new.sh")]).toEqual([program, program]);
    });

    rule("nobody gets more than permission bits", async ({ host, root }) => {
      const written = await host.files.write(`${root}/new.sh`, bytesOf("x"), "missing", 0o6755);
      expect([undefined, 0o755]).toContain((written as FileStat).mode);
    });

    rule("a folder is not written, nor is anything below a file", async ({ host, root }) => {
      expect(await host.files.write(`${root}/folder`, bytesOf("x"), "anything")).toMatchObject({ problem: "not-file" });
      expect(await host.files.write(`${root}/a.txt/b`, bytesOf("x"), "anything")).toMatchObject({
        problem: "not-directory",
      });
    });

    rule("writes of one path take effect in the order in which they were made", async ({ host, root }) => {
      const texts = Array.from({ length: 20 }, (_, number) => `text ${number}`);
      const writes = texts.map((text) => host.files.write(`${root}/order.txt`, bytesOf(text), "anything"));
      const read = host.files.read(`${root}/order.txt`);
      await Promise.all(writes);
      expect(textOf(await read)).toBe("text 19");
    });
  });

  describe("remove", () => {
    rule("a file is removed once", async ({ host, root }) => {
      expect(await host.files.remove(`${root}/a.txt`, "anything")).toBeUndefined();
      expect(await host.files.remove(`${root}/a.txt`, "anything")).toMatchObject({ problem: "missing" });
    });

    rule("what has changed, and what is a folder, stays", async ({ host, root }) => {
      expect(await host.files.remove(`${root}/a.txt`, { fingerprint: "other" })).toMatchObject({ problem: "changed" });
      expect(await host.files.remove(`${root}/empty`, "anything")).toMatchObject({ problem: "not-file" });
      expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("alpha\n");
    });
  });

  describe("remove with folders", () => {
    const kinds = async ({ host, root }: ContractHost, ...names: string[]) => {
      const stats = await Promise.all(names.map((name) => host.files.stat(`${root}/${name}`)));
      return stats.map((stat) => (isProblem(stat) ? stat.problem : stat.kind));
    };

    rule("those that are named and empty go with the file, up to the first that is not", async (made) => {
      const { host, root } = made;
      await host.files.write(`${root}/x/y/z/f.txt`, bytesOf("x"), "missing");
      const folders = new Set(["y", "y/z", ""].map((name) => `${root}/x${name === "" ? "" : `/${name}`}`));
      await host.files.write(`${root}/x/other.txt`, bytesOf("x"), "missing");
      expect(await host.files.remove(`${root}/x/y/z/f.txt`, "anything", folders)).toBeUndefined();
      expect(await kinds(made, "x", "x/y")).toEqual(["directory", "missing"]);
      expect(await host.files.remove(`${root}/x/other.txt`, "anything", folders)).toBeUndefined();
      expect(await kinds(made, "x", "")).toEqual(["missing", "directory"]);
    });

    rule("no other folder goes, and none for a file that stays", async (made) => {
      const { host, root } = made;
      await host.files.write(`${root}/x/y/f.txt`, bytesOf("x"), "missing");
      const folders = new Set([`${root}/x`, `${root}/x/y`]);
      await host.files.remove(`${root}/x/y/f.txt`, { fingerprint: "other" }, folders);
      await host.files.remove(`${root}/x/y/none.txt`, "anything", folders);
      expect(await kinds(made, "x/y/f.txt")).toEqual(["file"]);
      await host.files.remove(`${root}/x/y/f.txt`, "anything", new Set([`${root}/x`]));
      expect(await kinds(made, "x/y")).toEqual(["directory"]);
    });
  });

  describe("list", () => {
    rule("a folder's entries have the kinds of what links lead to", async ({ host, root }) => {
      const entries = await host.files.list(root);
      const kinds = Object.fromEntries(
        (entries as { name: string; kind: string }[]).map(({ name, kind }) => [name, kind]),
      );
      expect(kinds).toEqual({
        "a.txt": "file",
        folder: "directory",
        "to-folder": "directory",
        dangling: "link",
        one: "link",
        two: "link",
        empty: "directory",
        "tool.sh": "file",
      });
      expect(await host.files.list(`${root}/empty`)).toEqual([]);
    });

    rule("a file has no entries, and nor has what is missing", async ({ host, root }) => {
      expect(await host.files.list(`${root}/a.txt`)).toMatchObject({ problem: "not-directory" });
      expect(await host.files.list(`${root}/none`)).toMatchObject({ problem: "missing" });
    });
  });

  describe("resolve", () => {
    it.each([
      ["a file is where it is", "a.txt", "a.txt", true],
      ["links are resolved along the way", "to-folder/link", "a.txt", true],
      ["what is missing is its nearest existing ancestor and the rest", "to-folder/x/y.txt", "folder/x/y.txt", false],
      ["a dangling link is where it points", "dangling", "nowhere/new.txt", false],
      ["dots and doubled separators do not count", "./folder//./b.txt", "folder/b.txt", true],
      ["the way back out of a link leads to the parent of its target", "to-folder/../a.txt", "a.txt", true],
      ["the way back out of a missing folder leads to where it would be", "gone/../a.txt", "a.txt", true],
    ])("%s", (_title, name, real, exists) =>
      withHost(make, TREE, async ({ host, root }) => {
        expect(await host.files.resolve(`${root}/${name}`)).toEqual({ real: `${root}/${real}`, exists });
      }),
    );
  });
}
