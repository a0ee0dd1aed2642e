import { describe, expect, it } from "vitest";
import type { PanelMessage } from "../../src/protocol/panel-state.ts";
import { MESSAGE_KINDS } from "../../webview/message-kinds.ts";
import type { PanelData } from "../../webview/store.ts";
import { applyMessage, compose, createStore, dismissNotice, EMPTY_PANEL, MAX_NOTICES } from "../../webview/store.ts";
import { openedOf, QUESTION, sampleTape } from "./sample-session.ts";
import { createTape } from "./tape.ts";

function told(...messages: readonly PanelMessage[]): PanelData {
  return messages.reduce(applyMessage, EMPTY_PANEL);
}

describe("what the panel shows", () => {
  it("is everything that it is told when it is opened", () => {
    const opened = openedOf(sampleTape(), { questions: [QUESTION], older: 12 });
    const data = told(opened);
    expect(data).toMatchObject({ opened: true, older: 12, title: opened.title, questions: [QUESTION], openings: 1 });
    expect(data.view).toBe(opened.view);
    expect(data.currentSession).toBe("s-1");
  });

  it("comes to the same from events, however they are cut into messages, as from the whole view", () => {
    const tape = sampleTape();
    for (const size of [1, 7, 1_000]) {
      const messages: PanelMessage[] = [];
      for (let at = 0; at < tape.events.length; at += size) {
        messages.push({ kind: "events", events: tape.events.slice(at, at + size) });
      }
      expect(told(...messages).view).toEqual(tape.view());
    }
  });

  it("takes an event once, also when it was in the view already", () => {
    const tape = sampleTape();
    const data = told(openedOf(tape), { kind: "events", events: tape.events.slice(-30) });
    expect(data.view).toEqual(tape.view());
  });

  it("puts older entries before those that are there, each once", () => {
    const tape = createTape();
    for (const id of ["a", "b", "c", "d"]) tape.call(id, { tool: "Read" });
    const view = tape.view();
    const [a, b, c, d] = view.entries;
    const opened = openedOf(tape, { view: { ...view, entries: [c!, d!] }, older: 2 });
    const data = told(opened, { kind: "older", entries: [a!, b!, c!], older: 0 });
    expect(data.view.entries.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(data.older).toBe(0);
  });

  it("keeps notices and what is being composed when everything is told anew", () => {
    const notice = { kind: "notice", level: "warning", text: "no model", example: "(list)" } as const;
    const data = told(openedOf(createTape()), notice, { kind: "compose", text: "(list)", how: "replace" });
    const again = applyMessage(data, openedOf(createTape()));
    expect(again.notices).toEqual([{ id: 1, level: "warning", text: "no model", example: "(list)" }]);
    expect(again.composed).toEqual({ id: 1, text: "(list)", how: "replace" });
    expect(again.openings).toBe(2);
  });

  it("holds a bounded number of notices, of which each can be dismissed", () => {
    const notices = Array.from({ length: MAX_NOTICES + 3 }, (_, at) => ({
      kind: "notice" as const,
      level: "info" as const,
      text: String(at),
    }));
    const data = told(...notices);
    expect(data.notices.map(({ text }) => text)).toEqual(["3", "4", "5", "6", "7"]);
    const id = data.notices[1]!.id;
    expect(dismissNotice(data, id).notices.map(({ text }) => text)).toEqual(["3", "5", "6", "7"]);
    expect(new Set(data.notices.map((notice) => notice.id)).size).toBe(MAX_NOTICES);
  });

  it("is left alone by answers, which go to whoever asked", () => {
    const data = told(openedOf(createTape()));
    expect(applyMessage(data, { kind: "text", request: 1, text: "x", start: 0, total: 1 })).toBe(data);
    expect(applyMessage(data, { kind: "suggestions", request: 2, items: [] })).toBe(data);
  });

  it.each([
    [{ kind: "title", title: "Named" }, { title: "Named" }],
    [{ kind: "focus" }, { focuses: 1 }],
    [{ kind: "questions", questions: [QUESTION] }, { questions: [QUESTION] }],
    [
      { kind: "sessions", sessions: [], current: "s-2" },
      { sessions: [], currentSession: "s-2" },
    ],
  ] as const)("follows %o", (message, expected) => {
    expect(told(message)).toMatchObject(expected);
  });

  it("gives every text for the composer another number, so that the same text twice is put there twice", () => {
    const once = compose(EMPTY_PANEL, "a", "insert");
    expect(compose(once, "a", "insert").composed?.id).not.toBe(once.composed?.id);
  });
});

describe("the store", () => {
  it("tells every change at once, and nothing when nothing changed or nobody listens any more", () => {
    const store = createStore();
    let tellings = 0;
    const end = store.subscribe(() => tellings++);
    store.change((data) => ({ ...data, title: "a" }));
    store.change((data) => data);
    expect(tellings).toBe(1);
    end();
    store.change((data) => ({ ...data, title: "b" }));
    expect(tellings).toBe(1);
    expect(store.data().title).toBe("b");
  });
});

describe("the kinds of messages", () => {
  it("hold each kind that a sample has, and nothing that an object brings along", () => {
    expect(MESSAGE_KINDS.has("opened")).toBe(true);
    expect(MESSAGE_KINDS.has("constructor")).toBe(false);
  });
});
