import { describe, expect, it } from "vitest";
import { createPanels } from "../../../src/apps/extension/panels.ts";
import { createStamp } from "../../../src/protocol/emit.ts";
import type { AgentEvent, EventFact } from "../../../src/protocol/events.ts";
import { fold } from "../../../src/protocol/fold.ts";
import type { PanelMessage } from "../../../src/protocol/panel-state.ts";
import { PANEL_ENTRIES, PANEL_EVENTS } from "../../../src/protocol/panel-state.ts";
import type { View } from "../../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../../src/protocol/view.ts";

/** A source whose time passes when it is told to. */
function rig() {
  let view: View = EMPTY_VIEW;
  const due: (() => void)[] = [];
  const stamp = createStamp(() => 1);
  const panels = createPanels({
    later: (run) => void due.push(run),
    content: () => ({
      view,
      title: "t",
      state: { mode: "ask", trusted: true, roots: [], working: false, queue: [], tools: [] },
      settings: { display: {}, returnedLines: 10, summaryRows: 3, enterSends: true },
      questions: [],
    }),
  });
  const say = (fact: EventFact): AgentEvent => {
    const event = stamp(fact);
    view = fold(view, event);
    panels.event(event);
    return event;
  };
  const attach = () => {
    const told: PanelMessage[] = [];
    return { told, panel: panels.attach((message) => void told.push(message)) };
  };
  return { panels, say, attach, view: () => view, frame: () => due.splice(0).forEach((run) => run()) };
}

const call = (number: number): EventFact => ({
  kind: "call-received",
  id: `call-${number}`,
  tool: "Read",
  source: "user",
});

/** What a panel that was told this shows. */
function shown(told: readonly PanelMessage[]): View | undefined {
  let view: View | undefined;
  for (const message of told) {
    if (message.kind === "opened") ({ view } = message);
    if (message.kind === "events" && view) view = message.events.reduce(fold, view);
    if (message.kind === "older" && view) view = { ...view, entries: [...message.entries, ...view.entries] };
  }
  return view;
}

describe("panels", () => {
  it("are told nothing before they are ready, then everything that there is", () => {
    const { say, attach, frame, view } = rig();
    const { told, panel } = attach();
    say(call(1));
    frame();
    expect(told).toEqual([]);
    panel.ready();
    expect(shown(told)).toEqual(view());
  });

  it("get the events of one frame in one message, each once", () => {
    const { say, attach, frame, view } = rig();
    const { told, panel } = attach();
    say(call(1));
    panel.ready();
    for (let number = 2; number < 50; number++) say(call(number));
    expect(told).toHaveLength(1);
    frame();
    expect(told.map(({ kind }) => kind)).toEqual(["opened", "events"]);
    expect(shown(told)).toEqual(view());
  });

  it("show the same, whenever each of them became ready", () => {
    const { say, attach, frame, view } = rig();
    const [one, other] = [attach(), attach()];
    one.panel.ready();
    say(call(1));
    other.panel.ready();
    say(call(2));
    frame();
    one.panel.hidden();
    say(call(3));
    frame();
    one.panel.ready();
    frame();
    expect(shown(one.told)).toEqual(view());
    expect(shown(other.told)).toEqual(view());
  });

  it("hear of everything else after the events before it", () => {
    const { say, attach, panels } = rig();
    const { told, panel } = attach();
    panel.ready();
    say(call(1));
    panels.tell({ kind: "focus" });
    expect(told.map(({ kind }) => kind)).toEqual(["opened", "events", "focus"]);
  });

  it("are opened anew when more happens in a frame than one message may hold", () => {
    const { say, attach, frame, view } = rig();
    const { told, panel } = attach();
    panel.ready();
    for (let number = 0; number <= PANEL_EVENTS; number++) say({ ...call(1), id: `call-${number % 7}` } as EventFact);
    frame();
    expect(told.map(({ kind }) => kind)).toEqual(["opened", "opened"]);
    expect(shown(told)?.entries).toEqual(view().entries);
  });

  it("get the last entries, and those before them when they ask, until there are none", () => {
    const { say, attach, view } = rig();
    for (let number = 1; number <= 2 * PANEL_ENTRIES + 10; number++) say(call(number));
    const { told, panel } = attach();
    panel.ready();
    expect(shown(told)?.entries).toHaveLength(PANEL_ENTRIES);
    panel.more();
    panel.more();
    panel.more();
    expect(told.flatMap((message) => ("older" in message ? [message.older] : []))).toEqual([
      PANEL_ENTRIES + 10,
      10,
      0,
      0,
    ]);
    expect(shown(told)?.entries).toEqual(view().entries);
  });

  it("are told nothing once they are detached", () => {
    const { panels, attach } = rig();
    const { told, panel } = attach();
    panel.ready();
    panel.detach();
    expect(panels.tell({ kind: "focus" })).toBe(0);
    expect(told).toHaveLength(1);
  });
});
