import { describe, expect, it } from "vitest";
import { eventually } from "../hosts/node/run-program.ts";
import { descendants, extensionHosts } from "./extension-host.ts";
import { withWorkbench } from "./with-workbench.ts";

const SLEEP = "sleep 517";

describe("a run", () => {
  const { workbench, panel, reopened } = withWorkbench({ settings: { "toolcall.mode": "full-auto" } });
  const sleeping = (): boolean => descendants(workbench().host.pid).some(({ command }) => command.includes(SLEEP));

  async function begin(): Promise<void> {
    await panel().send(`(Bash :command "${SLEEP}")`);
    await allowIfAsked();
    await eventually(sleeping, "the command runs");
  }

  /** Where commands ask, this one is allowed. */
  async function allowIfAsked(): Promise<void> {
    const card = panel().cards.first();
    await Promise.race([card.waitFor(), panel().waitForRow(/^Bash.*running/)]).catch(() => undefined);
    if ((await panel().cards.count()) > 0) await panel().answer(/^Allow once/);
  }

  it("stops with everything it started when it is told to, and its row says that", async () => {
    await begin();
    await workbench().screenshot("running");
    await workbench().run("ToolCall: Stop What Runs");
    await panel().waitForRow(/^Bash sleep 517.*cancelled/);
    await eventually(() => !sleeping(), "the command has ended");
  });

  it("is ended by a reload of the window and shown as ended afterwards, and nothing of it still runs", async () => {
    await begin();
    await workbench().reload();
    reopened(await workbench().openPanel());
    await panel()
      .row(/^Bash sleep 517.*(?:cancelled|interrupted)/)
      .nth(1)
      .waitFor();
    await workbench().screenshot("ended-by-reload");
    await eventually(() => !sleeping(), "the command has ended");
  });

  it("that was cut off by a crash of the extension host is shown as interrupted", async () => {
    await begin();
    const [before] = extensionHosts(workbench().host.pid);
    workbench().killExtensionHost();
    await eventually(() => !extensionHosts(workbench().host.pid).includes(before!), "the extension host is gone");
    await workbench().reload();
    reopened(await workbench().openPanel());
    await panel().waitForRow(/^Bash sleep 517.*interrupted/);
    await workbench().screenshot("interrupted-by-crash");
    expect(
      await panel()
        .row(/running/)
        .count(),
    ).toBe(0);
    expect(await panel().rows.count()).toBe(3);
  });
});
