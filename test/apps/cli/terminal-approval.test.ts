import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CliScreen } from "../../../src/apps/cli/io.ts";
import { createKeyboard } from "../../../src/apps/cli/keyboard.ts";
import { NO_SCREEN } from "../../../src/apps/cli/row-screen.ts";
import { createTerminalApproval } from "../../../src/apps/cli/terminal-approval.ts";
import { createCancelSource, NEVER } from "../../../src/base/cancel.ts";
import type { ApprovalRequest } from "../../../src/ports/approval.ts";

const question: ApprovalRequest = {
  callId: "ptc-1/1",
  tool: "Bash",
  subject: "rm -rf build && echo \u001b[2Jdone",
  access: "run",
  reason: "no rule allows this command",
  suggestedRule: "Bash(rm *)",
  details: '{"command":"rm -rf build"}',
};

/** A terminal on which somebody types. */
function terminal() {
  const keys = new PassThrough();
  const output = new PassThrough();
  const screen: CliScreen = { columns: () => 80, lines: () => 24, keys };
  let shown = "";
  let time = 0;
  let interrupts = 0;
  output.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const approval = createTerminalApproval({
    screen,
    keyboard: createKeyboard(keys, output),
    rows: NO_SCREEN,
    keepsRules: true,
    write: (text) => (shown += text),
    colours: false,
    // Each look at the clock is a second later.
    now: () => (time += 1_000),
    interrupt: () => interrupts++,
  });
  const appears = async (text: string): Promise<void> => {
    await expect.poll(() => shown.replaceAll(/\u001b\[\d*[A-Z]/g, ""), { timeout: 10_000 }).toContain(text);
  };
  return { keys, approval, appears, shown: () => shown, interrupts: () => interrupts };
}

describe("a question on the terminal", () => {
  it("shows tool, whole command, access, reason and the rule, and nothing that acts on the terminal", async () => {
    const { keys, approval, shown, appears } = terminal();
    const answer = approval.ask(question, NEVER);
    await appears("view all");
    keys.write("a");
    await answer;
    expect(shown()).toBe(
      [
        "? Permission is asked",
        "  Tool      Bash",
        "  Command   rm -rf build && echo \\x1b[2Jdone",
        "  Access    run",
        "  Reason    no rule allows this command",
        "  Rule      Bash(rm *)",
        "  a allow once · s allow in this session · A always in this workspace · d deny · D deny in this session · f deny and say why · e edit the rule · v view all",
        "  allowed once",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["a", { answer: "allow", scope: "once" }],
    ["\r", { answer: "allow", scope: "once" }],
    ["s", { answer: "allow", scope: "session", rule: "Bash(rm *)" }],
    ["A", { answer: "allow", scope: "workspace", rule: "Bash(rm *)" }],
    ["d", { answer: "deny", scope: "once" }],
    ["D", { answer: "deny", scope: "session" }],
    ["xq d", { answer: "deny", scope: "once" }],
  ])("is answered by %j", async (typed, expected) => {
    const { keys, approval, appears } = terminal();
    const answer = approval.ask(question, NEVER);
    await appears("view all");
    for (const key of typed) {
      keys.write(key);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toEqual(expected);
  });

  it("takes a denial's reason", async () => {
    const { keys, approval, appears } = terminal();
    const answer = approval.ask(question, NEVER);
    await appears("view all");
    keys.write("f");
    await appears("why: ");
    keys.write("use the other folder\r");
    expect(await answer).toEqual({ answer: "deny", scope: "once", feedback: "use the other folder" });
  });

  it("lets the rule be edited and refuses what is none", async () => {
    const { keys, approval, appears, shown } = terminal();
    const answer = approval.ask(question, NEVER);
    await appears("view all");
    keys.write("e");
    await appears("rule: Bash(rm *)");
    keys.write("x\r");
    await appears("Nothing may follow the closing parenthesis");
    keys.write("e");
    await expect.poll(() => shown().split("rule: ").length).toBeGreaterThan(2);
    // To the beginning of the line and delete to its end.
    keys.write("\u0001\u000bBash(rm -rf build)\r");
    await appears("Rule      Bash(rm -rf build)");
    keys.write("s");
    expect(await answer).toEqual({ answer: "allow", scope: "session", rule: "Bash(rm -rf build)" });
  });

  it("offers nothing to store where no rule fits", async () => {
    const { suggestedRule: _, ...bare } = question;
    const { keys, approval, appears, shown } = terminal();
    const answer = approval.ask(bare, NEVER);
    await appears("view all");
    keys.write("s");
    await new Promise((resolve) => setImmediate(resolve));
    keys.write("d");
    expect(await answer).toEqual({ answer: "deny", scope: "once" });
    expect(shown()).not.toContain("allow in this session");
  });

  it("waits for its turn, and is withdrawn by cancelling, by Ctrl-C and by the end of input", async () => {
    const { keys, approval, appears, shown, interrupts } = terminal();
    const [first, second] = [createCancelSource(), createCancelSource()];
    const answers = [first, second].map((source, index) =>
      approval.ask({ ...question, tool: `Tool${index}` }, source.token),
    );
    await appears("Tool0");
    expect(shown()).not.toContain("Tool1");
    first.cancel("stopped");
    expect(await answers[0]).toEqual({ answer: "withdrawn" });
    await appears("Tool1");
    keys.write("\u0003");
    expect(await answers[1]).toEqual({ answer: "withdrawn" });
    expect(interrupts()).toBe(1);
    const third = approval.ask({ ...question, tool: "Tool2" }, NEVER);
    await appears("Tool2");
    keys.end();
    expect(await third).toEqual({ answer: "withdrawn" });
  });

  it("shows a diff, cut to the terminal until all of it is wanted", async () => {
    const { keys, approval, appears, shown } = terminal();
    const diff = Array.from({ length: 40 }, (_, index) => `+line ${index}`).join("\n");
    const answer = approval.ask({ ...question, access: "write", diff }, NEVER);
    await appears("30 more lines; v shows them");
    expect(shown()).not.toContain("+line 39");
    keys.write("v");
    await appears("+line 39");
    await appears("Arguments");
    keys.write("d");
    await answer;
  });
});
