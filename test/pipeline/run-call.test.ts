import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../src/base/cancel.ts";
import { decodeUtf8 } from "../../src/base/utf8.ts";
import type { PermissionCheck } from "../../src/pipeline/permissions.ts";
import { createBatchingSink } from "../../src/pipeline/telemetry.ts";
import type { ToolOutcome } from "../../src/pipeline/tool.ts";
import type { ArtifactAddress } from "../../src/ports/store.ts";
import { ALLOWED, DENIED, call, fakeHooks, fakePermissions, fakeSnapshots, fakeTool, only, rig } from "./fakes.ts";

const answering = (outcome: ToolOutcome) => () => Promise.resolve(outcome);

describe("permission", () => {
  it("is decided on real places, links resolved", async () => {
    const checks: PermissionCheck[] = [];
    const { pipeline } = rig({
      fixture: { files: { "/ws/out": { linkTo: "/outside" }, "/outside/secret": "x" } },
      permissions: fakePermissions((check) => {
        checks.push(check);
        return DENIED;
      }),
    });
    await pipeline.runCall(call(fakeTool("write"), { input: { path: "out/secret" } }));
    expect(checks[0]?.resources).toEqual([
      { kind: "path", path: "/ws/out/secret", real: "/outside/secret", exists: true, access: "write" },
    ]);
  });

  it("is decided anew when a path leads elsewhere by the time a person has answered", async () => {
    const places: string[] = [];
    const made = rig({
      permissions: fakePermissions(({ resources }) => {
        const [first] = resources;
        if (first?.kind === "path") places.push(first.real);
        made.host.tree.nodes.set("/ws/a", { kind: "link", target: "/etc/passwd" });
        return { outcome: "allow", via: "prompt", message: "" };
      }),
    });
    const tool = fakeTool("write", (_input, { permitted }) =>
      Promise.resolve({ status: "success", text: String(permitted) }),
    );
    expect((await made.pipeline.runCall(call(tool))).text).toBe("/etc/passwd");
    expect(places).toEqual(["/ws/a", "/etc/passwd"]);
  });

  it("that is withdrawn interrupts the call and denies nothing", async () => {
    const { pipeline } = rig({
      permissions: fakePermissions(() => ({ outcome: "withdrawn", via: "prompt", message: "" })),
    });
    const settled = await pipeline.runCall(call(fakeTool("write")));
    expect(settled).toMatchObject({
      status: "interrupted",
      reason: expect.stringMatching(/^withdrawn: aborted/) as string,
    });
  });

  it("shows a diff of what would change when a person will be asked, and only then", async () => {
    const diffs: (string | undefined)[] = [];
    const previews: string[] = [];
    const preview = () => {
      previews.push("made");
      return Promise.resolve("-a\n+b");
    };
    for (const explained of ["ask", "allow"] as const) {
      const { pipeline } = rig({
        permissions: fakePermissions((check) => {
          diffs.push(check.diff);
          expect(check.details).toContain('"path"');
          return ALLOWED;
        }, explained),
      });
      await pipeline.runCall(call(fakeTool("write", undefined, { preview })));
    }
    expect(diffs).toEqual(["-a\n+b", undefined]);
    expect(previews).toEqual(["made"]);
  });
});

describe("snapshots", () => {
  it("are on record before the handler runs, and its changes after it", async () => {
    const log: string[] = [];
    const { pipeline, events } = rig({ snapshots: fakeSnapshots(log) });
    const tool = fakeTool("write", () => {
      log.push(`handler after ${events.map(({ kind }) => kind).join(" ")}`);
      return Promise.resolve({ status: "success", text: "" });
    });
    await pipeline.runCall(call(tool));
    expect(log).toEqual(["capture c1 /ws/a", "handler after call-received snapshot-taken call-started", "settle c1"]);
    expect(only(events, "file-changed")).toMatchObject({ path: "/ws/a", before: "missing" });
  });

  it.each(["run", "other"] as const)("mark the effects of a tool that can %s as untracked", async (effect) => {
    const log: string[] = [];
    const { pipeline, events } = rig({ snapshots: fakeSnapshots(log) });
    await pipeline.runCall(call(fakeTool(effect)));
    expect(log).toEqual(["untracked c1"]);
    expect(only(events, "effect-untracked").id).toBe("c1");
  });

  it("are none of a reading tool's business", async () => {
    const log: string[] = [];
    await rig({ snapshots: fakeSnapshots(log) }).pipeline.runCall(call(fakeTool("read")));
    expect(log).toEqual([]);
  });
});

