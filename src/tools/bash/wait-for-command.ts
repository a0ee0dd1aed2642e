import { createCancelSource } from "../../base/cancel.ts";
import type { ProcessEnd, RunningProcess } from "../../ports/processes.ts";
import type { ToolContext } from "../../pipeline/tool.ts";

/** How often a running command shows what it wrote, in ms. */
const PROGRESS_MS = 500;
/** Longest text of a progress report, in characters. */
const MAX_PROGRESS = 200;

/** Waits, at most so long that progress is shown again; answers the end if it has come. */
async function endOrPause(process: RunningProcess, ms: number, context: ToolContext): Promise<ProcessEnd | undefined> {
  const pause = createCancelSource();
  const end = await Promise.race([process.done, context.host.clock.sleep(ms, pause.token)]);
  pause.cancel("the wait is over");
  return end ?? undefined;
}

function lastLine(process: RunningProcess): string {
  const { head, tail } = process.output();
  const text = (tail === "" ? head : tail).trimEnd();
  return text.slice(text.lastIndexOf("\n") + 1).slice(-MAX_PROGRESS);
}

/** Waits for a command and shows its last line meanwhile; undefined when it still runs after `waitMs`. */
export async function waitForCommand(
  process: RunningProcess,
  waitMs: number,
  context: ToolContext,
): Promise<ProcessEnd | undefined> {
  const { clock } = context.host;
  const started = clock.elapsed();
  let shown = "";
  for (;;) {
    const left = waitMs - (clock.elapsed() - started);
    if (left <= 0) return undefined;
    const end = await endOrPause(process, Math.min(left, PROGRESS_MS), context);
    if (end !== undefined) return end;
    const line = lastLine(process);
    if (line !== shown) context.progress(line);
    shown = line;
  }
}
