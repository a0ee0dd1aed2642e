import type { PanelSettings, RowDisplay } from "../../src/protocol/panel-state.ts";
import type { SessionMemory } from "../memory.ts";
import { NOTHING_OPEN, withSession } from "../memory.ts";
import type { PanelContext } from "../panel-element.ts";

/** How rows of a tool begin, by the person's settings. */
export function displayOf(settings: PanelSettings, tool: string): RowDisplay {
  const own = Object.hasOwn(settings.display, tool) ? settings.display[tool] : undefined;
  return own ?? settings.display["*"] ?? "collapsed";
}

/** What is open: what a person said of this row, else of all rows, else how it begins. */
export function isOpen(memory: SessionMemory, key: string, begins: boolean): boolean {
  const own = Object.hasOwn(memory.open, key) ? memory.open[key] : undefined;
  return own ?? memory.all ?? begins;
}

/** With a row opened or closed; it becomes the one that was touched last. */
export function withOpen(memory: SessionMemory, key: string, open: boolean): SessionMemory {
  const { [key]: _before, ...others } = memory.open;
  return { ...memory, open: { ...others, [key]: open } };
}

/** With all rows opened or closed; what was said of single ones is forgotten. */
export function withAll(memory: SessionMemory, open: boolean): SessionMemory {
  return { ...memory, open: {}, all: open };
}

/** What is remembered of the session that is shown. */
export function memoryOf({ host, store }: PanelContext): SessionMemory {
  const { sessions } = host.memory();
  const id = store.data().view.session ?? "";
  return Object.hasOwn(sessions, id) ? (sessions[id] as SessionMemory) : NOTHING_OPEN;
}

/** Changes what is remembered of the session that is shown; `silent` changes are nothing to draw. */
export function remember(
  context: PanelContext,
  change: (memory: SessionMemory) => SessionMemory,
  how?: "silent",
): void {
  const id = context.store.data().view.session ?? "";
  const next = change(memoryOf(context));
  context.host.remember((memory) => withSession(memory, id, next));
  if (how !== "silent") context.store.change((data) => ({ ...data, remembered: data.remembered + 1 }));
}

/** Opens or closes all rows of the session that is shown. */
export function openAll(context: PanelContext, open: boolean): void {
  remember(context, (memory) => withAll(memory, open));
}
