import type { PanelMessage } from "../src/protocol/panel-state.ts";

const KINDS = {
  opened: true,
  events: true,
  older: true,
  questions: true,
  state: true,
  settings: true,
  title: true,
  text: true,
  suggestions: true,
  sessions: true,
  compose: true,
  focus: true,
  notice: true,
} as const satisfies Record<PanelMessage["kind"], true>;

/** The kinds of messages that a panel knows; anything else that arrives at its window is not for it. */
export const MESSAGE_KINDS: ReadonlySet<string> = new Set(Object.keys(KINDS));
