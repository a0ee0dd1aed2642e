import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import { createScriptedApproval } from "../../src/hosts/memory/approval.ts";
import type { Answer } from "../../src/hosts/memory/approval.ts";
import { recordApproval } from "../../src/pipeline/recorded-approval.ts";
import type { EventFact } from "../../src/protocol/events.ts";

const REQUEST = {
  callId: "e/1",
  tool: "Bash",
  subject: `echo ${"x".repeat(10_000)}`,
  access: "run",
  reason: "no rule allows it",
  suggestedRule: "Bash(echo *)",
  details: "{}",
} as const;

function recorded(answer: Answer | undefined) {
  const facts: EventFact[] = [];
  const approval = recordApproval(createScriptedApproval(answer), (fact) => {
    facts.push(fact);
    return Promise.resolve(undefined);
  });
  return { approval, facts };
}

describe("a question to a person", () => {
  it("is told before and after, bounded", async () => {
    const { approval, facts } = recorded(() => ({ answer: "allow", scope: "session", rule: "Bash(echo *)" }));
    await approval.ask(REQUEST, NEVER);
    expect(facts).toEqual([
      expect.objectContaining({ kind: "permission-asked", id: "e/1", tool: "Bash", suggestedRule: "Bash(echo *)" }),
      { kind: "permission-answered", id: "e/1", answer: "allow", scope: "session", rule: "Bash(echo *)" },
    ]);
    expect(JSON.stringify(facts).length).toBeLessThan(3_000);
  });

  it("keeps the person's words when the answer is no", async () => {
    const { approval, facts } = recorded(() => ({ answer: "deny", scope: "once", feedback: "use the make target" }));
    await approval.ask(REQUEST, NEVER);
    expect(facts[1]).toMatchObject({ answer: "deny", feedback: "use the make target" });
  });

  it("that can no longer be answered is withdrawn", async () => {
    const { token, cancel } = createCancelSource();
    const { approval, facts } = recorded(() => new Promise(() => undefined));
    const asked = approval.ask(REQUEST, token);
    cancel("the panel is gone");
    expect(await asked).toEqual({ answer: "withdrawn" });
    expect(facts[1]).toEqual({ kind: "permission-withdrawn", id: "e/1" });
  });

  it("cannot be put where nobody is", () => {
    expect(recorded(undefined).approval.available).toBe(false);
  });
});
