import { setImmediate } from "node:timers/promises";
import type { openWindow } from "./extension-window.ts";

/** Loads what the window needs in several turns of the event loop, so that other extensions are never kept waiting. */
export async function loadWindow(): Promise<typeof openWindow> {
  await import("../../protocol/events.ts");
  await setImmediate();
  await import("../../dialect/preflight.ts");
  await setImmediate();
  await import("../../tools/tools.ts");
  await setImmediate();
  await import("../../agent/session.ts");
  await setImmediate();
  return (await import("./extension-window.ts")).openWindow;
}
