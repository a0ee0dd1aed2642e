import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFiles } from "../../../src/hosts/node/files.ts";
import type { FileStat } from "../../../src/ports/files.ts";
import { bytesOf, textOf } from "../../contracts/contract-host.ts";
import { asNobody } from "./as-nobody.ts";
import { startProgram } from "./run-program.ts";
import { inTempFolder } from "./temp-folder.ts";

const files = createFiles();
const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;
const printOf = async (path: string) => ((await files.stat(path)) as FileStat).fingerprint;

/** Mounts a file system of 64 KiB, where this may be done. */
function mountTiny(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("reading", () => {
  it("holds no more of a file of 1 GiB in memory than was asked for", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "huge");
      const size = 1024 ** 3;
      await writeFile(path, "begin");
      await truncate(path, size);
      const handle = await open(path, "r+");
      await handle.write("end", size - 3);
      await handle.close();
      const before = process.memoryUsage().arrayBuffers;
      expect(textOf(await files.read(path, { start: size - 3, end: size + 10 }))).toBe("end");
      expect(textOf(await files.read(path, { start: 0, end: 5 }))).toBe("begin");
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 ** 2);
      expect(await files.read(path)).toMatchObject({
        problem: "io",
        detail: expect.stringContaining("ranges") as string,
      });
    }));

  it("puts bytes into memory that is lent for them", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      await writeFile(path, "0123456789");
      const page = new Uint8Array(4);
      const read = await files.read(path, { start: 2, end: 6, into: page });
      expect(textOf(page)).toBe("2345");
      expect(read).toEqual(page);
    }));

  it("never opens pipes, devices and sockets", () =>
    inTempFolder(async (folder) => {
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      for (const path of [pipe, "/dev/zero", "/dev/tty", "/dev/stdin"]) {
        expect(await files.read(path, { start: 0, end: 10 }), path).toMatchObject({ problem: "not-file" });
      }
      expect(await files.stat(pipe)).toMatchObject({ kind: "other" });
      expect(await files.stat("/dev/zero")).toMatchObject({ kind: "other" });
      expect(await files.write(pipe, bytesOf("x"), "anything")).toMatchObject({ problem: "not-file" });
      expect(await files.remove(pipe, "anything")).toMatchObject({ problem: "not-file" });
      expect(await files.list(folder)).toEqual([{ name: "pipe", kind: "other" }]);
    }));

  it("reads files that say they are empty and are not", async () => {
    expect(textOf(await files.read("/proc/self/status"))).toContain("Name:");
    expect(textOf(await files.read("/proc/self/status", { start: 0, end: 5 }))).toBe("Name:");
  });

  it("answers that it may not, and still knows size and kind", () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "secret"), "12345");
      await asNobody(folder, ["secret.d"], async () => {
        await chmod(join(folder, "secret"), 0);
        expect(await files.stat(join(folder, "secret"))).toMatchObject({ kind: "file", size: 5 });
        expect(await files.read(join(folder, "secret"))).toMatchObject({ problem: "denied" });
        expect(await files.list(join(folder, "secret.d"))).toMatchObject({ problem: "denied" });
        expect(await files.resolve(join(folder, "secret.d", "x"))).toMatchObject({ problem: "denied" });
      });
    }));
});

describe("fingerprints", () => {
  it("tell two contents of one size apart, however soon they follow each other", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      const prints = new Set<string>();
      for (let round = 0; round < 50; round += 1) {
        await writeFile(path, `${1000 + round}`);
        prints.add(await printOf(path));
      }
      expect(prints.size).toBe(50);
    }));

  it("are the same for the same small content, whatever its times say", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      await writeFile(path, "same");
      const before = await printOf(path);
      await utimes(path, 1, 1);
      await chmod(path, 0o600);
      expect(await printOf(path)).toBe(before);
    }));

  it("show a change of a large file whose time of change was put back", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "large");
      await writeFile(path, "x".repeat(1_000_000));
      await utimes(path, 1_000, 1_000);
      const before = await printOf(path);
      expect(await printOf(path)).toBe(before);
      // The clock of the file system ticks every few milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await writeFile(path, "y".repeat(1_000_000));
      await utimes(path, 1_000, 1_000);
      expect(await printOf(path)).not.toBe(before);
    }));
});

