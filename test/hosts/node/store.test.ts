import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownIdentity } from "../../../src/hosts/node/store/process-identity.ts";
import { FOREIGN_LOCK_MS } from "../../../src/hosts/node/store/session-lock.ts";
import { createStore } from "../../../src/hosts/node/store.ts";
import type { JournalText } from "../../../src/ports/store.ts";
import { bytesOf } from "../../contracts/contract-host.ts";
import { asNobody } from "./as-nobody.ts";
import { startProgram } from "./run-program.ts";
import { inTempFolder } from "./temp-folder.ts";
import { journalIn, lockIn, withStore } from "./temp-store.ts";

/** Puts a journal on disk as another program would have left it. */
async function putJournal(folder: string, content: string | Uint8Array, lock?: object | string): Promise<void> {
  await mkdir(join(folder, "sessions", "s"), { recursive: true });
  await writeFile(journalIn(folder), content);
  if (lock !== undefined) await writeFile(lockIn(folder), typeof lock === "string" ? lock : JSON.stringify(lock));
}

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn("true");
  await once(child, "close");
  return child.pid ?? 0;
}

describe("a journal", () => {
  it.each([
    ["half a line", '{"a":1}\n{"b":', 1],
    ["half a character", Buffer.concat([Buffer.from('{"a":1}\n"caf'), Buffer.from([0xc3])]), 1],
    ["zeros", Buffer.concat([Buffer.from('{"a":1}\n{"b":2}\n'), Buffer.alloc(5_000)]), 2],
    ["one line that is not finished", '{"a"', 0],
    ["a line of 200,000 characters that is not finished", `{"a":1}\n"${"x".repeat(200_000)}`, 1],
  ])("with a torn end is read up to there, and continued from there: %s", (_title, content, whole) =>
    withStore(async (store, folder) => {
      await putJournal(folder, content);
      const before = (await store.journal("s")) as JournalText;
      expect(before.torn).toBe(true);
      expect(before.lines).toHaveLength(whole);
      expect(await store.append("s", ["next"], true)).toBeUndefined();
      expect(await store.journal("s")).toEqual({ lines: [...before.lines, "next"], torn: false });
    }),
  );

  it("that is only looked at is left as it is", () =>
    withStore(async (store, folder) => {
      await putJournal(folder, "one\ntwo");
      const before = await stat(journalIn(folder));
      await store.journal("s");
      await store.sessions();
      expect((await stat(journalIn(folder))).mtimeMs).toBe(before.mtimeMs);
      expect(await readdir(join(folder, "sessions", "s"))).toEqual(["journal.jsonl"]);
    }));

  it.each([
    ["before the next synced line at the latest", Infinity, [false, false]],
    ["before any line when every one looks", 0, [true, false]],
  ])("that goes away is noticed %s", (_when, checkMs, missed) =>
    withStore(
      async (store, folder) => {
        await store.append("s", ["one"], true);
        await rm(journalIn(folder));
        const answers = [await store.append("s", ["two"], false), await store.append("s", ["three"], false)];
        expect(answers.map((answer) => answer?.problem === "missing")).toEqual(missed);
        const last = await store.append("s", ["four"], true);
        expect(last?.problem).toBe(checkMs === 0 ? undefined : "missing");
      },
      { checkMs },
    ),
  );

  it("that goes away while it is written is said to be missing, and begins anew", () =>
    withStore(async (store, folder) => {
      await store.append("s", ["one"], true);
      await rm(join(folder, "sessions", "s", "journal.jsonl"));
      expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "missing" });
      expect(await store.append("s", ["three"], true)).toBeUndefined();
      expect(await store.journal("s")).toEqual({ lines: ["three"], torn: false });
    }));

  it("whose whole folder goes away loses its lock with it", () =>
    withStore(async (store, folder) => {
      await store.append("s", ["one"], true);
      await rm(join(folder, "sessions"), { recursive: true });
      expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "locked" });
      expect(await store.append("s", ["three"], true)).toBeUndefined();
    }));

  it("that is no file is neither read nor written", () =>
    withStore(async (store, folder) => {
      await mkdir(join(folder, "sessions", "s"), { recursive: true });
      await symlink("/dev/full", journalIn(folder));
      expect(await store.append("s", ["one"], true)).toMatchObject({ problem: "io" });
      expect(await store.journal("s")).toMatchObject({ problem: "io" });
      expect(await store.sessions()).toEqual([]);
    }));

  it("takes whole lines or none when the disk is full, and goes on once there is room again", (test) =>
    withStore(async (store, folder) => {
      await mkdir(join(folder, "sessions"));
      try {
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", join(folder, "sessions")], {
          stdio: "ignore",
        });
      } catch {
        return test.skip("no file system may be mounted here");
      }
      try {
        await store.append("s", ["small"], true);
        const large = JSON.stringify("x".repeat(100_000));
        expect(await store.append("s", [large, "after"], false)).toMatchObject({ problem: "full" });
        expect(await store.journal("s")).toEqual({ lines: ["small"], torn: false });
        expect(await store.append("s", ["again"], true)).toBeUndefined();
        expect(await store.journal("s")).toEqual({ lines: ["small", "again"], torn: false });
        await store.dispose();
      } finally {
        execFileSync("umount", [join(folder, "sessions")]);
      }
    }));

  it("that may not be written or read is denied", () =>
    withStore(async (store, folder) => {
      await putJournal(folder, "one\n");
      await asNobody(folder, ["sessions/t"], async () => {
        expect(await store.append("t", ["two"], true)).toMatchObject({ problem: "denied" });
        await chmod(journalIn(folder), 0);
        expect(await store.journal("s")).toMatchObject({ problem: "denied" });
        expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "denied" });
        await chmod(journalIn(folder), 0o600);
        expect(await store.append("s", ["two"], true)).toBeUndefined();
      });
    }));

  it("takes no line that would be two, and no session that would be a path", () =>
    withStore(async (store, folder) => {
      expect(await store.append("s", ["one\ntwo"], true)).toMatchObject({ problem: "io" });
      for (const session of ["..", "../s", "a/b", "", "a\0b", ".hidden", "x".repeat(129)]) {
        expect(await store.append(session, ["one"], true), session).toMatchObject({ problem: "missing" });
        expect(await store.journal(session), session).toMatchObject({ problem: "missing" });
      }
      expect(await readdir(folder)).toEqual([]);
    }));

  it("is whole lines of what was acknowledged, wherever its writer is killed", () =>
    inTempFolder(async (folder) => {
      let expected = 0;
      for (let round = 0; round < 40; round += 1) {
        const program = await startProgram("append-lines", [folder, "s", `${expected}`]);
        await program.when((output) => output.length > (round * 13) % 60);
        await program.kill();
        expect(program.output()).toMatch(/^[\d\n]*$/);
        const acknowledged = program.output().split("\n").slice(0, -1).map(Number);
        const { lines } = (await createStore({ folder }).journal("s")) as JournalText;
        const numbers = lines.map((line) => (JSON.parse(line) as { number: number }).number);
        expect(numbers).toEqual(numbers.map((_, index) => index));
        expect(numbers.length).toBeGreaterThan(acknowledged.at(-1) ?? expected - 1);
        expected = numbers.length;
      }
      expect(expected).toBeGreaterThan(100);
    }));
});

