import { describe, expect, test } from "vitest";
import type { Session } from "../../src/agent/session.ts";
import type { Settled } from "../../src/pipeline/call.ts";
import { rules } from "../pipeline/permission/permission-workspace.ts";
import type { SessionRig } from "./session-rig.ts";
import { rigTool, sessionRig } from "./session-rig.ts";

type Made = Pick<Settled, "stop" | "status"> | undefined;
type Try = (session: Session) => Promise<Made>;

const call =
  (tool: string, path: string): Try =>
  (session) =>
    session.call({ tool, input: { path }, source: "model" });
const script =
  (expression: string): Try =>
  (session) =>
    session.call({ tool: "ToolCall", input: { expression }, source: "model" });

/** Makes calls within one turn, or each in its own; the person denies all. */
async function tried(tries: readonly Try[], oneTurn = true): Promise<readonly boolean[]> {
  const stops: boolean[] = [];
  const all = async (session: Session): Promise<void> => {
    for (const each of tries) {
      const made = await each(session);
      expect(made?.status).not.toBe("success");
      stops.push(made?.stop !== undefined);
    }
  };
  const rig: SessionRig = await sessionRig({
    tools: [
      rigTool("W", "write"),
      rigTool("V", "write"),
      rigTool("R", "read"),
      rigTool("Bash", "run"),
      rigTool("Turn", "read", async () => {
        await all(rig.session);
        return { status: "success", text: "" };
      }),
    ],
    permissions: { rules: { user: rules({ ask: ["R"], allow: ["Turn"] }) } },
    fixture: { answer: () => ({ answer: "deny", scope: "once" }) },
  });
  const { session } = rig;
  if (oneTurn) await session.call({ tool: "Turn", input: { path: "x" } });
  else await all(session);
  await session.close();
  return stops;
}

describe("a turn ends", () => {
  test.each<[string, readonly Try[], readonly boolean[]]>([
    ["with the second denial of one aim", [call("W", "a"), call("W", "a")], [false, true]],
    ["although another tool was to reach it", [call("W", "a"), call("V", "a")], [false, true]],
    [
      "although something else was denied between",
      [call("W", "a"), call("W", "b"), call("V", "a")],
      [false, false, true],
    ],
    ["from within scripts, too", [script('(progn (W :path "a") 1)'), script('(list (V :path "a"))')], [false, true]],
    ["with each further one", [call("W", "a"), call("W", "a"), call("W", "a")], [false, true, true]],
  ])("%s", async (_title, tries, expected) => {
    expect(await tried(tries)).toEqual(expected);
  });

  test.each<[string, readonly Try[], boolean]>([
    ["for two aims", [call("W", "a"), call("W", "b")], true],
    ["when reading was denied first and then writing", [call("R", "a"), call("W", "a")], true],
    ["by two calls of one script: its first denial ends it", [script('(parallel (W :path "a") (V :path "a"))')], true],
    ["when the denials were in two turns", [call("W", "a"), call("W", "a")], false],
  ])("not %s", async (_title, tries, oneTurn) => {
    expect(await tried(tries, oneTurn)).not.toContain(true);
  });
});
