import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Host } from "../../src/ports/host.ts";
import { parseHookConfig } from "../../src/pipeline/hook-config.ts";
import { createHooks } from "../../src/pipeline/hook-runner.ts";
import { NO_TELEMETRY } from "../../src/pipeline/telemetry.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { nodeHostIn } from "../hosts/node/node-host.ts";
import { call, fakeTool, rig } from "./fakes.ts";
import { removeFolder } from "../support/remove-folder.ts";

/** A pipeline whose hooks are real commands in a folder of their own. */
async function withHooks(
  config: object,
  work: (made: { folder: string; host: Host; run: (tool: Tool) => Promise<string> }) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), "toolcall-hooks-"));
  const host = nodeHostIn(folder, join(folder, ".storage"));
  const { hooks, problems } = parseHookConfig(JSON.stringify({ hooks: config }));
  expect(problems).toEqual([]);
  const { pipeline } = rig({
    hooks: createHooks({
      sources: [{ origin: "user", hash: "", hooks }],
      processes: host.processes,
      clock: host.clock,
      cwd: folder,
      trust: { workspace: false, hashes: new Set() },
      telemetry: NO_TELEMETRY,
    }),
  });
  const run = async (tool: Tool) =>
    (await pipeline.runCall(call(tool, { id: "e/1", source: "script", parent: "e" }))).text;
  try {
    await work({ folder, host, run });
  } finally {
    await host.dispose();
    await removeFolder(folder);
  }
}

const command = (line: string) => [{ hooks: [{ type: "command", command: line }] }];

describe.skipIf(process.platform === "win32")("hooks that are real commands", () => {
  it("get the payload, whole and as JSON, on standard input", () =>
    withHooks({ PreToolUse: command("cat > payload.json") }, async ({ folder, run }) => {
      expect(await run(fakeTool("read"))).toBe("done");
      const payload: unknown = JSON.parse(await readFile(join(folder, "payload.json"), "utf8"));
      expect(payload).toMatchObject({ hook_event_name: "PreToolUse", source: "toolcall", envelope_id: "e", index: 1 });
    }));

  it("refuse a nested call, whose effect then never happens (report 4)", () =>
    withHooks({ PreToolUse: command("echo noise; echo 'not here' >&2; exit 2") }, async ({ run }) => {
      const ran: string[] = [];
      const tool = fakeTool("run", () => {
        ran.push("ran");
        return Promise.resolve({ status: "success", text: "" });
      });
      expect(await run(tool)).toBe("Permission denied by a PreToolUse hook: not here");
      expect(ran).toEqual([]);
    }));

  it("replace a result, however much they write to standard error (report 5)", () => {
    const line = `echo warning >&2; printf '%s' '{"updatedResult":"REDACTED"}'`;
    return withHooks({ PostToolUse: command(line) }, async ({ run }) => {
      expect(await run(fakeTool("read"))).toBe("REDACTED");
    });
  });

  it("need not read what they are given, even a lot of it", () =>
    withHooks({ PostToolUse: command("exit 0") }, async ({ run }) => {
      const text = "x".repeat(3_000_000);
      expect(await run(fakeTool("read", () => Promise.resolve({ status: "success", text })))).toBe(text);
    }));
});