describe("a lock", () => {
  it("of a program that has ended is cleared", () =>
    withStore(async (store, folder) => {
      const holder = { ...(await ownIdentity()), pid: await endedProcess(), token: "t" };
      await putJournal(folder, "one\n", holder);
      expect(await store.append("s", ["two"], true)).toBeUndefined();
      expect(await readdir(join(folder, "sessions", "s"))).toEqual(["journal.jsonl", "lock"]);
    }));

  it("of a program whose number another one has got since is cleared", () =>
    withStore(async (store, folder) => {
      await putJournal(folder, "one\n", { ...(await ownIdentity()), started: "another boot 1", token: "t" });
      expect(await store.append("s", ["two"], true)).toBeUndefined();
    }));

  it("of a program that runs is respected", () =>
    inTempFolder(async (folder) => {
      const program = await startProgram("append-lines", [folder, "s"]);
      await program.when((output) => output.includes("1\n"));
      const store = createStore({ folder });
      expect(await store.append("s", ["mine"], true)).toMatchObject({
        problem: "locked",
        detail: expect.stringContaining(`${program.child.pid}`) as string,
      });
      await program.kill();
      expect(await store.append("s", ["mine"], true)).toBeUndefined();
      expect(((await store.journal("s")) as JournalText).lines.at(-1)).toBe("mine");
      await store.dispose();
    }));

  it("of another machine is respected while it is fresh", () =>
    withStore(async (store, folder) => {
      const holder = { machine: `not-${hostname()}`, pid: 1, started: "", token: "t" };
      await putJournal(folder, "one\n", holder);
      expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "locked" });
      const old = (Date.now() - FOREIGN_LOCK_MS - 60_000) / 1000;
      await utimes(lockIn(folder), old, old);
      expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "locked" });
      await utimes(journalIn(folder), old, old);
      expect(await store.append("s", ["two"], true)).toBeUndefined();
    }));

  it.each(["", "nonsense", "{}", "null", '{"pid":1}'])("that says nothing sensible is cleared: %j", (content) =>
    withStore(async (store, folder) => {
      await putJournal(folder, "one\n", content);
      expect(await store.append("s", ["two"], true)).toBeUndefined();
    }),
  );

  it("that somebody else has taken meanwhile stops the first writer", () =>
    withStore(async (store, folder) => {
      await store.append("s", ["one"], true);
      await writeFile(lockIn(folder), "somebody else's");
      expect(await store.append("s", ["two"], true)).toMatchObject({ problem: "locked" });
      expect(await readFile(journalIn(folder), "utf8")).toBe("one\n");
    }));

  it("that somebody else has taken meanwhile stops the first writer at the latest at its next synced line", () =>
    withStore(
      async (store, folder) => {
        await store.append("s", ["one"], true);
        await writeFile(lockIn(folder), "somebody else's");
        await store.append("s", ["two"], false);
        expect(await store.append("s", ["three"], true)).toMatchObject({ problem: "locked" });
        expect(await readFile(journalIn(folder), "utf8")).not.toContain("three");
      },
      { checkMs: Infinity },
    ));

  it("is had by one of many that want it at once, stale or free", () =>
    inTempFolder(async (folder) => {
      for (const round of ["free", "stale"]) {
        const holder = { ...(await ownIdentity()), pid: await endedProcess(), token: round };
        await rm(join(folder, "sessions"), { recursive: true, force: true });
        await putJournal(folder, "one\n", round === "stale" ? holder : undefined);
        const stores = Array.from({ length: 12 }, () => createStore({ folder }));
        const answers = await Promise.all(stores.map((store, number) => store.append("s", [`${number}`], true)));
        expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
        await Promise.all(stores.map((store) => store.dispose()));
        expect(await readdir(join(folder, "sessions", "s"))).toEqual(["journal.jsonl"]);
      }
    }));
});

