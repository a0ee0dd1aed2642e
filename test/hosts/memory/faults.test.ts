import { describe, expect, it } from "vitest";
import { NEVER } from "../../../src/base/cancel.ts";
import { encodeUtf8 } from "../../../src/base/utf8.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";

describe("a host in memory", () => {
  it("has a clock that moves only when told to, and wakes sleepers in order of their time", async () => {
    const { clock } = createMemoryHost({ startMs: 1_000 });
    const woken: number[] = [];
    for (const ms of [300, 100, 200]) void clock.sleep(ms, NEVER).then(() => woken.push(ms));
    clock.advance(250);
    await clock.yield();
    expect(woken).toEqual([100, 200]);
    expect(clock.sleeping()).toBe(1);
    expect([clock.now(), clock.elapsed()]).toEqual([1_250, 250]);
  });

  it("has files that can be unreadable, and a disk that can be full", async () => {
    const { files, fileFaults } = createMemoryHost({ files: { "/ws/secret": { unreadable: "x" }, "/ws/a": "old" } });
    expect(await files.read("/ws/secret")).toMatchObject({ problem: "denied" });
    fileFaults.full = true;
    expect(await files.write("/ws/a", encodeUtf8("new"), "anything")).toMatchObject({ problem: "full" });
    expect(await files.read("/ws/a")).toEqual(encodeUtf8("old"));
  });

  it("has a store that can be full, locked, and break off in the middle of a line", async () => {
    const { store } = createMemoryHost();
    await store.append("s", ["one"], true);
    store.faults.tearAfter = 4;
    expect(await store.append("s", ["two", "three"], true)).toMatchObject({ problem: "io" });
    expect(await store.journal("s")).toEqual({ lines: ["one", "two"], torn: false });
    store.faults.tearAfter = 2;
    await store.append("s", ["four"], false);
    expect(await store.journal("s")).toEqual({ lines: ["one", "two"], torn: true });
    store.faults.full = true;
    expect(await store.append("s", ["x"], true)).toMatchObject({ problem: "full" });
    expect(await store.putArtifact(encodeUtf8("x"))).toMatchObject({ problem: "full" });
    store.faults.full = false;
    store.faults.locked.add("s");
    expect(await store.append("s", ["x"], true)).toMatchObject({ problem: "locked" });
    expect(store.syncs()).toBe(4);
  });

  it("leaves out of searches what is ignored, unless it is asked for", async () => {
    const { search } = createMemoryHost({
      files: { "/ws/dist/a.js": "needle", "/ws/b.js": "needle" },
      ignored: (path) => path.startsWith("/ws/dist/"),
    });
    const found = async (includeIgnored: boolean) => {
      const paths: string[] = [];
      const query = {
        ...{ pattern: "needle", path: "/ws", mode: "files_with_matches" as const, globs: [], ignoreCase: false },
        ...{ multiline: false, lineNumbers: true, before: 0, after: 0, includeIgnored, timeoutMs: 1_000 },
      };
      await search.text(query, (path) => paths.push(path) > 0, NEVER);
      return paths;
    };
    expect(await found(false)).toEqual(["/ws/b.js"]);
    expect(await found(true)).toEqual(["/ws/b.js", "/ws/dist/a.js"]);
  });

  it("knows no command without a script", async () => {
    const { processes } = createMemoryHost();
    const process = processes.start({ command: "ls", cwd: "/ws", timeoutMs: 1_000, keepChars: 100 }, NEVER);
    expect(await process.done).toEqual({ end: "exited", code: 127 });
    expect(process.output().head).toBe("ls: command not found\n");
  });
});
