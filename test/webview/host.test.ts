import { describe, expect, it } from "vitest";
import type { Intent } from "../../src/protocol/intents.ts";
import { createHost } from "../../webview/host.ts";

/** A window as far as the panel's host needs one, with a clock that the test moves. */
function fakeWindow(kept?: unknown) {
  const posted: Intent[] = [];
  const timers = new Map<number, () => void>();
  let listen: (event: { readonly data: unknown }) => void = () => undefined;
  let state = kept;
  const source = {
    addEventListener: (_kind: string, listener: typeof listen) => {
      listen = listener;
    },
    setTimeout: (run: () => void) => {
      timers.set(timers.size, run);
      return timers.size - 1;
    },
    clearTimeout: (id: number) => timers.delete(id),
  };
  const api = {
    postMessage: (message: unknown) => posted.push(message as Intent),
    getState: () => state,
    setState: (next: unknown) => {
      state = next;
    },
  };
  // Only these few members of a window are used.
  const host = createHost(api, source as never);
  return {
    host,
    posted,
    timers,
    tell: (data: unknown) => listen({ data }),
    runOut: () => [...timers.values()].forEach((run) => run()),
    state: () => state,
  };
}

describe("the other side of the panel", () => {
  it("answers each question with what belongs to it, in whatever order answers come", async () => {
    const { host, tell, timers } = fakeWindow();
    const first = host.showArtifact("artifact://a", 0, 10);
    const second = host.showArtifact("artifact://b", 10, 20);
    tell({ kind: "text", request: 1, text: "second", start: 10, total: 16 });
    tell({ kind: "text", request: 0, text: "first", start: 0, total: 5 });
    expect((await first).text).toBe("first");
    expect(await second).toMatchObject({ text: "second", start: 10, total: 16 });
    expect(timers.size).toBe(0);
  });

  it("says that nobody answered, after a time", async () => {
    const { host, runOut } = fakeWindow();
    const text = host.showArtifact("artifact://a", 0, 10);
    const found = host.find("@", "x");
    runOut();
    expect((await text).problem).toContain("nobody answered");
    expect(await found).toEqual([]);
  });

  it("waits for a bounded number of answers, and gives up the oldest for a further one", async () => {
    const { host, tell } = fakeWindow();
    const all = Array.from({ length: 65 }, () => host.find("@", "x"));
    expect(await all[0]).toEqual([]);
    tell({ kind: "suggestions", request: 64, items: [{ kind: "file", insert: "a", label: "a" }] });
    expect(await all[64]).toHaveLength(1);
  });

  it("tells messages to whoever listens, and nothing that is none", () => {
    const { host, tell } = fakeWindow();
    const heard: string[] = [];
    const end = host.onMessage(({ kind }) => heard.push(kind));
    for (const data of [undefined, null, 7, "focus", {}, { kind: 7 }, { kind: "constructor" }, { kind: "odd" }])
      tell(data);
    tell({ kind: "focus" });
    end();
    tell({ kind: "focus" });
    expect(heard).toEqual(["focus"]);
  });

  it("remembers, also what was kept before", () => {
    const { host, state } = fakeWindow({ draft: "(list" });
    expect(host.memory()).toEqual({ sessions: {}, draft: "(list" });
    host.remember((memory) => ({ ...memory, draft: "(list 1" }));
    expect(state()).toEqual({ sessions: {}, draft: "(list 1" });
    expect(host.memory().draft).toBe("(list 1");
  });
});
