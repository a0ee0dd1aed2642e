import { describe, expect, it } from "vitest";
import type { PanelQuestion } from "../../../src/protocol/panel-state.ts";
import { ANSWER_AGAIN_MS, createDrafts, MAX_DRAFTS } from "../../../webview/cards/drafts.ts";
import { QUESTION } from "../sample-session.ts";

const COMMAND: PanelQuestion = { ...QUESTION, id: "b", editable: { name: "command", text: "make" } };

function made() {
  const clock = { now: 1_000, session: "s-1" };
  return {
    clock,
    drafts: createDrafts(
      () => clock.now,
      () => clock.session,
    ),
  };
}

describe("what was written at a question", () => {
  it("is kept, each part by itself", () => {
    const { drafts } = made();
    drafts.change(COMMAND, { edited: "make test" });
    drafts.change(COMMAND, { rule: "Bash(make *)" });
    expect(drafts.of(COMMAND)).toEqual({ edited: "make test", rule: "Bash(make *)" });
    expect(drafts.of(QUESTION)).toEqual({});
  });

  it("is not taken for another call that has the same id", () => {
    const { drafts, clock } = made();
    drafts.change(COMMAND, { edited: "make test" });
    clock.session = "s-2";
    expect(drafts.of(COMMAND)).toEqual({});
    clock.session = "s-1";
    expect(drafts.of({ ...COMMAND, editable: { name: "command", text: "rm -rf out" } })).toEqual({});
  });

  it("is still there when the question comes again because it was not taken", () => {
    const { drafts } = made();
    drafts.change(COMMAND, { edited: "make test" });
    const again = { ...COMMAND, editable: { name: "command", text: "make all" }, problem: "A hook said no." };
    expect(drafts.of(again)).toEqual({ edited: "make test" });
  });

  it("is bounded: what was touched longest ago goes first", () => {
    const { drafts } = made();
    for (let at = 0; at <= MAX_DRAFTS; at++) drafts.change({ ...QUESTION, id: `q-${at}` }, { rule: "x" });
    expect(drafts.of({ ...QUESTION, id: "q-0" })).toEqual({});
    expect(drafts.of({ ...QUESTION, id: "q-1" })).toEqual({ rule: "x" });
  });
});

describe("a card", () => {
  it("knows since when it is there, whatever is chosen on it later", () => {
    const { drafts, clock } = made();
    expect(drafts.card("k").since).toBe(1_000);
    clock.now = 2_000;
    drafts.changeCard("k", { rest: true });
    expect(drafts.card("k")).toEqual({ since: 1_000, rest: true });
  });

  it("takes one answer, not a second one in the same moment", () => {
    const { drafts, clock } = made();
    expect(drafts.answer(QUESTION)).toBe(true);
    clock.now += ANSWER_AGAIN_MS - 1;
    expect(drafts.answer(QUESTION)).toBe(false);
    expect(drafts.answer(COMMAND)).toBe(true);
    clock.now += 1;
    expect(drafts.answer(QUESTION)).toBe(true);
  });
});
