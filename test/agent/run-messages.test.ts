import { describe, expect, it } from "vitest";
import { RunError } from "../../src/agent/run-error.ts";
import type { RunMessage } from "../../src/agent/run-messages.ts";
import { readMessages } from "../../src/agent/run-messages.ts";

const USER: RunMessage = { role: "user", content: "Go." };
const call = (id: string) => ({ id, name: "echo", arguments: { path: "a" } });
const asks = (...ids: string[]): RunMessage => ({ role: "assistant", content: "", tool_calls: ids.map(call) });
const answers = (id: string): RunMessage => ({ role: "tool", tool_call_id: id, content: "hello" });

describe("messages of a run", () => {
  it.each<[string, unknown, string]>([
    ["no list", "Go.", "messages must be a list of messages"],
    ["no messages", [], "messages is empty; a round needs at least one message"],
    [
      "an unknown role",
      [USER, { role: "wizard", content: "" }],
      'messages[2] role "wizard" is unknown; roles are system, user, assistant and tool',
    ],
    ["no object", [USER, USER, "Go."], "messages[3] is no message; a message is an object with a role and a content"],
    ["content that is no string", [{ role: "user", content: ["Go."] }], "messages[1] content must be a string"],
    ["a system message without content", [{ role: "system" }], "messages[1] content must be a string"],
    ["nothing said", [USER, { role: "assistant", content: "" }], "messages[2] has neither content nor tool_calls"],
    [
      "calls that are no list",
      [{ role: "assistant", tool_calls: {} }],
      "messages[1] tool_calls must be a list of calls",
    ],
    [
      "a call without id",
      [{ role: "assistant", tool_calls: [call("a"), {}] }],
      "messages[1] tool_calls[2] id must be the id of a requested call",
    ],
    [
      "an id that the run does not know",
      [USER, { role: "assistant", tool_calls: [{ id: "x" }] }],
      'messages[2] tool_calls[1] id "x" is of no call of this run; such a call needs its name and arguments',
    ],
    [
      "no call's id",
      [USER, { role: "tool", content: "x" }],
      "messages[2] tool_call_id must be the id of the call it answers",
    ],
    [
      "an answer to nothing",
      [USER, answers("a")],
      'messages[2] answers the call "a", which the assistant message before it does not ask for',
    ],
    [
      "an answer too many",
      [USER, asks("a"), answers("a"), answers("a")],
      'messages[4] answers the call "a" a second time',
    ],
    [
      "a call without an answer",
      [USER, asks("a", "b"), answers("a"), USER],
      'messages[2] asks for the call "b", and no tool message answers it before messages[4]',
    ],
    [
      "a call without an answer at the end",
      [asks("a")],
      'messages[1] asks for the call "a", and no tool message answers it',
    ],
    ["a call asked for twice", [asks("a"), answers("a"), asks("a")], 'messages[3] asks for the call "a" a second time'],
  ])("are refused with their number, counted from 1: %s", (_, messages, said) => {
    try {
      readMessages(messages, () => undefined);
    } catch (error) {
      expect(error).toBeInstanceOf(RunError);
      expect(error).toMatchObject({ kind: "invalid", message: said });
      return;
    }
    throw new Error("they were taken");
  });
});
