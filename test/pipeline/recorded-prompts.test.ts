import { describe, expect, it } from "vitest";
import { recordPrompts } from "../../src/pipeline/recorded-prompts.ts";
import type { EventFact } from "../../src/protocol/events.ts";

const REQUEST = {
  callId: "e/1",
  tool: "Bash",
  subject: `echo ${"x".repeat(10_000)}`,
  access: "run",
  reason: "no rule allows it",
  suggestedRule: "Bash(echo *)",
  details: "{}",
  group: "e#1",
  editable: { name: "command", text: "echo secret" },
} as const;

function recorded() {
  const facts: EventFact[] = [];
  const told = recordPrompts((fact) => {
    facts.push(fact);
    return Promise.resolve(undefined);
  });
  return { told, facts };
}

describe("a question to a person", () => {
  it("is told before and after, bounded, with its group and the name of what may be changed", () => {
    const { told, facts } = recorded();
    told.asked(REQUEST);
    told.answered(REQUEST, { answer: "allow", scope: "session", rule: "Bash(echo *)" });
    expect(facts).toEqual([
      expect.objectContaining({
        kind: "permission-asked",
        id: "e/1",
        tool: "Bash",
        suggestedRule: "Bash(echo *)",
        group: "e#1",
        editable: "command",
      }),
      { kind: "permission-answered", id: "e/1", answer: "allow", scope: "session", rule: "Bash(echo *)" },
    ]);
    expect(JSON.stringify(facts).length).toBeLessThan(3_000);
  });

  it("keeps the person's words when the answer is no", () => {
    const { told, facts } = recorded();
    told.answered(REQUEST, { answer: "deny", scope: "once", feedback: "use the make target" });
    expect(facts[0]).toMatchObject({ answer: "deny", feedback: "use the make target" });
  });

  it("says that the call was changed, and whose answer was for it as well", () => {
    const { told, facts } = recorded();
    told.answered(REQUEST, { answer: "allow", scope: "once", edited: { name: "command", text: "ls" } });
    told.answered(REQUEST, { answer: "allow", scope: "once" }, "e/2");
    expect(facts).toEqual([
      { kind: "permission-answered", id: "e/1", answer: "allow", scope: "once", edited: true },
      { kind: "permission-answered", id: "e/1", answer: "allow", scope: "once", along: "e/2" },
    ]);
  });

  it("that can no longer be answered is withdrawn, and so is one that rules decide by now", () => {
    const { told, facts } = recorded();
    told.answered(REQUEST, { answer: "withdrawn" });
    told.decided(REQUEST);
    expect(facts).toEqual([
      { kind: "permission-withdrawn", id: "e/1" },
      { kind: "permission-withdrawn", id: "e/1", by: "rules" },
    ]);
  });
});
