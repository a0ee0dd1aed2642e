import { describe, expect, it } from "vitest";
import type { AnswerIntent, QuestionQueue } from "../../../src/apps/extension/question-queue.ts";
import { createQuestionQueue } from "../../../src/apps/extension/question-queue.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import type { CancelSource } from "../../../src/base/cancel.ts";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../src/ports/approval.ts";

const REQUEST: ApprovalRequest = {
  callId: "ptc-1/1",
  tool: "Bash",
  subject: "make",
  access: "run",
  reason: "the mode asks",
  suggestedRule: "Bash(make *)",
  details: "{}",
  editable: { name: "command", text: "make" },
};

const ALLOW: AnswerIntent = { kind: "answer-permission", id: REQUEST.callId, answer: "allow", scope: "once" };

interface Asking {
  readonly queue: QuestionQueue;
  readonly answers: Map<string, ApprovalAnswer>;
  readonly cancels: Map<string, CancelSource>;
}

/** A queue in which these questions wait. */
async function asking(requests: readonly Partial<ApprovalRequest>[], trusted = true): Promise<Asking> {
  const queue = createQuestionQueue({ words: plainWords, trusted: () => trusted, changed: () => undefined });
  const answers = new Map<string, ApprovalAnswer>();
  const cancels = new Map<string, CancelSource>();
  for (const request of requests) {
    const whole = { ...REQUEST, ...request };
    const cancel = createCancelSource();
    cancels.set(whole.callId, cancel);
    void queue.approval.ask(whole, cancel.token).then((answer) => answers.set(whole.callId, answer));
  }
  await Promise.resolve();
  return { queue, answers, cancels };
}

describe("a question's scopes", () => {
  it.each([
    ["of a script's call in a trusted workspace", {}, true, ["once", "script", "session", "workspace", "user"]],
    ["of a call outside of scripts", { callId: "call-1" }, true, ["once", "session", "workspace", "user"]],
    ["in a workspace that is not trusted", {}, false, ["once", "script", "session", "user"]],
  ])("%s are those that can hold", async (_what, request, trusted, scopes) => {
    const { queue } = await asking([request], trusted);
    expect(queue.questions()[0]?.scopes).toEqual(scopes);
  });

  it("are once alone where no rule fits", () => {
    const { suggestedRule: _rule, ...bare } = REQUEST;
    const queue = createQuestionQueue({ words: plainWords, trusted: () => true, changed: () => undefined });
    void queue.approval.ask(bare, createCancelSource().token);
    expect(queue.questions()[0]?.scopes).toEqual(["once"]);
  });
});

describe("an answer", () => {
  it.each<readonly [string, Partial<AnswerIntent>, ApprovalAnswer]>([
    ["allows once", {}, { answer: "allow", scope: "once" }],
    [
      "keeps a rule",
      { scope: "session", rule: "Bash(make all)" },
      { answer: "allow", scope: "session", rule: "Bash(make all)" },
    ],
    ["keeps no rule for once", { rule: "Bash(make all)" }, { answer: "allow", scope: "once" }],
    [
      "changes the argument",
      { edited: { name: "command", text: "make -n" } },
      { answer: "allow", scope: "once", edited: { name: "command", text: "make -n" } },
    ],
    [
      "changes nothing with the same text",
      { edited: { name: "command", text: "make" } },
      { answer: "allow", scope: "once" },
    ],
    ["denies with a reason", { answer: "deny", feedback: " no " }, { answer: "deny", scope: "once", feedback: "no" }],
    ["denies for the session at most", { answer: "deny", scope: "user" }, { answer: "deny", scope: "session" }],
    ["denies a script's call once", { answer: "deny", scope: "script" }, { answer: "deny", scope: "once" }],
  ])("%s", async (_what, intent, answer) => {
    const { queue, answers } = await asking([{}]);
    expect(queue.answer({ ...ALLOW, ...intent })).toBeUndefined();
    await Promise.resolve();
    expect(answers.get(REQUEST.callId)).toEqual(answer);
    expect(queue.questions()).toEqual([]);
  });

  it.each<readonly [string, Partial<AnswerIntent>, boolean]>([
    ["for a scope that is not offered", { scope: "workspace" }, false],
    ["with a rule that cannot be read", { scope: "session", rule: "Bash(" }, true],
    ["with another argument than the one that may be changed", { edited: { name: "cwd", text: "/" } }, true],
    ["to a question that does not wait", { id: "ptc-9/9" }, true],
  ])("%s is refused with the reason, and the question goes on waiting", async (_what, intent, trusted) => {
    const { queue, answers } = await asking([{}], trusted);
    expect(queue.answer({ ...ALLOW, ...intent })).toBeTruthy();
    await Promise.resolve();
    expect(answers.size).toBe(0);
    expect(queue.questions()).toHaveLength(1);
  });

  it("for the rest names the others of its group, and no others", async () => {
    const { queue, answers } = await asking([
      { group: "g" },
      { callId: "ptc-1/2", group: "g" },
      { callId: "ptc-1/3", group: "other" },
    ]);
    queue.answer({ ...ALLOW, rest: true });
    await Promise.resolve();
    expect(answers.get(REQUEST.callId)).toEqual({ answer: "allow", scope: "once", rest: ["ptc-1/2"] });
  });
});

describe("a question", () => {
  it("is withdrawn when its call is cancelled, and when nobody will answer any more", async () => {
    const { queue, answers, cancels } = await asking([{}, { callId: "ptc-1/2" }, { callId: "ptc-1/3" }]);
    cancels.get("ptc-1/2")?.cancel("stop");
    expect(queue.questions().map(({ id }) => id)).toEqual(["ptc-1/1", "ptc-1/3"]);
    queue.withdraw();
    await Promise.resolve();
    expect([...answers.values()]).toEqual(Array.from({ length: 3 }, () => ({ answer: "withdrawn" })));
    expect(queue.questions()).toEqual([]);
  });
});
