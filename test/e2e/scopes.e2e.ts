import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { removeFolderSync } from "../support/remove-folder.ts";
import { withWorkbench } from "./with-workbench.ts";

/** Two files that are written one after the other. */
const twoWrites = (folder: string): string =>
  `(list (Write :file_path "${folder}/a.txt" :content "a\\n") (Write :file_path "${folder}/b.txt" :content "b\\n"))`;

describe("an answer", () => {
  // Rules for everywhere are kept in the person's home folder, which must not be the one of whoever runs this.
  const home = mkdtempSync(join(tmpdir(), "toolcall-e2e-home-"));
  const { workbench, panel } = withWorkbench({
    env: { HOME: home },
    settings: { "toolcall.mode": "ask" },
    files: { ".toolcall/permissions.jsonc": '{ "ask": ["Bash(git status*)"] }' },
  });
  const made = (name: string): string => join(workbench().fixture.folder, name);
  const keepFor = async (scope: string, rule?: string): Promise<void> => {
    const card = panel().cards.first();
    await card.getByRole("combobox").selectOption(scope);
    if (rule !== undefined) await card.getByRole("textbox", { name: "Rule", exact: true }).fill(rule);
    await panel().answer(/^Allow & keep rule/);
  };
  afterAll(() => removeFolderSync(home));

  it("for this script holds until it ends: the next one asks again", async () => {
    await panel().send(twoWrites("script"));
    await panel().cards.first().waitFor();
    await keepFor("script");
    await panel().waitForRow(/^ToolCall: 2 calls.*completed/);
    expect([existsSync(made("script/a.txt")), existsSync(made("script/b.txt"))]).toEqual([true, true]);
    await panel().send(twoWrites("script"));
    await panel().cards.first().waitFor();
    await workbench().screenshot("scope-script-asks-again");
    await panel().answer(/^Deny/);
    await panel().answer(/^Deny/);
    await panel().waitForRow(/^ToolCall.*denied/);
  });

  it("once holds for one of the calls of a script, and each other asks", async () => {
    await panel().send(twoWrites("once"));
    for (const name of ["a.txt", "b.txt"]) {
      await panel().cards.filter({ hasText: name }).first().waitFor();
      await panel().answer(/^Allow once/);
    }
    await expect.poll(() => existsSync(made("once/b.txt")), POLL).toBe(true);
  });

  it("for everywhere is kept in the person's own file, once, and asks no more for the like (reports 30 and 32)", async () => {
    await panel().send('(Bash :command "npm run build -- --first")');
    const rule = panel().cards.first().getByRole("textbox", { name: "Rule", exact: true });
    expect(await rule.inputValue()).toBe("Bash(npm run build *)");
    await workbench().screenshot("scope-user");
    await keepFor("user");
    await panel().waitForRow(/^Bash npm run build -- --first.*(?:completed|failed)/);
    await panel().send('(Bash :command "npm run build -- --second")');
    await panel().waitForRow(/^Bash npm run build -- --second.*(?:completed|failed)/);
    const kept = readFileSync(join(home, ".toolcall", "permissions.jsonc"), "utf8");
    expect(kept.match(/Bash\(npm run build \*\)/g)).toHaveLength(1);
  });

  it("to one of several side by side is for that one; a denial ends the rest, and the rows say what became of each (report 28)", async () => {
    await panel().send(
      '(parallel (Bash :command "echo a > p-a.txt") (Bash :command "echo b > p-b.txt") (Bash :command "echo c > p-c.txt"))',
    );
    const card = panel().cards.first();
    await card.getByText("Allow these 3 calls?").waitFor();
    await panel().answer(/^Allow once/);
    await panel().cards.first().getByText("Allow these 2 calls?").waitFor();
    await workbench().screenshot("parallel-one-answered");
    await panel().answer(/^Deny/);
    await panel().answer(/^Deny/);
    const envelope = panel()
      .row(/^ToolCall: 3 calls.*denied/)
      .last();
    await envelope.waitFor();
    await panel().toggle(envelope);
    await panel()
      .row(/^Bash echo b.*denied/)
      .first()
      .waitFor();
    await workbench().screenshot("parallel-one-denied");
    expect(existsSync(made("p-b.txt"))).toBe(false);
    expect(existsSync(made("p-c.txt"))).toBe(false);
  });

  it("is wanted where a rule of the workspace asks, though the command only looks (report 26)", async () => {
    await panel().send('(Bash :command "git status")');
    await panel().cards.first().waitFor();
    await panel().answer(/^Deny/);
    await panel().answer(/^Deny/);
    await panel().waitForRow(/^Bash git status.*denied/);
  });

  it("about a file outside of the workspace is given with its real place in sight (report 34)", async () => {
    const outside = join(workbench().fixture.folder, "..", "outside.txt");
    writeFileSync(outside, "outside\n");
    await panel().send('(Read :file_path "../outside.txt")');
    const card = panel().cards.first();
    await card.waitFor();
    await workbench().screenshot("outside-path");
    expect(await card.innerText()).toContain(join(workbench().fixture.folder, "..", "outside.txt"));
    expect(await card.innerText()).toMatch(/outside/);
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Read.*outside\.txt.*completed/);
  });

  it("with a changed command is what runs and what its row tells (report 38)", async () => {
    await panel().send('(Bash :command "echo asked > edited.txt")');
    await panel().cards.first().getByLabel("Command", { exact: true }).fill("echo chosen > edited.txt");
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Bash echo chosen > edited\.txt.*completed/);
    expect(readFileSync(made("edited.txt"), "utf8")).toBe("chosen\n");
  });
});

/** How long a file on disk may take to come. */
const POLL = { timeout: 20_000 };
