import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Session, SessionOptions } from "../../src/agent/session.ts";
import { createSession } from "../../src/agent/session.ts";
import { DEFAULT_SETTINGS } from "../../src/agent/settings.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { parseHookConfig } from "../../src/pipeline/hook-config.ts";
import type { HookOptions } from "../../src/pipeline/hook-runner.ts";
import { createHooks } from "../../src/pipeline/hook-runner.ts";
import type { AgentEvent } from "../../src/protocol/events.ts";
import { TOOLS } from "../../src/tools/tools.ts";
import { nodeHostIn } from "../hosts/node/node-host.ts";
import { inTempFolder } from "../hosts/node/temp-folder.ts";
import { sessionRig } from "./session-rig.ts";

interface Opened {
  readonly folder: string;
  readonly storage: string;
  readonly events: AgentEvent[];
  /** What hooks wanted a person to know. */
  readonly told: string[];
  readonly session: Session;
  /** The events that hooks have noted down, with a member of their payload each. */
  readonly noted: () => readonly JsonObject[];
}

/** Notes down what it is told. */
const NOTE = "cat >> noted.jsonl; echo >> noted.jsonl";

function configured(event: string, command: string, more: JsonObject = {}): JsonObject {
  return { [event]: [{ hooks: [{ type: "command", command, ...more }] }] };
}

/** Does `work` in a session with hooks that are real commands, and closes it. */
async function withHooks(
  config: JsonObject,
  work: (opened: Opened) => Promise<void>,
  more: Partial<SessionOptions> & { readonly origin?: "user" | "project"; readonly trust?: HookOptions["trust"] } = {},
): Promise<void> {
  const { origin = "user", trust = { workspace: false, hashes: new Set() }, ...options } = more;
  await inTempFolder(async (folder) => {
    const storage = join(folder, ".storage");
    const host = nodeHostIn(folder, storage);
    const { hooks, problems } = parseHookConfig(JSON.stringify({ hooks: config }));
    expect(problems).toEqual([]);
    const told: string[] = [];
    const events: AgentEvent[] = [];
    const session = await createSession(host, {
      tools: TOOLS,
      settings: { ...DEFAULT_SETTINGS, mode: "full-auto" },
      hooks: createHooks({
        sources: [{ origin, hash: "h", hooks }],
        processes: host.processes,
        clock: host.clock,
        cwd: folder,
        trust,
        telemetry: () => undefined,
        notify: (message) => told.push(message),
      }),
      show: (event) => events.push(event),
      ...options,
    });
    if ("problem" in session) throw new Error(session.message);
    const notes = join(folder, "noted.jsonl");
    const noted = (): readonly JsonObject[] =>
      existsSync(notes)
        ? readFileSync(notes, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as JsonObject)
        : [];
    try {
      await work({ folder, storage, events, told, session, noted });
    } finally {
      await session.close();
      await host.dispose();
    }
  });
}

const names = (noted: readonly JsonObject[]): readonly unknown[] => noted.map((each) => each["hook_event_name"]);

