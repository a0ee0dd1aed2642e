import { describe, expect, it } from "vitest";
import { preflight, read } from "../../src/dialect/index.ts";
import { MODE } from "../../src/protocol/session-events.ts";
import { STRINGS } from "../../webview/strings.ts";

const ROSTER = { names: new Set(["Grep", "Glob", "Read"]), standalone: new Set<string>() };

describe("what an empty panel says", () => {
  it.each(STRINGS.welcome.examples)("is an example that may run as it stands: $title", ({ script }) => {
    expect(script.startsWith("(")).toBe(true);
    expect(preflight(read(script), ROSTER)).toMatchObject({ ok: true });
  });

  it("has a word for every mode", () => {
    expect(Object.keys(STRINGS.composer.modes).sort()).toEqual([...MODE.options].sort());
  });
});
