import type { Pipeline } from "./call.ts";
import type { PipelineContext, SessionNames } from "./context.ts";
import { NO_HOOKS } from "./hooks.ts";
import { runCall } from "./run.ts";
import { NO_TELEMETRY } from "./telemetry.ts";

/** What a pipeline is made of. Without hooks or telemetry there are none; without names the session has none. */
export type PipelineOptions = Pick<PipelineContext, "host" | "permissions" | "snapshots" | "facts" | "emit"> &
  Partial<Pick<PipelineContext, "hooks" | "telemetry" | "names" | "trace">>;

const NO_NAMES: SessionNames = { session: "", turn: () => undefined };

/** The one way to a tool's handler (R206), for one session. `runCall` never rejects. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const context: PipelineContext = {
    hooks: NO_HOOKS,
    telemetry: NO_TELEMETRY,
    names: NO_NAMES,
    trace: undefined,
    ...options,
  };
  return { runCall: (call) => runCall(context, call) };
}
