import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { CancelToken } from "../../../base/cancel.ts";
import type { SearchEnd } from "../../../ports/search.ts";
import { LONGEST_WAIT_MS } from "../clock.ts";
import { onExit } from "../on-exit.ts";
import { MAX_COMPLAINT_BYTES } from "./limits.ts";

/** One run of ripgrep. */
export interface EngineRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;
type EarlyEnd = "stopped" | "timed-out" | "cancelled";

const ENGINE = "ripgrep";

/**
 * Runs ripgrep and hands over what it writes, chunk by chunk, as fast as `take` takes it. When `take` answers false, time
 * is up or the search is cancelled, the program is killed; the answer comes when it is gone.
 */
export function runEngine(run: EngineRun, take: (chunk: Buffer) => boolean, cancel: CancelToken): Promise<SearchEnd> {
  if (cancel.cancelled) return Promise.resolve({ end: "cancelled", engine: ENGINE });
  let child: Child;
  try {
    child = spawn(run.program, run.args, { cwd: run.cwd, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  } catch (error) {
    return Promise.resolve(failure(undefined, String(error)));
  }
  return new Promise((resolve) => {
    let early: EarlyEnd | undefined;
    let complaint = "";
    const stop = (end: EarlyEnd): void => {
      early ??= end;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => stop("timed-out"), Math.min(run.timeoutMs, LONGEST_WAIT_MS));
    const stopListening = cancel.onCancel(() => stop("cancelled"));
    const forget = onExit(() => child.kill("SIGKILL"));
    const settle = (end: SearchEnd): void => {
      clearTimeout(timer);
      stopListening();
      forget();
      resolve(end);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      if (early === undefined && !take(chunk)) stop("stopped");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, MAX_COMPLAINT_BYTES);
    });
    child.on("error", (error) => settle(failure(undefined, error.message)));
    child.on("close", (code, signal) =>
      settle(early === undefined ? endOf(code, signal, complaint.trim()) : { end: early, engine: ENGINE }),
    );
  });
}

/**
 * How a run ended by itself. Code 1 means that nothing was found. Code 2 without a complaint means that some files could
 * not be read, which is no failure: messages about single files are turned off.
 */
function endOf(code: number | null, signal: string | null, complaint: string): SearchEnd {
  if (code === 0 || code === 1 || (code === 2 && complaint === "")) return { end: "complete", engine: ENGINE };
  return failure(code ?? undefined, complaint === "" ? `it was ended by ${signal ?? "an unknown signal"}` : complaint);
}

function failure(exitCode: number | undefined, message: string): SearchEnd {
  return { end: "failed", engine: ENGINE, exitCode, message };
}
