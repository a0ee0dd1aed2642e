import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { CallHookEvent, Hooks, HookVerdict, SessionHookEvent } from "../../src/pipeline/hooks.ts";
import { createSessionHooks } from "../../src/pipeline/session-hooks.ts";
import { fakeHooks } from "./fakes.ts";

const NAMES = { session: "s1", turn: () => "t1", model: () => "m1", transcriptPath: "/home/person/s1.jsonl" };

type Answers = Partial<Record<CallHookEvent | SessionHookEvent, Partial<HookVerdict>>>;

function made(answers: Answers) {
  const payloads: JsonObject[] = [];
  return { hooks: withHooks(fakeHooks(answers, payloads)), payloads };
}

function withHooks(hooks: Hooks) {
  return createSessionHooks({ hooks, host: createMemoryHost(), names: NAMES });
}

describe("what hooks are told of a session", () => {
  it("is what every hook is told, and what the event is about", async () => {
    const { hooks, payloads } = made({
      SessionStart: {},
      UserPromptSubmit: {},
      Stop: {},
      StopFailure: {},
      SessionEnd: {},
    });
    await hooks.started("resume");
    await hooks.promptSubmitted("(list)", NEVER);
    await hooks.stopped({ end: "completed" }, NEVER);
    await hooks.stopped({ end: "failed", error: "broken" }, NEVER, true);
    await hooks.ended("exit");
    expect(payloads).toEqual(
      [
        { hook_event_name: "SessionStart", origin: "session", source: "resume" },
        { hook_event_name: "UserPromptSubmit", origin: "user", prompt: "(list)" },
        { hook_event_name: "Stop", origin: "session", stop_hook_active: false },
        { hook_event_name: "StopFailure", origin: "session", stop_hook_active: true, error: "broken" },
        { hook_event_name: "SessionEnd", origin: "session", reason: "exit" },
      ].map((payload) => ({
        session_id: "s1",
        transcript_path: "/home/person/s1.jsonl",
        cwd: "/ws",
        workspace_root: "/ws",
        model: "m1",
        turn_id: "t1",
        ...payload,
      })),
    );
  });

  it("is nothing of what was interrupted, and of the end only once", async () => {
    const { hooks, payloads } = made({ Stop: {}, StopFailure: {}, SessionEnd: {} });
    expect(await hooks.stopped({ end: "interrupted" }, NEVER)).toEqual({ contexts: [] });
    await hooks.ended("exit");
    await hooks.ended("exit");
    expect(payloads.map((payload) => payload["hook_event_name"])).toEqual(["SessionEnd"]);
  });
});

describe("what hooks say of a request", () => {
  it.each<[what: string, answers: Answers, refused: string | undefined]>([
    ["nothing", { UserPromptSubmit: {} }, undefined],
    ["that it is allowed", { UserPromptSubmit: { decision: "allow" } }, undefined],
    [
      "that it is denied",
      { UserPromptSubmit: { decision: "deny", reason: "not now" } },
      "the request was refused by a UserPromptSubmit hook: not now",
    ],
    [
      "that somebody should be asked",
      { UserPromptSubmit: { decision: "ask" } },
      "the request was refused by a UserPromptSubmit hook",
    ],
    [
      "that it is over",
      { UserPromptSubmit: { stop: "enough" } },
      "the request was ended by a UserPromptSubmit hook: enough",
    ],
    [
      "nothing, but the session was not to be",
      { SessionStart: { decision: "deny", reason: "closed today" } },
      "the session was refused by a SessionStart hook: closed today",
    ],
  ])("decides whether anything of it is done: %s", async (_what, answers, refused) => {
    const { hooks } = made(answers);
    await hooks.started("startup");
    for (let prompt = 0; prompt < 2; prompt++) {
      expect((await hooks.promptSubmitted("(list)", NEVER)).refused).toBe(refused);
    }
  });

  it("is given with it, and what was said of the session with the first one", async () => {
    const { hooks } = made({ SessionStart: { contexts: ["a", "b"] }, UserPromptSubmit: { contexts: ["c"] } });
    await hooks.started("startup");
    const own = { event: "UserPromptSubmit", text: "c" };
    expect((await hooks.promptSubmitted("1", NEVER)).contexts).toEqual([
      { event: "SessionStart", text: "a" },
      { event: "SessionStart", text: "b" },
      own,
    ]);
    expect((await hooks.promptSubmitted("2", NEVER)).contexts).toEqual([own]);
    await hooks.started("compact");
    expect((await hooks.promptSubmitted("3", NEVER)).contexts).toHaveLength(3);
  });

  it("is waited for until the session has started, unless the request is cancelled; the end of the session stops it", async () => {
    const told: string[] = [];
    const slow: Hooks = {
      handles: (event) => event === "SessionStart",
      run: (_event, _payload, cancel) =>
        new Promise((resolve) => {
          cancel.onCancel((reason) => {
            told.push(reason);
            resolve({ contexts: ["late"] });
          });
        }),
    };
    const hooks = withHooks(slow);
    const started = hooks.started("startup");
    const source = createCancelSource();
    const asked = hooks.promptSubmitted("1", source.token);
    source.cancel("the person stopped it");
    expect(await asked).toEqual({ contexts: [] });
    await hooks.ended("exit");
    await started;
    expect(told).toEqual(["the session was closed"]);
  });
});

describe("what hooks say of the end of a request", () => {
  it.each<[answers: Answers, goOn: string | undefined]>([
    [{ Stop: { decision: "deny", reason: "the tests fail" } }, "the tests fail"],
    [{ Stop: { decision: "deny" } }, "a Stop hook wants the work to go on"],
    [{ Stop: { decision: "deny", stop: "enough" } }, undefined],
    [{ Stop: { decision: "ask" } }, undefined],
    [{}, undefined],
  ])("decides whether the work goes on: %j", async (answers, goOn) => {
    const { hooks } = made(answers);
    expect((await hooks.stopped({ end: "completed" }, NEVER)).goOn).toBe(goOn);
  });

  it("does not keep alive what has failed", async () => {
    const { hooks } = made({ StopFailure: { decision: "deny", contexts: ["a"] } });
    expect(await hooks.stopped({ end: "failed", error: "x" }, NEVER)).toEqual({
      contexts: [{ event: "StopFailure", text: "a" }],
    });
  });
});
