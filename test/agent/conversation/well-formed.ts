import { expect } from "vitest";
import type { ModelMessage, ModelRequest } from "../../../src/ports/model.ts";
import { CALL_ID, TOOL_NAME } from "../../../src/ports/model.ts";

/** Fails unless every provider would take the round: each call answered once, right after its message; nothing empty. */
export function expectWellFormed({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): void {
  const ids = new Set<string>();
  const conversation = messages.filter(({ role }) => role !== "system");
  expect(messages.slice(0, messages.length - conversation.length).every(({ role }) => role === "system")).toBe(true);
  expect(conversation[0]?.role).toBe("user");
  expect(["user", "tool"]).toContain(conversation.at(-1)?.role);
  for (const [at, message] of conversation.entries()) {
    expectContent(message);
    if (message.role !== "assistant") continue;
    const asked = message.parts.flatMap((part) => (part.part === "call" ? [part.id] : []));
    const answers = conversation.slice(at + 1, at + 1 + asked.length);
    expect(answers.map((answer) => (answer.role === "tool" ? answer.id : answer.role)).toSorted()).toEqual(
      asked.toSorted(),
    );
    for (const id of asked) {
      expect(id).toMatch(CALL_ID);
      expect(ids.has(id)).toBe(false);
      ids.add(id);
    }
  }
  expect(conversation.filter(({ role }) => role === "tool")).toHaveLength(ids.size);
  for (const { name } of tools) expect(name).toMatch(TOOL_NAME);
}

function expectContent(message: ModelMessage): void {
  if (message.role === "system") return;
  const said = message.parts.filter(({ part }) => part !== "thinking");
  expect(said.length).toBeGreaterThan(0);
  for (const part of said) if (part.part === "text") expect(part.text).not.toBe("");
}

/** The texts of a round's messages, one line each: who said it, and what; calls by their names. */
export function outline({ messages }: Pick<ModelRequest, "messages">): readonly string[] {
  return messages.flatMap((message) => {
    if (message.role === "system") return [];
    const parts = message.parts.map((part) => {
      if (part.part === "call") return `${part.name}(${part.argumentsText})`;
      return part.part === "media" ? `[${part.kind}]` : part.text;
    });
    const text = parts.join(" ");
    return text.includes("Tool listing") ? ["user: [tools]"] : [`${message.role}: ${text}`];
  });
}
