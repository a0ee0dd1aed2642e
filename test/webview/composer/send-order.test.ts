import { describe, expect, it } from "vitest";
import { createMessageQueue } from "../../../src/apps/extension/message-queue.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import { INTENT } from "../../../src/protocol/intents.ts";
import { sendNow } from "../../../webview/composer/send-order.ts";

const QUEUE = ["(a)", "(b)", "(c)"].map((text, at) => ({ id: `message-${at + 1}`, text }));

describe("a message that is sent before all others", () => {
  it("stops what runs, and is first; the others wait on in their order", () => {
    const queue = createMessageQueue(QUEUE, () => undefined, plainWords);
    const intents = sendNow(queue.items(), "message-2", true);
    expect(intents[0]).toEqual({ kind: "cancel" });
    for (const intent of intents) {
      expect(INTENT.parse(intent)).toEqual(intent);
      if (intent.kind === "drop-queued") queue.drop(intent.id);
      if (intent.kind === "send") queue.add(intent.text);
    }
    expect(queue.items().map(({ text }) => text)).toEqual(["(b)", "(a)", "(c)"]);
  });

  it("stops nothing where nothing runs, and does nothing once it is gone", () => {
    expect(sendNow(QUEUE, "message-1", false).some(({ kind }) => kind === "cancel")).toBe(false);
    expect(sendNow(QUEUE, "message-9", true)).toEqual([]);
  });
});
