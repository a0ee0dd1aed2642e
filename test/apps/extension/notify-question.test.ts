import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { Choice } from "../../../src/apps/extension/editor.ts";
import { notifyQuestion } from "../../../src/apps/extension/notify-question.ts";
import { createQuestionQueue } from "../../../src/apps/extension/question-queue.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import type { ApprovalRequest } from "../../../src/ports/approval.ts";

const REQUEST: ApprovalRequest = {
  callId: "ptc-1/1",
  tool: "Bash",
  subject: "make all",
  access: "run",
  reason: "the mode asks",
  details: "{}",
};

/** What can be chosen in the notification of a question. */
function choicesFor(change: Partial<ApprovalRequest>): readonly string[] {
  const questions = createQuestionQueue({ words: plainWords, trusted: () => true, changed: () => undefined });
  void questions.approval.ask({ ...REQUEST, ...change }, createCancelSource().token);
  const told: Choice[] = [];
  const notify = (_level: string, _text: string, choices: readonly Choice[] = []) => void told.push(...choices);
  notifyQuestion({ editor: { notify }, questions, words: plainWords });
  return told.map(({ label }) => label);
}

describe("the notification of a question", () => {
  it.each<readonly [string, Partial<ApprovalRequest>]>([
    ["a short command", {}],
    ["a file that would be read", { tool: "Read", access: "read", subject: "/etc/hosts" }],
    ["words of any language", { subject: "echo „Grüße“ 東京" }],
  ])("allows %s once (report 116)", (_what, change) => {
    expect(choicesFor(change)).toEqual(["Allow Once", "Deny"]);
  });

  it.each<readonly [string, Partial<ApprovalRequest>]>([
    ["a command that is cut", { subject: "x".repeat(201) }],
    ["a command of several lines", { subject: "ls\nrm -rf src" }],
    ["characters that nobody sees", { subject: "ls \u202egpj" }],
    ["something that would become a link", { subject: "echo [x](https://example.org/)" }],
    ["an edit, whose difference is on the card", { tool: "Edit", access: "write", subject: "a.ts", diff: "--- a" }],
    ["a write", { tool: "Write", access: "write", subject: "a.ts" }],
    ["a tool of somebody else, whose arguments are on the card", { tool: "mcp/x", access: "other", subject: "x" }],
  ])("leaves %s to the card (report 116)", (_what, change) => {
    expect(choicesFor(change)).toEqual(["Deny"]);
  });
});
