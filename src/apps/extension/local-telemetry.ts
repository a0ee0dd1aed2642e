import type { Session } from "../../agent/session.ts";
import type { AppendLines, Telemetry } from "../../pipeline/telemetry.ts";
import { createBatchingSink, createTelemetry } from "../../pipeline/telemetry.ts";
import type { Clock } from "../../ports/clock.ts";

/** Telemetry into the person's own log files; nothing of it goes anywhere else (2.14). */
export interface LocalTelemetry {
  readonly log: Telemetry;
  /** Lines are about this session from now on. Nothing is logged before the first. */
  readonly begin: (session: Session) => void;
}

/** Telemetry by way of what appends lines to logs. */
export function createLocalTelemetry(clock: Clock, append: AppendLines): LocalTelemetry {
  const sink = createBatchingSink(append);
  let current: Telemetry | undefined;
  return {
    log: (event, properties) => current?.(event, properties),
    begin: ({ id, turn }) => {
      current = createTelemetry({ clock, sink, session: id, turn });
    },
  };
}
