import type { Clock } from "../ports/clock.ts";

/** What is logged; each goes to one of the append-only logs (2.14). */
export const TELEMETRY_EVENTS = {
  "tool-received": "telemetry",
  "tool-finished": "telemetry",
  "script-started": "telemetry",
  "script-finished": "telemetry",
  "permission-decided": "permission",
  "hook-ran": "hook",
  "input-repaired": "repair",
} as const;

/** The name of a telemetry event. */
export type TelemetryEvent = keyof typeof TELEMETRY_EVENTS;

/** One of the log files. */
export type TelemetryLog = (typeof TELEMETRY_EVENTS)[TelemetryEvent];

/** Names of the properties that a line may have: facts about work, never its content (2.14). */
export const TELEMETRY_PROPERTIES = [
  "tool",
  "callId",
  "parentId",
  "source",
  "outcome",
  "reason",
  "chars",
  "bytes",
  "handlerMs",
  "durationMs",
  "via",
  "mode",
  "bucket",
  "protected",
  "hookEvent",
  "hookOrigin",
  "exitCode",
  "repairs",
  "nestedCalls",
  "budget",
  "late",
  "dropped",
] as const;

/** A property's name. */
export type TelemetryProperty = (typeof TELEMETRY_PROPERTIES)[number];

/** A property's value; lists are cut at `LIST_ITEMS`, strings at `STRING_CHARS`. */
export type TelemetryValue = string | number | boolean | readonly string[];

/** Logs an event. Costs little, never fails, never waits. */
export type Telemetry = (
  event: TelemetryEvent,
  properties: Readonly<Partial<Record<TelemetryProperty, TelemetryValue>>>,
) => void;

/** Logs nothing. */
export const NO_TELEMETRY: Telemetry = () => undefined;

/** Takes finished lines of one log; a failure is its own affair. */
export type TelemetrySink = (log: TelemetryLog, line: string) => void;

/** What a telemetry log needs to know. */
export interface TelemetryOptions {
  readonly clock: Clock;
  readonly sink: TelemetrySink;
  readonly session: string;
  readonly turn: () => string | undefined;
}

const SCHEMA = 1;
const STRING_CHARS = 512;
const LIST_ITEMS = 32;

/** Telemetry that writes one bounded JSON line per event, with schema, wall time, elapsed ms and sequence (2.14). */
export function createTelemetry({ clock, sink, session, turn }: TelemetryOptions): Telemetry {
  let sequence = 0;
  return (event, properties) => {
    const line: Record<string, unknown> = {
      schema: SCHEMA,
      time: clock.now(),
      elapsedMs: Math.round(clock.elapsed()),
      sequence: sequence++,
      event,
      session,
      turn: turn(),
    };
    for (const name of TELEMETRY_PROPERTIES) {
      const value = properties[name];
      if (value !== undefined) line[name] = bounded(value);
    }
    try {
      sink(TELEMETRY_EVENTS[event], JSON.stringify(line));
    } catch {
      // Telemetry never fails work.
    }
  };
}

function bounded(value: TelemetryValue): TelemetryValue {
  if (typeof value === "string") return value.slice(0, STRING_CHARS);
  if (typeof value !== "object") return value;
  return value.slice(0, LIST_ITEMS).map((item) => item.slice(0, STRING_CHARS));
}

/** Appends lines to a log; answers a problem, which nobody hears of. */
export type AppendLines = (log: TelemetryLog, lines: readonly string[]) => Promise<unknown>;

/** Lines that wait to be written, at most; further ones are dropped. */
export const MAX_WAITING_LINES = 10_000;

/** A sink that hands lines on in batches, one at a time for each log; under load it drops lines rather than wait. */
export function createBatchingSink(append: AppendLines): TelemetrySink {
  const waiting = new Map<TelemetryLog, string[]>();
  const drain = async (log: TelemetryLog, lines: string[]): Promise<void> => {
    while (lines.length > 0) await append(log, lines.splice(0)).catch(() => undefined);
    waiting.delete(log);
  };
  return (log, line) => {
    const lines = waiting.get(log);
    if (lines === undefined) {
      const first = [line];
      waiting.set(log, first);
      void Promise.resolve().then(() => drain(log, first));
    } else if (lines.length < MAX_WAITING_LINES) lines.push(line);
  };
}
