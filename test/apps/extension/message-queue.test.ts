import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageQueue, MAX_QUEUED, MAX_QUEUED_CHARS } from "../../../src/apps/extension/message-queue.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import { RUNS } from "../../support/property.ts";

const step = fc.oneof(
  fc.record({ do: fc.constant("add" as const), text: fc.string({ minLength: 1 }) }),
  fc.record({ do: fc.constant("change" as const), at: fc.nat(5), text: fc.string() }),
  fc.record({ do: fc.constant("drop" as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant("take" as const) }),
);

describe("messages that wait", () => {
  it("are kept as they are after every change, and come back as they were kept", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let kept: unknown = [];
        const queue = createMessageQueue(
          undefined,
          (items) => (kept = JSON.parse(JSON.stringify(items)) as unknown),
          plainWords,
        );
        const ids = new Set<string>();
        for (const each of steps) {
          const id = "at" in each ? (queue.items()[each.at]?.id ?? "none") : "none";
          if (each.do === "add") queue.add(each.text);
          else if (each.do === "change") queue.change(id, each.text);
          else if (each.do === "drop") queue.drop(id);
          else queue.take();
          expect(kept).toEqual(queue.items());
          for (const item of queue.items()) ids.add(item.id);
        }
        const again = createMessageQueue(kept, () => undefined, plainWords);
        expect(again.items()).toEqual(queue.items());
        again.add("one more");
        expect(new Set(again.items().map((item) => item.id)).size).toBe(again.items().length);
      }),
      { numRuns: RUNS },
    );
  });

  it("are taken in the order in which they came", () => {
    const queue = createMessageQueue(undefined, () => undefined, plainWords);
    for (const text of ["a", "b", "c"]) queue.add(text);
    expect([queue.take(), queue.take(), queue.take(), queue.take()].map((item) => item?.text)).toEqual([
      "a",
      "b",
      "c",
      undefined,
    ]);
  });

  it("go when nothing is left of their text", () => {
    const queue = createMessageQueue(undefined, () => undefined, plainWords);
    queue.add("a");
    queue.change(queue.items()[0]?.id ?? "", "  ");
    expect(queue.items()).toEqual([]);
  });

  it("are bounded in number and size, and the refusal names the bound", () => {
    const queue = createMessageQueue(undefined, () => undefined, plainWords);
    expect(queue.add("x".repeat(MAX_QUEUED_CHARS + 1))).toContain(String(MAX_QUEUED_CHARS));
    for (let count = 0; count < MAX_QUEUED; count++) expect(queue.add("x")).toBeUndefined();
    expect(queue.add("x")).toContain(String(MAX_QUEUED));
  });

  it.each([[undefined], ["text"], [{}], [[{ id: 1, text: "a" }, null, { id: "message-1" }]]])(
    "begin empty when what was kept makes no sense: %j",
    (kept) => {
      expect(createMessageQueue(kept, () => undefined, plainWords).items()).toEqual([]);
    },
  );
});