describe("a handler", () => {
  it("that throws has failed, with words for the model", async () => {
    const { pipeline } = rig();
    const tool = fakeTool("read", () => Promise.reject(new Error("disk on fire")));
    const settled = await pipeline.runCall(call(tool));
    expect(settled.status).toBe("error");
    expect(settled.text).toMatch(/^Fakeread broke in its handler: disk on fire\. /);
  });

  it("whose tool breaks before it runs has failed, too", async () => {
    const { pipeline } = rig();
    const tool = fakeTool("read", undefined, {
      resources: () => {
        throw new Error("no such thing");
      },
    });
    expect((await pipeline.runCall(call(tool))).reason).toMatch(
      /^failed: Fakeread broke in its permission: no such thing/,
    );
  });

  it("that ignores a cancellation is waited for, and its late answer is marked (report 11)", async () => {
    const { token, cancel } = createCancelSource();
    const { pipeline, events } = rig();
    let finish: () => void = () => undefined;
    const order: string[] = [];
    const tool = fakeTool("write", async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      order.push("effect");
      return { status: "success", text: "wrote 3 files" };
    });
    const running = pipeline.runCall(call(tool, { cancel: token })).then((settled) => {
      order.push("settled");
      return settled;
    });
    await until(() => events.some(({ kind }) => kind === "call-started"));
    cancel("the person pressed stop");
    await Promise.resolve();
    expect(order).toEqual([]);
    finish();
    const settled = await running;
    expect(order).toEqual(["effect", "settled"]);
    expect(settled).toMatchObject({
      status: "cancelled",
      late: true,
      reason: "cancelled: finished after cancel: the person pressed stop",
      rawText: "wrote 3 files",
    });
    expect(settled.text).toContain("finished after it was cancelled");
    expect(settled.text).toContain("wrote 3 files");
    expect(only(events, "call-settled").late).toBe(true);
  });

  it("that stops when told to is cancelled and not late", async () => {
    const { token, cancel } = createCancelSource();
    const { pipeline, events } = rig();
    const tool = fakeTool("run", (_input, context) => {
      const stopped = new Promise<ToolOutcome>((resolve) => {
        context.cancel.onCancel(() => resolve({ status: "error", text: "stopped" }));
      });
      return stopped;
    });
    const running = pipeline.runCall(call(tool, { cancel: token }));
    await until(() => events.some(({ kind }) => kind === "call-started"));
    cancel("stop");
    expect(await running).toMatchObject({ status: "cancelled", text: "Cancelled while it ran: stop" });
    expect(only(events, "call-settled").late).toBeUndefined();
  });

  it("tells of its progress at most ten times a second, bounded, and never after its end", async () => {
    let tell: (text: string) => void = () => undefined;
    const made = rig();
    const tool = fakeTool("run", (_input, { progress }) => {
      tell = progress;
      progress("x".repeat(5_000));
      progress("dropped");
      made.host.clock.advance(100);
      progress("second");
      return Promise.resolve({ status: "success", text: "" });
    });
    await made.pipeline.runCall(call(tool));
    made.host.clock.advance(1_000);
    tell("too late");
    const texts = made.events.flatMap((event) => (event.kind === "call-progressed" ? [event.text] : []));
    expect(texts).toEqual([`${"x".repeat(200)}...`, "second"]);
  });
});

