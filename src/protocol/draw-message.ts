import { oneLine } from "./one-line.ts";
import type { Block, RowStatus } from "./rows.ts";
import type { MessageEntry } from "./view.ts";

const NAMES = { person: "You", model: "Assistant", notice: "Notice", summary: "Summary" } as const;

const STATUSES: Readonly<Record<MessageEntry["state"], RowStatus>> = {
  running: "running",
  completed: "completed",
  stopped: "cancelled",
  failed: "failed",
};

/** The block of something that was said: open from the beginning, but for what only the model needs. */
export function drawMessage({ id, role, text, state, note, artifact }: MessageEntry): Block {
  const name = NAMES[role];
  const detail = oneLine(text);
  const said = note ?? (state === "stopped" ? `${detail} (stopped)` : detail);
  return {
    id,
    name,
    detail,
    header: said === "" ? name : `${name}: ${said}`,
    status: STATUSES[state],
    collapsed: role === "summary",
    format: role === "model" || role === "summary" ? "markdown" : "text",
    body: text,
    ...(artifact !== undefined && { artifact, truncated: true }),
  };
}
