import { describe, expect, it } from "vitest";
import { withWorkbench } from "./with-workbench.ts";

describe("in a workspace that is not trusted", () => {
  // VS Code asks at once whether to trust it; nothing answers, which is no trust.
  const { workbench, panel } = withWorkbench({
    asksForTrust: true,
    settings: { "security.workspace.trust.startupPrompt": "never" },
    files: { ".toolcall/permissions.jsonc": '{ "allow": ["Bash(*)", "Write(**)"] }' },
  });

  it("reading works", async () => {
    await panel().send('(Grep :pattern "TODO")');
    await panel().waitForRow(/^Grep TODO, completed, 7 matches/);
  });

  it("commands and changes are refused, whatever the workspace's own rules say, and why is said", async () => {
    await panel().send('(Bash :command "echo no > no.txt")');
    await panel().waitForRow(/^Bash.*no\.txt.*denied/);
    const said = panel().frame.getByRole("status");
    await said.filter({ hasText: "This workspace is not trusted, so ToolCall only reads here" }).waitFor();
    await said.filter({ hasText: /permissions\.jsonc is not used, because the workspace is not trusted/ }).waitFor();
    await workbench().screenshot("untrusted");
    expect(await panel().cards.count()).toBe(0);
    expect(() => workbench().fileText("no.txt")).toThrow();
  });
});
