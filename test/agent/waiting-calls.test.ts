import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../src/agent/settings.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../src/ports/approval.ts";
import { rules } from "../pipeline/permission/permission-workspace.ts";
import type { RigRun } from "./session-rig.ts";
import { rigTool, sessionRig } from "./session-rig.ts";

const ONCE: ApprovalAnswer = { answer: "allow", scope: "once" };

/** A session whose person answers when the test does; R needs no question, W does. */
async function waitingSession(run: RigRun, parallelism = 2) {
  const open = new Map<string, (answer: ApprovalAnswer) => void>();
  const asked: ApprovalRequest[] = [];
  const rig = await sessionRig({
    tools: [rigTool("R", "read", run), rigTool("W", "write", run)],
    settings: { ...DEFAULT_SETTINGS, parallelism },
    permissions: { rules: { user: rules({ ask: ["W"] }) } },
    fixture: {
      answer: (request) =>
        new Promise((resolve) => {
          asked.push(request);
          open.set(request.callId, resolve);
        }),
    },
  });
  return { ...rig, open, asked };
}

describe("calls of a join that wait for the person", () => {
  test("are asked about at once, and leave their places to those that need no answer", async () => {
    const ran: string[] = [];
    const run: RigRun = ({ path }) => {
      ran.push(path);
      return { status: "success", text: path };
    };
    const { session, open, asked, shown } = await waitingSession(run, 1);
    const script = session.runScript({
      expression: '(parallel (W :path "a") (W :path "b") (R :path "c") (W :path "d") (R :path "e"))',
    });
    await expect.poll(() => ran).toEqual(["c", "e"]);
    expect(asked.map(({ callId, group }) => [callId, group])).toEqual(
      [1, 2, 4].map((at) => [`ptc-1/${at}`, "ptc-1#1"]),
    );
    open.get("ptc-1/2")!({ ...ONCE, rest: ["ptc-1/1", "ptc-1/4"] });
    expect(await script).toMatchObject({ outcome: "completed", text: '("a" "b" "c" "d" "e")' });
    expect(shown.flatMap((event) => (event.kind === "permission-answered" ? [event.along] : []))).toEqual([
      undefined,
      "ptc-1/2",
      "ptc-1/2",
    ]);
  });

  test("never run more at once than may, however many are allowed together", async () => {
    let running = 0;
    let most = 0;
    const run: RigRun = async ({ path }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { status: "success", text: path };
    };
    const { session, open } = await waitingSession(run, 3);
    const paths = Array.from({ length: 30 }, (_, at) => `"${at}"`).join(" ");
    const script = session.runScript({
      expression: `(length (parallel-map (lambda (p) (W :path p)) (list ${paths})))`,
    });
    await expect.poll(() => open.size).toBe(30);
    open.get("ptc-1/1")!({ ...ONCE, rest: [...open.keys()] });
    expect(await script).toMatchObject({ outcome: "completed", text: "30" });
    expect(most).toBe(3);
  });

  test("are denied together, each with the person's words, and end the script once", async () => {
    const { session, open } = await waitingSession(({ path }) => ({ status: "success", text: path }));
    const script = session.runScript({ expression: '(parallel (W :path "a") (W :path "b") (W :path "c"))' });
    await expect.poll(() => open.size).toBe(3);
    open.get("ptc-1/2")!({ answer: "deny", scope: "once", feedback: "not today", rest: ["ptc-1/1", "ptc-1/3"] });
    const { outcome, text, children } = await script;
    expect(outcome).toBe("denied");
    expect(text.split("\n")[0]).toBe("Error: batch aborted because nested W was denied: not today");
    expect(children.map(({ status }) => status)).toEqual(["denied", "denied", "denied"]);
  });

  test("do not hold up the calls of a join that is stopped", async () => {
    const { session, open } = await waitingSession(({ path }) => ({ status: "success", text: path }), 1);
    const script = session.runScript({ expression: '(parallel (W :path "a") (W :path "b") (W :path "c"))' });
    await expect.poll(() => open.size).toBe(3);
    session.cancel("enough");
    expect(await script).toMatchObject({ outcome: "interrupted" });
  });
});

describe("the time budget", () => {
  test("of a script stands still while its call waits behind another script's question", async () => {
    const { session, host, open } = await waitingSession(({ path }) => ({ status: "success", text: path }));
    const scripts = ['(list (W :path "a"))', '(list (W :path "b"))'].map((expression) =>
      session.runScript({ expression }),
    );
    await expect.poll(() => session.permissions.waiting().length).toBe(2);
    for (const answered of [1, 2]) {
      await expect.poll(() => open.size).toBe(answered);
      const shown = [...open.keys()].at(-1)!;
      host.clock.advance(10_000_000);
      open.get(shown)!(ONCE);
    }
    expect(await Promise.all(scripts)).toMatchObject([{ outcome: "completed" }, { outcome: "completed" }]);
  });
});
