import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { NEVER } from "../../../src/base/cancel.ts";
import type { Clock } from "../../../src/ports/clock.ts";
import { nodeHostIn } from "./node-host.ts";
import { inTempFolder } from "./temp-folder.ts";

describe("a host of this machine", () => {
  it("names its roots absolutely and says how this machine writes paths", () =>
    inTempFolder(async (folder) => {
      await mkdir(join(folder, "Some Case"));
      const host = nodeHostIn(relative(process.cwd(), join(folder, "Some Case")), join(folder, "storage"), {
        home: "/home/me",
        temp: "/tmp/mine",
      });
      expect(host.workspace).toEqual({
        roots: [join(folder, "Some Case")],
        home: "/home/me",
        temp: "/tmp/mine",
        trusted: true,
        separator: "/",
        ignoresCase: false,
      });
      await host.dispose();
    }));

  it("uses the ports that it is given instead of its own", () =>
    inTempFolder(async (folder) => {
      const clock: Clock = {
        now: () => 1,
        elapsed: () => 2,
        sleep: () => Promise.resolve(),
        yield: () => Promise.resolve(),
      };
      const host = nodeHostIn(folder, join(folder, "storage"), { overrides: { clock } });
      expect(host.clock).toBe(clock);
      await host.dispose();
    }));

  it("makes nothing in its storage before there is something to store", () =>
    inTempFolder(async (folder) => {
      const host = nodeHostIn(folder, join(folder, "storage"));
      await host.store.sessions();
      await host.store.journal("s");
      const started = host.processes.start(
        { command: "echo hi", cwd: folder, timeoutMs: 60_000, keepChars: 100 },
        NEVER,
      );
      await started.done;
      await host.dispose();
      expect(await host.files.stat(join(folder, "storage"))).toMatchObject({ problem: "missing" });
    }));

  it("lets go of its sessions and processes when it is closed", () =>
    inTempFolder(async (folder) => {
      const host = nodeHostIn(folder, join(folder, "storage"));
      const other = nodeHostIn(folder, join(folder, "storage"));
      await host.store.append("s", ["one"], true);
      const started = host.processes.start(
        { command: "sleep 600", cwd: folder, timeoutMs: 60_000, keepChars: 100 },
        NEVER,
      );
      await host.dispose();
      expect(await started.done).toEqual({ end: "cancelled" });
      expect(await other.store.append("s", ["two"], true)).toBeUndefined();
      await other.dispose();
    }));
});
