import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pick } from "./quick-input.ts";
import { withWorkbench } from "./with-workbench.ts";

describe("a call that needs permission", () => {
  const { workbench, panel } = withWorkbench();
  const made = (name: string): string => join(workbench().fixture.folder, name);

  it("waits with a card in its row, and runs once it is allowed", async () => {
    await panel().send('(Bash :command "echo once > once.txt")');
    await panel().waitForRow(/^Bash.*waiting for you/);
    await workbench().screenshot("permission-command");
    expect(existsSync(made("once.txt"))).toBe(false);
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Bash.*once\.txt.*completed/);
    expect(readFileSync(made("once.txt"), "utf8")).toBe("once\n");
    expect(await panel().cards.count()).toBe(0);
  });

  it("asks again for the like after it was allowed once", async () => {
    await panel().send('(Bash :command "echo again > once.txt")');
    await panel().cards.first().waitFor();
    await panel().answer(/^Deny/);
    await panel().answer(/^Deny/);
    await panel().waitForRow(/^Bash.*again.*denied/);
    expect(readFileSync(made("once.txt"), "utf8")).toBe("once\n");
  });

  it("ends its script when it is denied with words, and the rows say so", async () => {
    await panel().send('(let ((first (Bash :command "echo denied > denied.txt"))) (Read :file_path "README.md"))');
    await panel().cards.first().waitFor();
    await panel().answer(/^Deny/);
    await panel()
      .cards.first()
      .getByRole("textbox", { name: /Why not/ })
      .fill("Use the editor instead");
    await workbench().screenshot("permission-deny-with-words");
    await panel().answer(/^Deny/);
    await panel().waitForRow(/^ToolCall.*denied/);
    expect(existsSync(made("denied.txt"))).toBe(false);
    expect((await panel().spoken()).filter((text) => text.startsWith("Read README"))).toEqual([]);
  });

  it("can be changed on the card, and what was changed is what runs", async () => {
    await panel().send('(Bash :command "echo asked > changed.txt")');
    await panel().cards.first().getByLabel("Command", { exact: true }).fill("echo chosen > changed.txt");
    await workbench().screenshot("permission-changed-command");
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Bash.*chosen.*completed/);
    expect(readFileSync(made("changed.txt"), "utf8")).toBe("chosen\n");
  });

  it("is not asked about again in this session once a rule for the session was kept", async () => {
    await panel().send('(Write :file_path "notes/first.txt" :content "first\\n")');
    await panel().cards.first().getByRole("combobox").selectOption("session");
    await panel().cards.first().getByRole("textbox", { name: "Rule", exact: true }).fill("Write(notes/**)");
    await workbench().screenshot("permission-edited-rule");
    await panel().answer(/^Allow & keep rule/);
    await panel().waitForRow(/^Write.*first\.txt.*completed/);
    await panel().send('(Write :file_path "notes/second.txt" :content "second\\n")');
    await panel().waitForRow(/^Write.*second\.txt.*completed/);
    expect(readFileSync(made("notes/second.txt"), "utf8")).toBe("second\n");
  });

  it("of several side by side is asked about on one card, and denying one ends all that wait", async () => {
    await panel().send(
      '(parallel (Bash :command "echo a > a.txt") (Bash :command "echo b > b.txt") (Read :file_path "README.md"))',
    );
    await panel().cards.first().waitFor();
    await workbench().screenshot("permission-parallel");
    await panel().answer(/^Deny/);
    await panel().answer(/^Deny/);
    await panel().waitForRow(/^ToolCall.*denied/);
    await workbench().screenshot("permission-parallel-denied");
    expect([existsSync(made("a.txt")), existsSync(made("b.txt"))]).toEqual([false, false]);
  });

  it("is kept for the workspace in a file that the next window reads", async () => {
    await panel().send('(Write :file_path "kept/first.txt" :content "first\\n")');
    await panel().cards.first().getByRole("combobox").selectOption("workspace");
    await panel().answer(/^Allow & keep rule/);
    await panel().waitForRow(/^Write.*kept\/first\.txt.*completed/);
    expect(workbench().fileText(".toolcall/permissions.jsonc")).toContain("Write(");
  });

  it("is denied without a question in plan mode", async () => {
    await workbench().run("ToolCall: Set Permission Mode…");
    await pick(workbench().page, /plan/i);
    await panel().send('(Bash :command "echo planned > planned.txt")');
    await panel().waitForRow(/^Bash.*planned.*denied/);
    await workbench().screenshot("plan-mode");
    expect(await panel().cards.count()).toBe(0);
    expect(existsSync(made("planned.txt"))).toBe(false);
  });
});
