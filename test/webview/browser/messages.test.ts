import { describe, expect, it } from "vitest";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import { until } from "./panel-page.ts";
import { CHROMIUM_PATH, usePanels } from "./panel-suite.ts";

describe.skipIf(CHROMIUM_PATH === undefined)("messages in a browser", () => {
  const opened = usePanels("messages");

  function conversation() {
    const tape = createTape();
    tape.say({
      kind: "message-sent",
      id: "m-1",
      from: "person",
      text: "Rename `runCall`\u202e everywhere.\n<b>please</b>",
    });
    tape.say({
      kind: "message-answered",
      id: "m-2",
      model: "model",
      text: "Renamed in **7 files**, see [run.ts](src/run.ts:12).\n\n```ts\nconst a = 1;\n```",
      calls: [],
      stop: "done",
    });
    tape.say({ kind: "message-failed", id: "m-3", problem: "limit", text: "The model's limit was reached." });
    return tape;
  }

  it("show what the person said as it is, and what a model said as Markdown", async () => {
    const shown = await opened(conversation());
    await until(shown.page, `document.querySelector(".message.model strong")?.textContent === "7 files"`);
    expect(await shown.page.textContent(".message.person .message-text")).toMatch(
      /Rename `runCall`U\+202E everywhere\.\s*<b>please<\/b>/,
    );
    await shown.page.click(".message.model [role=link]");
    expect(await shown.posted()).toContainEqual({ kind: "open-file", path: "src/run.ts", line: 12 });
    await shown.shot("messages-dark");
    expect(await axeFindings(shown.page)).toEqual([]);
  });

  it("grow while they come", async () => {
    const tape = conversation();
    const shown = await opened(tape);
    const from = tape.events.length;
    tape.say({ kind: "message-started", id: "m-4", model: "model" });
    for (const text of ["One ", "**two** ", "three"]) tape.say({ kind: "message-progressed", id: "m-4", text });
    await shown.tell({ kind: "events", events: tape.events.slice(from) });
    await until(shown.page, `document.querySelector('[data-key="m-4"] strong')?.textContent === "two"`);
    expect(await shown.page.textContent('[data-key="m-4"] .message-note')).toContain("Answering");
  });
});