describe("the account of a call", () => {
  it("holds a bounded preview of 9 MiB, and the store the whole (A62)", async () => {
    const { pipeline, events, host } = rig();
    const text = `${"é".repeat(4_718_592)}\n`;
    const settled = await pipeline.runCall(call(fakeTool("read", answering({ status: "success", text }))));
    expect(settled.text).toBe(text);
    const event = only(events, "call-settled");
    expect(JSON.stringify(event).length).toBeLessThan(1_000);
    expect(event).toMatchObject({ chars: 4_718_593, bytes: 9_437_185, lines: 1, artifact: settled.artifact });
    const kept = await host.store.getArtifact(settled.artifact as ArtifactAddress);
    expect(decodeUtf8(kept as Uint8Array)).toBe(text);
  });

  it("goes without the whole text when the store is full", async () => {
    const made = rig();
    made.host.store.faults.full = true;
    const settled = await made.pipeline.runCall(
      call(fakeTool("read", answering({ status: "success", text: "x".repeat(1_000) }))),
    );
    expect(settled).toMatchObject({ status: "success" });
    expect(settled.artifact).toBeUndefined();
    expect(only(made.events, "call-settled").artifact).toBeUndefined();
  });

  it("keeps no bytes of media and no oversized render data", async () => {
    const { pipeline, events } = rig();
    const outcome: ToolOutcome = {
      status: "success",
      text: "an image",
      renderData: { blob: "x".repeat(5_000) },
      media: [{ mime: "image/png", kind: "image", path: "/ws/a.png", bytes: new Uint8Array(100_000) }],
    };
    const settled = await pipeline.runCall(call(fakeTool("read", answering(outcome))));
    expect(settled.media[0]?.bytes).toHaveLength(100_000);
    const event = only(events, "call-settled");
    expect(event.renderData).toBeUndefined();
    expect(event.media).toEqual([{ mime: "image/png", kind: "image", path: "/ws/a.png" }]);
  });

  it("takes a success that begins with Error: for a success", async () => {
    const { pipeline } = rig();
    const settled = await pipeline.runCall(
      call(fakeTool("read", answering({ status: "success", text: "Error: none" }))),
    );
    expect(settled).toMatchObject({ status: "success", text: "Error: none" });
    expect(settled.reason).toBeUndefined();
  });

  it("is logged without arguments, content or results", async () => {
    const { pipeline, lines } = rig({ hooks: fakeHooks({ PreToolUse: { contexts: ["hush"] } }) });
    const tool = fakeTool("read", answering({ status: "success", text: "the secret" }));
    await pipeline.runCall(call(tool, { input: { path: "a", tags: ["classified"] } }));
    expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(["telemetry", "permission", "telemetry"]);
    expect(lines.join("\n")).not.toMatch(/secret|classified|hush|"a"/);
    expect(JSON.parse(lines[2]!.slice("telemetry ".length))).toMatchObject({
      schema: 1,
      sequence: 2,
      event: "tool-finished",
      session: "s1",
      turn: "t1",
      tool: "Fakeread",
      callId: "c1",
      source: "model",
      outcome: "success",
      chars: 10,
      bytes: 10,
    });
  });
});

describe("the sink of the logs", () => {
  it("hands lines on in order, one batch at a time for each log, and outlives failures", async () => {
    const batches: string[][] = [];
    let release: () => void = () => undefined;
    const sink = createBatchingSink(async (_log, lines) => {
      batches.push([...lines]);
      await new Promise<void>((resolve) => (release = resolve));
      throw new Error("disk full");
    });
    sink("telemetry", "1");
    sink("telemetry", "2");
    await until(() => batches.length === 1);
    sink("telemetry", "3");
    sink("telemetry", "4");
    release();
    await until(() => batches.length === 2);
    expect(batches).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });
});

/** Lets what is under way go on until something holds. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !holds(); turn++) await Promise.resolve();
  expect(holds()).toBe(true);
}
