import type { SessionSummary } from "../../src/protocol/panel-state.ts";
import { STRINGS } from "../strings.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When something was changed last, as one says it: `just now`, `5 min ago`, `3 h ago`, `yesterday`, then its day. */
export function sinceText(modified: number, now: number): string {
  const ago = now - modified;
  const text = STRINGS.sessions;
  if (ago < MINUTE) return text.justNow;
  if (ago < HOUR) return text.minutesAgo(Math.floor(ago / MINUTE));
  if (ago < DAY) return text.hoursAgo(Math.floor(ago / HOUR));
  if (ago < 2 * DAY) return text.yesterday;
  if (ago < 7 * DAY) return text.daysAgo(Math.floor(ago / DAY));
  return new Date(modified).toLocaleDateString("en", { year: "numeric", month: "short", day: "numeric" });
}

/** What stands below the name of a session. */
export function aboutSession({ modified, rows, elsewhere }: SessionSummary, now: number): string {
  return [
    sinceText(modified, now),
    ...(rows === undefined ? [] : [STRINGS.sessions.rows(rows)]),
    ...(elsewhere === true ? [STRINGS.sessions.elsewhere] : []),
  ].join(" · ");
}