describe.skipIf(process.platform === "win32")("a session with hooks that are real commands", () => {
  const all = Object.assign(
    {},
    ...["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "StopFailure", "SessionEnd"].map((event) =>
      configured(event, NOTE),
    ),
  ) as JsonObject;

  it("tells them of its beginning, of each request and its end, and of its own end, with the file that it is kept in", () =>
    withHooks(
      all,
      async ({ session, storage, noted }) => {
        await session.runScript({ expression: '(list (Glob :pattern "*.none"))' });
        await session.call({ tool: "Glob", input: { pattern: "*.none" } });
        await session.close();
        expect(names(noted())).toEqual([
          "SessionStart",
          ...["UserPromptSubmit", "PreToolUse", "Stop"],
          ...["UserPromptSubmit", "PreToolUse", "Stop"],
          "SessionEnd",
        ]);
        const prompts = noted().flatMap(({ prompt }) => prompt ?? []);
        expect(prompts).toEqual(['(list (Glob :pattern "*.none"))', 'Glob {"pattern":"*.none"}']);
        expect(noted().map((each) => each["turn_id"])).toEqual([
          null,
          ...["turn-1", "turn-1", "turn-1"],
          ...["turn-2", "turn-2", "turn-2"],
          null,
        ]);
        const journal = join(storage, "sessions", session.id, "journal.jsonl");
        expect(existsSync(journal)).toBe(true);
        for (const each of noted()) expect(each).toMatchObject({ transcript_path: journal, model: "some/model" });
      },
      { model: () => "some/model" },
    ));

  it("says whether it was taken up again, and a matcher may choose by that", () =>
    withHooks(
      { SessionStart: [{ matcher: "resume", hooks: [{ type: "command", command: NOTE }] }] },
      async ({ folder, storage, session, noted }) => {
        await session.runScript({ expression: "1" });
        expect(noted()).toEqual([]);
        await session.close();
        const host = nodeHostIn(folder, storage);
        const { hooks } = parseHookConfig(
          JSON.stringify({
            hooks: {
              SessionStart: [
                { matcher: "startup", hooks: [{ type: "command", command: "touch wrong" }] },
                { matcher: "resume|clear", hooks: [{ type: "command", command: NOTE }] },
              ],
            },
          }),
        );
        const again = await createSession(host, {
          tools: TOOLS,
          resume: session.id,
          hooks: createHooks({
            sources: [{ origin: "user", hash: "h", hooks }],
            processes: host.processes,
            clock: host.clock,
            cwd: folder,
            trust: { workspace: false, hashes: new Set() },
            telemetry: () => undefined,
          }),
        });
        if ("problem" in again) throw new Error(again.message);
        await again.runScript({ expression: "1" });
        await again.close();
        await host.dispose();
        expect(noted()).toMatchObject([{ hook_event_name: "SessionStart", source: "resume" }]);
        expect(existsSync(join(folder, "wrong"))).toBe(false);
      },
    ));

  it("does nothing of a request that one of them refuses, and its row says so", () =>
    withHooks(
      configured("UserPromptSubmit", "echo 'no secrets here' >&2; exit 2"),
      async ({ session, folder, events }) => {
        const words = "the request was refused by a UserPromptSubmit hook: no secrets here";
        const script = await session.runScript({ expression: '(list (Bash :command "touch made"))' });
        expect(script).toMatchObject({ outcome: "denied", status: "denied", text: `Error: ${words}`, children: [] });
        expect(await session.call({ tool: "Bash", input: { command: "touch made" } })).toMatchObject({
          status: "denied",
          reason: `denied-by-hook: ${words}`,
        });
        expect(existsSync(join(folder, "made"))).toBe(false);
        expect(events).toContainEqual(expect.objectContaining({ kind: "envelope-settled", outcome: "denied" }));
        await session.close();
        expect(session.view().entries).toHaveLength(2);
      },
    ));

  it("gives what they add to whoever reads the result", () =>
    withHooks(
      {
        ...configured("SessionStart", `printf '%s' '{"additionalContext":"of the session"}'`),
        ...configured("UserPromptSubmit", `printf '%s' '{"additionalContext":"of the request"}'`),
      },
      async ({ session }) => {
        const { text, delivery } = await session.runScript({ expression: "(+ 1 2)" });
        expect(text).toBe("3");
        expect(delivery).toContain('<hook-event name="SessionStart">of the session</hook-event>');
        expect(delivery).toContain('<hook-event name="UserPromptSubmit">of the request</hook-event>');
        const settled = await session.call({ tool: "Glob", input: { pattern: "*.none" } });
        expect(settled?.contexts).toEqual([{ event: "UserPromptSubmit", text: "of the request" }]);
      },
    ));

  it.each([
    { failClosed: false, outcome: "completed" },
    { failClosed: true, outcome: "denied" },
  ])("lets a request pass when one of them takes too long, unless it fails closed: $failClosed", (each) =>
    withHooks(
      configured("UserPromptSubmit", "sleep 30", { timeout: 0.2, failClosed: each.failClosed }),
      async ({ session, told }) => {
        expect((await session.runScript({ expression: "1" })).outcome).toBe(each.outcome);
        expect(told.join()).toContain("took longer than 0.2 s");
      },
    ),
  );

  it("is closed although one of them would go on for long", () =>
    withHooks(configured("SessionStart", "touch began; sleep 60"), async ({ session, folder }) => {
      await expect.poll(() => existsSync(join(folder, "began")), { timeout: 10_000 }).toBe(true);
      const waiting = session.runScript({ expression: '(list (Glob :pattern "*.none"))' });
      expect(await session.close()).toBeUndefined();
      expect((await waiting).outcome).toBe("interrupted");
    }));

  it("runs none that a workspace brings along and nobody has agreed to", async () => {
    for (const [hash, ran] of [
      ["other", false],
      ["h", true],
    ] as const) {
      await withHooks(
        all,
        async ({ session, noted }) => {
          await session.runScript({ expression: "1" });
          expect(noted().length > 0).toBe(ran);
        },
        { origin: "project", trust: { workspace: true, hashes: new Set([hash]) } },
      );
    }
  });
});

describe("what a model asks for", () => {
  it("is no request of the person's: whoever works with the model tells hooks of that", async () => {
    const told: string[] = [];
    const { session } = await sessionRig({
      tools: [],
      hooks: {
        handles: () => true,
        run: (event) => {
          told.push(event);
          return Promise.resolve({ contexts: [] });
        },
      },
    });
    await session.runScript({ expression: "1", origin: "model" });
    expect(told).toEqual(["SessionStart"]);
    await session.close();
  });
});