describe("writing", () => {
  it.each([0o755, 0o600, 0o644, 0o444 | 0o200])("keeps the mode bits of the file it replaces: %o", (mode) =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      await writeFile(path, "old");
      await chmod(path, mode);
      await files.write(path, bytesOf("new"), "anything");
      expect(await modeOf(path)).toBe(mode);
      expect(await readFile(path, "utf8")).toBe("new");
    }),
  );

  it("gives a new file the mode that any new file gets", () =>
    inTempFolder(async (folder) => {
      await files.write(join(folder, "ours"), bytesOf(""), "missing");
      await writeFile(join(folder, "plain"), "");
      expect(await modeOf(join(folder, "ours"))).toBe(await modeOf(join(folder, "plain")));
    }));

  it("replaces the file that links lead to and leaves the links", () =>
    inTempFolder(async (folder) => {
      await mkdir(join(folder, "real"));
      await writeFile(join(folder, "real/a"), "old");
      await symlink("real/a", join(folder, "one"));
      await symlink("one", join(folder, "two"));
      await files.write(join(folder, "two"), bytesOf("new"), "anything");
      expect(await readlink(join(folder, "two"))).toBe("one");
      expect((await lstat(join(folder, "one"))).isSymbolicLink()).toBe(true);
      expect(await readFile(join(folder, "real/a"), "utf8")).toBe("new");
    }));

  it("removes a link and leaves what it leads to", () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "a"), "kept");
      await symlink("a", join(folder, "link"));
      await symlink("nowhere", join(folder, "dangling"));
      expect(await files.remove(join(folder, "link"), "anything")).toBeUndefined();
      expect(await files.remove(join(folder, "dangling"), "anything")).toBeUndefined();
      expect(await readdir(folder)).toEqual(["a"]);
    }));

  it("leaves the other names of a file with the old content", () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "a"), "old");
      await link(join(folder, "a"), join(folder, "b"));
      await files.write(join(folder, "a"), bytesOf("new"), "anything");
      expect(await readFile(join(folder, "b"), "utf8")).toBe("old");
    }));

  it("leaves no temporary file behind, whatever it answers", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      await files.write(path, bytesOf("one"), "missing");
      await files.write(path, bytesOf("two"), "missing");
      await files.write(path, bytesOf("two"), { fingerprint: "other" });
      await files.write(folder, bytesOf("two"), "anything");
      const writes = Array.from({ length: 10 }, (_, number) => files.write(path, bytesOf(`${number}`), "anything"));
      await Promise.all(writes);
      expect(await readdir(folder)).toEqual(["a"]);
    }));

  it("lets only one of several that expect the file to be missing have it", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      const others = Array.from({ length: 8 }, () => createFiles());
      const answers = await Promise.all(
        others.map((each, number) => each.write(path, bytesOf(`${number}`), "missing")),
      );
      expect(answers.filter((answer) => "fingerprint" in answer)).toHaveLength(1);
      expect(answers.filter((answer) => "problem" in answer && answer.problem === "exists")).toHaveLength(7);
    }));

  it("leaves no folder behind that it made for a file that could not be written", () =>
    inTempFolder(async (folder) => {
      const answer = await files.write(join(folder, "new/deep", "n".repeat(256)), bytesOf("x"), "missing");
      expect(answer).toMatchObject({ problem: "invalid-path" });
      expect(await readdir(folder)).toEqual([]);
    }));

  it("takes names of every length that the system takes, and no longer ones", () =>
    inTempFolder(async (folder) => {
      for (const name of ["n".repeat(255), "é".repeat(127), "\u{1f600}".repeat(63)]) {
        expect(await files.write(join(folder, name), bytesOf("x"), "missing"), name).toMatchObject({ kind: "file" });
      }
      const long = await files.write(join(folder, "n".repeat(256)), bytesOf("x"), "missing");
      expect(long).toMatchObject({ problem: "invalid-path" });
    }));

  it("does not replace a file that may not be written, nor write where it may not", () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "fixed"), "old");
      await asNobody(folder, ["shut"], async () => {
        await chmod(join(folder, "fixed"), 0o444);
        expect(await files.write(join(folder, "fixed"), bytesOf("new"), "anything")).toMatchObject({
          problem: "denied",
        });
        expect(await files.write(join(folder, "shut/new"), bytesOf("new"), "anything")).toMatchObject({
          problem: "denied",
        });
        expect(await files.remove(join(folder, "shut/new"), "anything")).toMatchObject({ problem: "denied" });
        expect(await readFile(join(folder, "fixed"), "utf8")).toBe("old");
      });
    }));

  it("answers that the disk is full, and the file is what it was", (test) =>
    inTempFolder(async (folder) => {
      const disk = join(folder, "disk");
      await mkdir(disk);
      if (!mountTiny(disk)) return test.skip("no file system may be mounted here");
      try {
        await files.write(join(disk, "a"), bytesOf("old"), "missing");
        expect(await files.write(join(disk, "a"), new Uint8Array(200_000), "anything")).toMatchObject({
          problem: "full",
        });
        expect(await readFile(join(disk, "a"), "utf8")).toBe("old");
        expect(await files.write(join(disk, "new/deep/b"), new Uint8Array(200_000), "missing")).toMatchObject({
          problem: "full",
        });
        expect(await readdir(disk)).toEqual(["a"]);
      } finally {
        execFileSync("umount", [disk]);
      }
    }));

  it("leaves a whole file, the old one or the new one, when the writer is killed at any moment", () =>
    inTempFolder(async (folder) => {
      const path = join(folder, "a");
      const size = 3_000_000;
      for (let round = 0; round < 15; round += 1) {
        const program = await startProgram("replace-file", [path, `${size}`]);
        await program.when((output) => output.length > round % 4);
        await new Promise((resolve) => setTimeout(resolve, (round * 7) % 23));
        await program.kill();
        const content = await readFile(path);
        expect(content.length).toBe(size);
        expect(content.every((byte) => byte === content[0])).toBe(true);
      }
    }));
});

