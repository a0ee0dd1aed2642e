import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openLogFiles } from "../../../src/hosts/node/log-files.ts";
import { createManualClock } from "../../../src/hosts/memory/clock.ts";
import { createBatchingSink, createTelemetry } from "../../../src/pipeline/telemetry.ts";
import { inTempFolder } from "../../hosts/node/temp-folder.ts";

const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];

/** Everything that a log still holds, the oldest first. */
const keptIn = (folder: string, log: string): readonly string[] => [
  ...linesOf(join(folder, `${log}.1.jsonl`)),
  ...linesOf(join(folder, `${log}.jsonl`)),
];

const MAX = 200;

describe("log files", () => {
  it("are never larger than allowed unless more comes at once, and hold the latest lines without a gap", async () => {
    const batches = fc.array(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { minLength: 1, maxLength: 4 }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(batches, (texts) =>
        inTempFolder(async (folder) => {
          const { append } = openLogFiles(folder, MAX);
          const written: string[] = [];
          let largest = MAX;
          for (const [at, batch] of texts.entries()) {
            const lines = batch.map((text, index) => JSON.stringify([at, index, text]));
            await append("telemetry", lines);
            written.push(...lines);
            largest = Math.max(largest, Buffer.byteLength(`${lines.join("\n")}\n`));
            for (const name of readdirSync(folder))
              expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(largest);
            const kept = keptIn(folder, "telemetry");
            expect(kept).toEqual(written.slice(-kept.length));
            expect(kept.length).toBeGreaterThanOrEqual(lines.length);
          }
        }),
      ),
      { numRuns: 60 },
    );
  });

  it("put one older file aside, and only of the log that is full", () =>
    inTempFolder(async (folder) => {
      const { append } = openLogFiles(folder, 20);
      await append("hook", ["h"]);
      for (let line = 0; line < 9; line++) await append("permission", [`permission ${line}`]);
      expect(readdirSync(folder).sort()).toEqual(["hook.jsonl", "permission.1.jsonl", "permission.jsonl"]);
      expect(keptIn(folder, "permission")).toEqual(["permission 7", "permission 8"]);
      expect(keptIn(folder, "hook")).toEqual(["h"]);
    }));

  it("go on where an earlier program has left them", () =>
    inTempFolder(async (folder) => {
      writeFileSync(join(folder, "repair.jsonl"), `${"x".repeat(MAX)}\n`);
      const { append } = openLogFiles(folder, MAX);
      await append("repair", ["new"]);
      expect(linesOf(join(folder, "repair.jsonl"))).toEqual(["new"]);
      expect(linesOf(join(folder, "repair.1.jsonl"))).toEqual(["x".repeat(MAX)]);
    }));

  it("lose no line that was logged when the limit is reached in the midst of a burst, and keep their order", () =>
    inTempFolder(async (folder) => {
      const files = openLogFiles(folder, 1_000_000);
      const telemetry = createTelemetry({
        clock: createManualClock(),
        sink: createBatchingSink(files.append),
        session: "s",
        turn: () => undefined,
      });
      for (let burst = 0; burst < 20; burst++) {
        for (let line = 0; line < 500; line++) telemetry("tool-received", { tool: "Read", callId: `c${line}` });
        if (burst % 3 === 0) await files.settled();
      }
      await files.settled();
      expect(readdirSync(folder).sort()).toEqual(["telemetry.1.jsonl", "telemetry.jsonl"]);
      const sequence = keptIn(folder, "telemetry").map((line) => (JSON.parse(line) as { sequence: number }).sequence);
      expect(sequence).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
    }));

  it.skipIf(process.platform === "win32")("can be read by their owner alone", () =>
    inTempFolder(async (folder) => {
      const logs = join(folder, "logs");
      const { append } = openLogFiles(logs, 10);
      for (const text of ["one", "two", "three", "four"]) await append("telemetry", [text]);
      const modes = [logs, join(logs, "telemetry.jsonl"), join(logs, "telemetry.1.jsonl")].map(
        (path) => statSync(path).mode & 0o777,
      );
      expect(modes).toEqual([0o700, 0o600, 0o600]);
    }),
  );

  it("that cannot be written, or put aside, fail nothing", () =>
    inTempFolder(async (folder) => {
      writeFileSync(join(folder, "file"), "");
      writeFileSync(join(folder, "telemetry.jsonl"), "old\n");
      mkdirSync(join(folder, "telemetry.1.jsonl", "in-the-way"), { recursive: true });
      for (const place of [join(folder, "file"), folder]) {
        const files = openLogFiles(place, 5);
        const sink = createBatchingSink(files.append);
        sink("telemetry", "a line");
        await files.settled();
        sink("telemetry", "another");
        await files.settled();
      }
      expect(linesOf(join(folder, "telemetry.jsonl"))).toEqual(["old"]);
    }));
});