describe("a store that is disposed", () => {
  it("has waited for everything that had begun, a session that was being opened included", () =>
    inTempFolder(async (folder) => {
      const store = createStore({ folder });
      const answers: unknown[] = [];
      for (const session of ["s", "t"]) {
        void store.append(session, ["one"], false).then((answer) => answers.push(answer));
      }
      void store.putArtifact(bytesOf("kept")).then((answer) => answers.push(answer));
      await store.dispose();
      expect(answers.toSorted()).toEqual([expect.stringMatching(/^artifact:/), undefined, undefined]);
      for (const session of ["s", "t"]) {
        expect(await readFile(journalIn(folder, session), "utf8")).toBe("one\n");
        expect(await readdir(join(folder, "sessions", session))).toEqual(["journal.jsonl"]);
      }
    }));

  it("takes nothing more, and makes no folder anew", () =>
    inTempFolder(async (folder) => {
      const store = createStore({ folder });
      await store.append("s", ["one"], false);
      const disposed = store.dispose();
      const refusal = { problem: "io", detail: expect.stringContaining("closed") as string };
      expect(await store.append("s", ["while it is disposed"], true)).toEqual(refusal);
      await disposed;
      await rm(join(folder, "sessions"), { recursive: true });
      expect(await store.append("s", ["two"], true)).toEqual(refusal);
      expect(await store.putArtifact(bytesOf("late"))).toEqual(refusal);
      await store.dispose();
      expect(await readdir(folder)).toEqual([]);
    }));
});

describe("the list of sessions", () => {
  it("is what is in the folder, the latest first, damaged ones included (report 88)", () =>
    withStore(async (store, folder) => {
      for (const [index, name] of ["old", "damaged", "new"].entries()) {
        await store.append(name, ["x".repeat(index)], false);
        await store.close(name);
        await utimes(journalIn(folder, name), 1_000 + index, 1_000 + index);
      }
      await truncate(journalIn(folder, "damaged"), 1);
      await utimes(journalIn(folder, "damaged"), 1_001, 1_001);
      await mkdir(join(folder, "sessions", "empty"));
      await mkdir(join(folder, "sessions", ".hidden"));
      await appendFile(join(folder, "sessions", "stray.txt"), "");
      expect((await store.sessions()).map(({ id, bytes }) => [id, bytes])).toEqual([
        ["new", 3],
        ["damaged", 1],
        ["old", 1],
      ]);
    }));
});