describe("names", () => {
  it("that are no text are flagged, and what they name is known all the same", () =>
    inTempFolder(async (folder) => {
      const name = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]);
      await writeFile(name, "x");
      await mkdir(Buffer.concat([name, Buffer.from(".d")]));
      await writeFile(join(folder, "日本\n語"), "");
      const entries = await files.list(folder);
      expect([...(entries as object[])].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
        [
          { name: "caf\ufffd", kind: "file", unreadableName: true },
          { name: "caf\ufffd.d", kind: "directory", unreadableName: true },
          { name: "日本\n語", kind: "file" },
        ].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      );
    }));

  it("with half a character are refused before the system changes them", async () => {
    expect(await files.stat("/tmp/\ud800")).toMatchObject({ problem: "invalid-path" });
  });
});

describe("resolving", () => {
  it("goes the way the system goes: out of a link into the parent of its target", () =>
    inTempFolder(async (folder) => {
      await mkdir(join(folder, "far/away"), { recursive: true });
      await writeFile(join(folder, "far/secret"), "");
      await symlink("far/away", join(folder, "near"));
      expect(await files.resolve(`${folder}/near/../secret`)).toEqual({ real: `${folder}/far/secret`, exists: true });
      expect(await files.resolve(`${folder}/near/../new/x`)).toEqual({ real: `${folder}/far/new/x`, exists: false });
    }));

  it("follows dangling links through links, and stops at circles", () =>
    inTempFolder(async (folder) => {
      await mkdir(join(folder, "out"));
      await symlink(join(folder, "out"), join(folder, "box"));
      await symlink("box/new", join(folder, "a"));
      await symlink("a", join(folder, "b"));
      await symlink("c/x", join(folder, "c"));
      expect(await files.resolve(join(folder, "b"))).toEqual({ real: join(folder, "out/new"), exists: false });
      expect(await files.resolve(join(folder, "c"))).toMatchObject({ problem: "invalid-path" });
      expect(await files.write(join(folder, "c"), bytesOf("x"), "anything")).toMatchObject({ problem: "invalid-path" });
    }));

  it("answers a problem for what lies below a file", () =>
    inTempFolder(async (folder) => {
      await writeFile(join(folder, "a"), "");
      expect(await files.resolve(join(folder, "a/b/c"))).toMatchObject({ problem: "not-directory" });
    }));
});
