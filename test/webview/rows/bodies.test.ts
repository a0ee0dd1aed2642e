import { describe, expect, it } from "vitest";
import { PANEL_TEXT_CHARS } from "../../../src/protocol/panel-state.ts";
import type { ArtifactText } from "../../../webview/host.ts";
import { createBodies, KEPT_CHARS, OPEN_CHARS, PAGE_LINES } from "../../../webview/rows/bodies.ts";

function library(texts: Readonly<Record<string, string>>) {
  const asked: (readonly [string, number, number])[] = [];
  const showArtifact = (address: string, start: number, end: number): Promise<ArtifactText> => {
    asked.push([address, start, end]);
    const text = texts[address];
    const told = { text: (text ?? "").slice(start, end), start, total: (text ?? "").length };
    return Promise.resolve(text === undefined ? { ...told, problem: "gone" } : told);
  };
  return { asked, showArtifact };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("the body of a row", () => {
  it("gets its first lines when it is opened, once", async () => {
    const { asked, showArtifact } = library({ a: "x".repeat(50_000) });
    let changes = 0;
    const bodies = createBodies({ showArtifact }, () => changes++);
    bodies.begin("row", "a");
    bodies.begin("row", "a");
    expect(bodies.state("row").loading).toBe(true);
    await settle();
    bodies.begin("row", "a");
    expect(asked).toEqual([["a", 0, OPEN_CHARS]]);
    expect(bodies.state("row").page).toMatchObject({ start: 0, total: 50_000 });
    expect(changes).toBe(1);
  });

  it("is paged through in parts that end where a line does", async () => {
    const text = Array.from({ length: 60_000 }, (_, at) => `line ${at} ${"x".repeat(60)}`).join("\n");
    const { showArtifact } = library({ a: text });
    const bodies = createBodies({ showArtifact }, () => undefined);
    let read = "";
    for (let start = 0; start < text.length;) {
      bodies.show("row", "a", start);
      await settle();
      const { page } = bodies.state("row");
      expect(page!.text.length).toBeLessThanOrEqual(PANEL_TEXT_CHARS);
      expect(page!.text.endsWith("\n") || start + page!.text.length === text.length).toBe(true);
      read += page!.text;
      start += page!.text.length;
    }
    expect(read === text).toBe(true);
  });

  it("has no page with more lines than can be drawn", async () => {
    const { showArtifact } = library({ a: "\n".repeat(100_000) });
    const bodies = createBodies({ showArtifact }, () => undefined);
    bodies.show("row", "a", 0);
    await settle();
    expect(bodies.state("row").page!.text).toHaveLength(PAGE_LINES);
  });

  it("is one line where an output has only one", async () => {
    const { showArtifact } = library({ a: "x".repeat(3 * PANEL_TEXT_CHARS) });
    const bodies = createBodies({ showArtifact }, () => undefined);
    bodies.show("row", "a", 0);
    await settle();
    expect(bodies.state("row").page!.text).toHaveLength(PANEL_TEXT_CHARS);
  });

  it("tells why it is not there", async () => {
    const { showArtifact } = library({});
    const bodies = createBodies({ showArtifact }, () => undefined);
    bodies.begin("row", "a");
    await settle();
    expect(bodies.state("row")).toMatchObject({ loading: false, problem: "gone" });
  });

  it("shows all, the first lines again, and single lines whole", () => {
    const { showArtifact, asked } = library({});
    const bodies = createBodies({ showArtifact }, () => undefined);
    bodies.show("row", undefined, 0);
    expect(bodies.state("row").whole).toBe(true);
    bodies.wholeLine("row", 3);
    expect([...bodies.state("row").wholeLines]).toEqual([3]);
    bodies.less("row");
    expect(bodies.state("row").whole).toBe(false);
    expect(asked).toEqual([]);
  });

  it("is forgotten when others have taken its room, the one shown longest ago first", async () => {
    const long = "x".repeat(PANEL_TEXT_CHARS);
    const { showArtifact } = library({ a: long });
    const bodies = createBodies({ showArtifact }, () => undefined);
    const count = KEPT_CHARS / PANEL_TEXT_CHARS + 2;
    for (let at = 0; at < count; at++) {
      bodies.show(`row${at}`, "a", 0);
      await settle();
    }
    const kept = Array.from({ length: count }, (_, at) => bodies.state(`row${at}`).page !== undefined);
    expect(kept.filter(Boolean)).toHaveLength(KEPT_CHARS / PANEL_TEXT_CHARS);
    expect(kept.slice(0, 2)).toEqual([false, false]);
  });
});
