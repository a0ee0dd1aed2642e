import { describe, expect, it } from "vitest";
import type { PanelQuestion } from "../../../src/protocol/panel-state.ts";
import { INTENT } from "../../../src/protocol/intents.ts";
import { allowAndKeep, allowOnce, canKeep, deny, editedOf, ruleOf, scopeOf } from "../../../webview/cards/answers.ts";
import type { Draft, Scope } from "../../../webview/cards/drafts.ts";
import { QUESTION } from "../sample-session.ts";

const COMMAND: PanelQuestion = {
  ...QUESTION,
  id: "b-1",
  tool: "Bash",
  access: "run",
  editable: { name: "command", text: "npm run build" },
};
const { suggestedRule: _rule, ...UNRULED } = { ...QUESTION, scopes: ["once"] as const };

describe("an answer", () => {
  it.each<[string, ReturnType<typeof allowOnce>, object]>([
    ["once", allowOnce(QUESTION, {}, false), { answer: "allow", scope: "once" }],
    [
      "once, with a rule that was changed but is not kept",
      allowOnce(QUESTION, { rule: "Edit" }, false),
      { scope: "once" },
    ],
    ["with its rule", allowAndKeep(QUESTION, {}, false), { scope: "session", rule: "Edit(docs/**)" }],
    [
      "with another rule elsewhere",
      allowAndKeep(QUESTION, { rule: " Edit(docs/todo.md) ", scope: "user" }, false),
      { scope: "user", rule: "Edit(docs/todo.md)" },
    ],
    ["for the rest", allowOnce(QUESTION, {}, true), { scope: "once", rest: true }],
    [
      "with another command",
      allowOnce(COMMAND, { edited: "npm test" }, false),
      { scope: "once", edited: { name: "command", text: "npm test" } },
    ],
    ["with the command as it was", allowOnce(COMMAND, { edited: "npm run build" }, false), { scope: "once" }],
    ["that denies", deny(QUESTION, {}, false), { answer: "deny", scope: "once" }],
    [
      "that denies with a reason",
      deny(COMMAND, { feedback: " only dist ", edited: "rm" }, true),
      { answer: "deny", scope: "once", feedback: "only dist", rest: true },
    ],
    ["that denies with blanks", deny(QUESTION, { feedback: "  " }, false), { answer: "deny", scope: "once" }],
  ])("%s", (_title, given, expected) => {
    const { id } = given;
    expect(given).toEqual({ kind: "answer-permission", id, answer: "allow", ...expected });
    expect(INTENT.parse(given)).toEqual(given);
  });

  it.each<[readonly Scope[], Draft, Scope]>([
    [["once", "script", "session", "workspace", "user"], {}, "session"],
    [["once", "script"], {}, "script"],
    [["once"], {}, "once"],
    [["once", "session", "user"], { scope: "user" }, "user"],
    // A workspace that is no longer trusted keeps no rules.
    [["once", "session", "user"], { scope: "workspace" }, "session"],
    [["once", "session"], { scope: "once" }, "once"],
  ])("of %o with %o keeps a rule for %s", (scopes, draft, expected) => {
    expect(scopeOf({ ...QUESTION, scopes }, draft)).toBe(expected);
  });

  it("keeps a rule only where there is one and a place for it", () => {
    expect(canKeep(QUESTION, {})).toBe(true);
    expect(canKeep(QUESTION, { rule: " " })).toBe(false);
    expect(canKeep(QUESTION, { scope: "once" })).toBe(false);
    expect(canKeep(UNRULED, {})).toBe(false);
    expect(ruleOf(UNRULED, { rule: "Edit" })).toBeUndefined();
  });

  it("tells whether a text was changed", () => {
    expect(editedOf(COMMAND, {})).toEqual({ text: "npm run build", changed: false });
    expect(editedOf(COMMAND, { edited: "" })).toEqual({ text: "", changed: true });
  });
});
