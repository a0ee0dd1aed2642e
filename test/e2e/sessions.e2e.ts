import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/protocol/events.ts";
import { createTape } from "../webview/tape.ts";
import { entries, pick, typeInput } from "./quick-input.ts";
import { withWorkbench } from "./with-workbench.ts";

/** Calls of the session that is too long to be looked through. */
const MANY = 2_000;

/** A session with many calls, as another window would have exported it. */
function longSession(): string {
  const tape = createTape();
  for (let at = 0; at < MANY; at++) {
    // Every second one failed: rows that went well are summed up where there are many of them in a row.
    const status = at % 2 === 0 ? "error" : "success";
    tape.call(`call-${at}`, { tool: "Edit", args: { file_path: `src/file-${at}.ts` }, text: `line ${at}`, status });
  }
  return JSON.stringify({
    format: "toolcall-session",
    version: 1,
    session: "s-1",
    journal: tape.events.map((event: AgentEvent) => JSON.stringify(event)),
    artifacts: {},
    missing: [],
  });
}

describe("sessions", () => {
  const { workbench, panel, reopened } = withWorkbench({ files: { "long.toolcall-session.json": longSession() } });
  const inFolder = (name: string): string => join(workbench().fixture.folder, name);
  const listed = () => panel().frame.locator(".session");
  const openList = async (): Promise<void> => {
    await panel().button("Sessions").click();
    await panel().frame.getByRole("dialog", { name: "Sessions" }).waitFor();
  };
  const importFile = async (name: string): Promise<void> => {
    await workbench().run("ToolCall: Import Session…");
    await pick(workbench().page, name);
  };

  it("get a name of the person's own by command, which the panel shows", async () => {
    await panel().send('(Grep :pattern "TODO")');
    await panel().waitForRow(/^Grep TODO, completed/);
    await workbench().run("ToolCall: Rename Session…");
    await typeInput(workbench().page, "Notes in the code");
    await panel().frame.getByRole("heading", { name: "Notes in the code" }).waitFor();
    await workbench().screenshot("session-renamed");
    expect(await panel().rows.count()).toBe(1);
  });

  it("begin with nothing, and the one before is kept", async () => {
    await workbench().run("ToolCall: New Session");
    await panel().rows.first().waitFor({ state: "detached" });
    await panel().send('(Glob :pattern "docs/*.md")');
    await panel().waitForRow(/^Glob.*completed/);
    await openList();
    await listed().nth(1).waitFor();
    await workbench().screenshot("session-list");
    expect(await listed().count()).toBe(2);
  });

  it("are found by their words, and opened with the rows that they had", async () => {
    await panel().frame.getByRole("searchbox", { name: "Search sessions" }).fill("notes code");
    await listed().nth(1).waitFor({ state: "detached" });
    expect(await listed().count()).toBe(1);
    await listed().locator(".session-open").click();
    await panel().waitForRow(/^Grep TODO, completed/);
    expect(await panel().rows.count()).toBe(1);
  });

  it("are exported into a file and come back from it as they were", async () => {
    const before = await panel().spoken();
    await workbench().run("ToolCall: Export Session…");
    // What is typed before the dialog has read the folder is lost.
    await entries(workbench().page).filter({ hasText: "docs" }).first().waitFor();
    await typeInput(workbench().page, inFolder("notes.json"));
    await expect.poll(() => existsSync(inFolder("notes.json")), POLL).toBe(true);
    expect(readFileSync(inFolder("notes.json"), "utf8")).toContain("toolcall-session");
    await workbench().run("ToolCall: New Session");
    await panel().rows.first().waitFor({ state: "detached" });
    await importFile("notes.json");
    await panel().waitForRow(/^Grep TODO, completed/);
    expect(await panel().spoken()).toEqual(before);
  });

  it("are deleted only after a question, and are gone from the list then", async () => {
    await workbench().run("ToolCall: Delete Session…");
    await pick(workbench().page, /Glob/);
    const question = await workbench().answerDialog("Delete");
    expect(question).toMatch(/Glob/);
    // The list tells what there was when it was opened, and deleting takes its time.
    const titles = async (): Promise<string> => {
      await openList();
      await listed().first().waitFor();
      const all = await listed().allInnerTexts();
      await panel().button("Close the list").click();
      return all.join("\n");
    };
    await expect.poll(titles, POLL).not.toMatch(/Glob/);
  });

  it("of two thousand rows open at their end, fetch all older rows for Home, and have few rows drawn at a time", async () => {
    await importFile("long.toolcall-session.json");
    await panel().waitForRow(new RegExp(`^Edit src/file-${MANY - 1}\\.ts`));
    await workbench().screenshot("two-thousand-rows");
    expect(await panel().rows.count()).toBeLessThan(200);
    await panel()
      .row(new RegExp(`^Edit src/file-${MANY - 1}\\.ts`))
      .first()
      .focus();
    await workbench().page.keyboard.press("Home");
    await expect
      .poll(async () => {
        await workbench().page.keyboard.press("Home");
        return (await panel().spoken()).some((text) => text.startsWith("Edit src/file-0.ts"));
      }, POLL)
      .toBe(true);
    await workbench().screenshot("two-thousand-rows-begin");
    expect(await panel().rows.count()).toBeLessThan(200);
  });

  it("are shown again after a reload of the window, the long one, too", async () => {
    await workbench().reload();
    reopened(await workbench().openPanel());
    await panel().rows.first().waitFor();
    expect((await panel().spoken()).every((text) => text.startsWith("Edit src/file-") || text.includes("older"))).toBe(
      true,
    );
  });
});

/** How long a file on disk or a list may take to change. */
const POLL = { timeout: 30_000 };
