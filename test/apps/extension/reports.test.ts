import { describe, expect, it } from "vitest";
import { createStoreContent } from "../../../src/hosts/memory/store.ts";
import { PANEL_ENTRIES } from "../../../src/protocol/panel-state.ts";
import { createTape } from "../../webview/tape.ts";
import { controllerRig } from "./controller-rig.ts";

/*
 * Faults that people reported of products like this one, by their numbers, as far as they concern the extension as a whole.
 * Reports that a test of the part itself shows have their number in that test's title.
 */

const SESSION = "s-1";
const CALLS = 6_000;
const ARGUMENT = "x".repeat(10_000);

describe("a session of sixty megabytes", () => {
  const store = createStoreContent();
  const tape = createTape();
  for (let at = 0; at < CALLS; at++) {
    tape.call(`call-${at}`, {
      tool: "Write",
      args: { file_path: `/ws/${at}.txt`, content: ARGUMENT },
      text: "written",
    });
  }
  const journal = tape.events.map((event) => `${JSON.stringify(event)}\n`).join("");
  store.journals.set(SESSION, journal);
  store.modified.set(SESSION, 1);

  it("is in the list, opens with its last rows, and gives those before them when they are asked for (reports 56 and 88)", async () => {
    expect(journal.length).toBeGreaterThan(60_000_000);
    const rig = await controllerRig({ store });
    await rig.want({ kind: "list-sessions", query: "" });
    expect(
      rig
        .of("sessions")
        .at(-1)
        ?.sessions.map(({ id }) => id),
    ).toEqual([SESSION]);
    await rig.want({ kind: "open-session", id: SESSION });
    const opened = rig.of("opened").at(-1);
    const ids = (entries: readonly { readonly id: string }[] = []): readonly string[] => entries.map(({ id }) => id);
    expect(ids(opened?.view.entries)).toEqual(
      Array.from({ length: PANEL_ENTRIES }, (_, at) => `call-${CALLS - PANEL_ENTRIES + at}`),
    );
    expect(opened?.older).toBe(CALLS - PANEL_ENTRIES);
    await rig.want({ kind: "more-entries" });
    const before = rig.of("older").at(-1);
    expect(ids(before?.entries).at(-1)).toBe(`call-${CALLS - PANEL_ENTRIES - 1}`);
    expect(before?.older).toBe(CALLS - 2 * PANEL_ENTRIES);
    // Whatever a session holds, no message to a panel is as long as it.
    for (const message of rig.told) expect(JSON.stringify(message).length).toBeLessThan(journal.length / 10);
    await rig.controller.dispose();
  }, 60_000);
});
