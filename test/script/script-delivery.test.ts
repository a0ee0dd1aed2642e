import { describe, expect, test } from "vitest";
import { limitsWith, read } from "../../src/dialect/index.ts";
import type { Behaviour } from "./fake-run.ts";
import { fakeRun, fakeStore, SIMPLE_TOOLS } from "./fake-run.ts";

describe("what the model reads besides the value", () => {
  test("is what hooks and repairs said about every call, although the values are discarded", async () => {
    const noted: Behaviour = ({ x }) => ({
      text: "discarded",
      contexts: [{ event: "PostToolUse", text: `about ${x as string}` }],
      ...(x === "b" && { repair: "x was mended" }),
    });
    const result = await fakeRun('(progn (parallel (N :x "a") (N :x "b")) :done)', { N: noted }).result;
    expect(result.text).toBe(":done");
    expect(result.delivery).toBe(
      `:done

<hook-context>
<hook-event name="PostToolUse" call="E/1">about a</hook-event>
<hook-event name="repair" call="E/2">x was mended</hook-event>
<hook-event name="PostToolUse" call="E/2">about b</hook-event>
</hook-context>`,
    );
  });

  test("is bounded", async () => {
    const noted: Behaviour = () => ({ text: "", contexts: [{ event: "PostToolUse", text: "y".repeat(12_000) }] });
    const result = await fakeRun("(progn (N) (N) (N) :done)", { N: noted }).result;
    expect(result.delivery.length).toBeLessThan(21_000);
    expect(result.delivery).toContain("[1 more left out]");
  });

  test("is which processes it leaves running, although the value is dropped (report 15)", async () => {
    const running = ["7"];
    const starts: Behaviour = () => {
      running.push("8");
      return "still running, id 8";
    };
    const result = await fakeRun("(progn (Start) nil)", { Start: starts }, { processes: () => [...running] }).result;
    expect(result.text).toBe("nil");
    expect(result.delivery).toBe(
      "nil\n\nStill running after this script: process 8. Nothing written from now on is in this result.",
    );
  });
});

describe("a hook that asks to end the turn", () => {
  test("ends the script, too", async () => {
    const run = fakeRun('(progn (Hooked) (Echo :x "a"))', {
      ...SIMPLE_TOOLS,
      Hooked: () => ({ text: "ok", stop: "enough" }),
    });
    expect(await run.result).toMatchObject({ outcome: "interrupted", stop: "enough" });
    expect(run.calls).toHaveLength(1);
  });
});

describe("an account of very many calls", () => {
  test("shows the first and the last and counts the rest", async () => {
    const source =
      "(progn (parallel-map (lambda (x) (Echo :x x)) (list 1 2 3 4 5 6 7 8 9 10)) (dotimes (i 90) (Echo :x i)) (Deny))";
    const { text } = await fakeRun(source, SIMPLE_TOOLS).result;
    const lines = text.split("\n").slice(3);
    expect(lines).toHaveLength(51);
    expect(lines[20]).toBe("- ... 51 more calls (51 success)");
    expect(lines.at(-1)).toBe("- E/101 Deny () (denied)");
  });
});

describe("a value over the limit of results", () => {
  test("stays valid data and is given to the model as head, tail and address (report 20)", async () => {
    const texts: string[] = [];
    const paths = Array.from({ length: 1_000 }, (_, at) => `/ws/folder/${at}.ts`).join("\n");
    const run = fakeRun(
      '(let ((paths (split-string (Paths) "\\n" t))) (list paths paths))',
      { Paths: () => paths },
      { store: fakeStore((text) => texts.push(text)) },
    );
    const { text, delivery } = await run.result;
    expect(read(text, limitsWith({ "max-input-bytes": 1_000_000 })).diagnostics).toEqual([]);
    expect(texts.at(-1)).toBe(text);
    expect(delivery).toContain("Full output saved to: artifact://");
    expect(delivery).toMatch(/\[\d+ chars omitted\]/u);
    expect(delivery.length).toBeLessThan(2_500);
  });
});
