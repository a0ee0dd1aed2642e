import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import type { MemoryHost } from "../../../src/hosts/memory/host.ts";
import type { Scripted } from "../../../src/hosts/memory/model.ts";
import { createScriptedModel } from "../../../src/hosts/memory/model.ts";
import type { AgentEvent } from "../../../src/protocol/events.ts";
import { parseEvent } from "../../../src/protocol/events.ts";
import { rigTool } from "../session-rig.ts";
import type { TalkRig } from "./talk-rig.ts";
import { look, talkRig } from "./talk-rig.ts";
import { expectWellFormed, outline } from "./well-formed.ts";

/** Rounds with text, thinking, single and parallel calls, a script, and calls that fail. */
const TURNS: readonly Scripted[] = [
  {
    thinking: "hm",
    replay: { s: 1 },
    text: "I look.",
    chunkChars: 3,
    calls: [
      { name: "Look", arguments: { path: "a" } },
      { name: "Look", arguments: { path: "b" } },
    ],
  },
  {
    calls: [
      { name: "Change", arguments: { path: "/ws/c" } },
      { name: "ToolCall", arguments: { expression: '(list (Look :path "d") (Change :path "/ws/e"))' } },
      { name: "Nothing" },
      { name: "Look", arguments: "{" },
    ],
  },
  { text: "Done.", chunkChars: 2 },
];

const TOOLS = [look(), rigTool("Change", "write")];

/** The rounds of the next request after whatever happened. */
async function nextRounds(rig: TalkRig): Promise<readonly string[]> {
  const model = createScriptedModel([{ text: "Here." }]);
  const worked = await rig.session.ask("And now?", { model });
  expect(worked).toEqual({ outcome: "completed", text: "Here.", rounds: 1 });
  const [request] = model.requests;
  if (request === undefined) throw new Error("nothing was asked");
  expectWellFormed(request);
  return outline(request);
}

/** What of all calls in a journal got no end. */
function openCalls(events: readonly AgentEvent[]): readonly string[] {
  const open = new Set<string>();
  for (const event of events) {
    if (event.kind === "call-received") open.add(event.id);
    if (event.kind === "call-settled") open.delete(event.id);
  }
  return [...open];
}

describe("a request that is stopped", () => {
  it("leaves a history in which every call is answered, wherever it was stopped", async () => {
    let steps = Infinity;
    for (let stopAt = 0; stopAt <= steps; stopAt++) {
      const source = createCancelSource();
      let step = 0;
      const tick = (): void => {
        if (step++ === stopAt) source.cancel("the person stopped it");
      };
      const waits = async (input: { readonly path: string }) => {
        tick();
        await Promise.resolve();
        tick();
        return { status: "success", text: input.path } as const;
      };
      const rig = await talkRig([], { tools: [look(waits), rigTool("Change", "write", waits)] });
      const played = createScriptedModel(TURNS);
      const model = {
        ...played,
        chat: ((request, sink, cancel) => {
          tick();
          expectWellFormed(request);
          return played
            .chat(
              request,
              (delta) => {
                tick();
                sink(delta);
              },
              cancel,
            )
            .finally(tick);
        }) satisfies typeof played.chat,
      };
      const worked = await rig.session.ask("Go.", { model, cancel: source.token });
      expect(worked.outcome).toBe(source.token.cancelled ? "interrupted" : "completed");
      await nextRounds(rig);
      expect(openCalls(rig.shown)).toEqual([]);
      await rig.session.close();
      if (!source.token.cancelled) steps = stopAt - 1;
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("is told as stopped: what was said until then stays, for the person and for the model", async () => {
    const source = createCancelSource();
    const rig = await talkRig([]);
    const model = createScriptedModel([{ text: "Once upon a time", chunkChars: 4, hangs: true }]);
    const asked = rig.session.ask("Tell.", { model, cancel: source.token });
    while (!rig.rows().some((row) => row.includes("Once"))) await Promise.resolve();
    source.cancel("enough");
    expect(await asked).toMatchObject({ outcome: "interrupted" });
    expect((await nextRounds(rig)).slice(1)).toEqual([
      "user: Tell.",
      "assistant: Once upon a time",
      "user: <system-reminder>The answer before this was stopped before its end.</system-reminder>",
      "user: And now?",
    ]);
    expect(rig.rows()[1]).toBe("Assistant: Once upon a time (stopped) [cancelled]");
    await rig.session.close();
    expect(rig.shown.filter(({ kind }) => kind === "turn-ended")).toMatchObject([
      { outcome: "interrupted" },
      { outcome: "completed" },
    ]);
  });

  it("ends when its session is closed", async () => {
    const rig = await talkRig([{ text: "x", hangs: true }]);
    const asked = rig.ask("Go.");
    await Promise.resolve();
    await rig.session.close();
    expect(await asked).toMatchObject({ outcome: "interrupted" });
  });
});

/** A host whose store holds the first lines of a journal, as after a kill, and all artifacts. */
function killedAfter(host: MemoryHost, id: string, lines: readonly string[]): MemoryHost {
  const killed = createMemoryHost();
  killed.store.journals.set(id, lines.map((line) => `${line}\n`).join(""));
  for (const [address, bytes] of host.store.artifacts) killed.store.artifacts.set(address, bytes);
  return killed;
}

describe("a request whose program is killed", () => {
  it("leaves a history in which every call is answered, whatever was written last, and always the same one", async () => {
    const rig = await talkRig(TURNS, { tools: TOOLS });
    await rig.ask("Go.");
    const { id } = rig.session;
    await rig.session.close();
    const lines = (rig.host.store.journals.get(id) ?? "").split("\n").slice(0, -1);
    expect(lines.every((line) => parseEvent(line).ok)).toBe(true);
    for (let kept = 1; kept <= lines.length; kept++) {
      const host = killedAfter(rig.host, id, lines.slice(0, kept));
      const resumed = await talkRig([], { tools: TOOLS, on: host, resume: id });
      const first = await nextRounds(resumed);
      await resumed.session.close();
      const again = await talkRig([], { tools: TOOLS, on: host, resume: id });
      expect((await nextRounds(again)).slice(0, first.length)).toEqual(first);
      await again.session.close();
    }
  });

  it("goes on after a restart with what was said, byte for byte", async () => {
    const rig = await talkRig(TURNS, { tools: TOOLS });
    await rig.ask("Go.");
    await rig.session.close();
    const resumed = await talkRig([{ text: "Here." }], { tools: TOOLS, on: rig.host, resume: rig.session.id });
    await resumed.ask("And now?");
    const before = JSON.stringify(rig.model.requests.at(-1)?.messages).slice(0, -1);
    expect(JSON.stringify(resumed.model.requests[0]?.messages).startsWith(before)).toBe(true);
    await resumed.session.close();
  });

  it("names what the store no longer keeps, and the history stays whole", async () => {
    const long = "x".repeat(30_000);
    const write = { name: "Look", arguments: { path: long } };
    const rig = await talkRig([{ text: long, calls: [write] }, { text: "Done." }], { tools: TOOLS });
    await rig.ask(`${long}?`);
    await rig.session.close();
    rig.host.store.artifacts.clear();
    const resumed = await talkRig([], { tools: TOOLS, on: rig.host, resume: rig.session.id });
    const said = await nextRounds(resumed);
    expect(said.slice(1, 4).map((line) => line.replaceAll(/x+/gu, "x"))).toEqual([
      "user: x\n[the rest is no longer kept]",
      "assistant: x\n[the rest is no longer kept] Look({})",
      expect.stringContaining("[the rest is no longer kept]"),
    ]);
    await resumed.session.close();
  });
});
