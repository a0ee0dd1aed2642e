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
        "  a allow once · s allow in this session · A always in this workspace · d deny · D deny in this session · f deny and say why · r edit the rule · v view all",
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
    keys.write("r");
    await appears("rule: Bash(rm *)");
    keys.write("x\r");
    await appears("Nothing may follow the closing parenthesis");
    keys.write("r");
    await expect.poll(() => shown().split("rule: ").length).toBeGreaterThan(2);
    // To the beginning of the line and delete to its end.
    keys.write("\u0001\u000bBash(rm -rf build)\r");
    await appears("Rule      Bash(rm -rf build)");
    keys.write("s");
    expect(await answer).toEqual({ answer: "allow", scope: "session", rule: "Bash(rm -rf build)" });
  });

  it("lets the command be edited: the answer has it, and the rule that was for another command is gone (report 38)", async () => {
    const { keys, approval, appears, shown } = terminal();
    const editable = { name: "command", text: "rm -rf build" };
    const answer = approval.ask({ ...question, subject: editable.text, editable }, NEVER);
    await appears("e edit the command");
    keys.write("e");
    await appears("command: rm -rf build");
    keys.write("/cache\r");
    await appears("Changed   rm -rf build/cache");
    expect(shown().split("Changed")[1]).not.toContain("allow in this session");
    keys.write("a");
    expect(await answer).toEqual({
      answer: "allow",
      scope: "once",
      edited: { name: "command", text: "rm -rf build/cache" },
    });
    expect(shown()).toContain("allowed once, as it was changed");
  });

  it("keeps a rule that was written for the edited command, and forgets an edit that changes nothing", async () => {
    const editable = { name: "command", text: "make" };
    const first = terminal();
    const changed = first.approval.ask({ ...question, editable }, NEVER);
    await first.appears("view all");
    first.keys.write("e");
    await first.appears("command: make");
    first.keys.write(" x\r");
    await first.appears("Changed   make x");
    first.keys.write("r");
    await first.appears("rule: Bash");
    first.keys.write("(make *)\r");
    await first.appears("Rule      Bash(make *)");
    first.keys.write("s");
    expect(await changed).toEqual({
      answer: "allow",
      scope: "session",
      rule: "Bash(make *)",
      edited: { name: "command", text: "make x" },
    });
    const second = terminal();
    const same = second.approval.ask({ ...question, editable }, NEVER);
    await second.appears("view all");
    second.keys.write("e");
    await second.appears("command: make");
    second.keys.write("\r");
    await expect.poll(() => second.shown().split("view all").length).toBe(3);
    second.keys.write("s");
    expect(await same).toEqual({ answer: "allow", scope: "session", rule: "Bash(rm *)" });
  });

  it.each(["two\nlines", "a\rb", "\u0001\u000bother", "x".repeat(5_000)])("offers no editing of %j", async (text) => {
    const { keys, approval, appears, shown } = terminal();
    const answer = approval.ask({ ...question, editable: { name: "command", text } }, NEVER);
    await appears("view all");
    expect(shown()).not.toContain("edit the command");
    keys.write("e");
    keys.write("d");
    await answer;
  });

  it("says why what was written was not taken", async () => {
    const { keys, approval, appears } = terminal();
    const answer = approval.ask({ ...question, problem: "What was written is not taken." }, NEVER);
    await appears("Again     What was written is not taken.");
    keys.write("d");
    await answer;
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

describe("the questions of one parallel step on the terminal", () => {
  const subjects = ["npm run a", "npm run b", "make"];
  const three = () =>
    subjects.map((subject, at): ApprovalRequest => ({ ...question, callId: `e/${at + 1}`, group: "e#1", subject }));

  it("are listed with numbers, whole, and allowed together by naming those that were shown", async () => {
    const { keys, approval, appears, shown } = terminal();
    const sources = subjects.map(() => createCancelSource());
    const answers = three().map((request, at) => approval.ask(request, sources[at]!.token));
    await appears("allow all 3 once");
    expect(shown()).toContain("? Permission is asked, 1 of 3 of one parallel step");
    expect(shown()).toContain("  1         Bash  npm run a\n  2         Bash  npm run b\n  3         Bash  make\n");
    keys.write("*");
    expect(await answers[0]).toEqual({ answer: "allow", scope: "once", rest: ["e/2", "e/3"] });
    for (const { cancel } of sources.slice(1)) cancel("the question is settled");
    expect(await Promise.all(answers.slice(1))).toEqual([{ answer: "withdrawn" }, { answer: "withdrawn" }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(shown()).not.toContain("of 2");
  });

  it("can be looked at and answered in any order, and denied together", async () => {
    const { keys, approval, appears } = terminal();
    const answers = three().map((request) => approval.ask(request, NEVER));
    await appears("look at another");
    keys.write("3");
    await appears("3 of 3 of one parallel step");
    keys.write("a");
    expect(await answers[2]).toEqual({ answer: "allow", scope: "once" });
    await appears("1 of 2 of one parallel step");
    keys.write("!");
    expect(await answers[0]).toEqual({ answer: "deny", scope: "once", rest: ["e/2"] });
    await appears("? Permission is asked\n");
    keys.write("d");
    expect(await answers[1]).toEqual({ answer: "deny", scope: "once" });
  });

  it("are not among all when their line does not show all of them", async () => {
    const { keys, approval, appears, shown } = terminal();
    const [first, second, third] = three();
    const long = `echo ${"x".repeat(500)}`;
    const answers = [first!, { ...second!, subject: long }, third!].map((request) => approval.ask(request, NEVER));
    await appears("allow the 2 shown once");
    expect(shown()).toContain("… 2 shows all of it");
    keys.write("v");
    await appears("allow all 3 once");
    keys.write("2");
    await appears("2 of 3 of one parallel step");
    keys.write("*");
    expect(await answers[1]).toEqual({ answer: "allow", scope: "once", rest: ["e/1", "e/3"] });
    for (const key of ["d", "d"]) {
      keys.write(key);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await Promise.all(answers);
  });
});
