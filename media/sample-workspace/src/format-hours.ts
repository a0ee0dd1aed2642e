import { DAYS } from "./hours.ts";
import type { Day, Hours } from "./hours.ts";
import { formatTime } from "./time-of-day.ts";

/** Writes hours in the format, with neighbouring days that have the same ranges joined. */
export function formatHours(hours: Hours): string {
  const rules: { first: Day; last: Day; ranges: string }[] = [];
  for (const day of DAYS) {
    const ranges = hours[day].map(({ opens, closes }) => `${formatTime(opens)}-${formatTime(closes)}`).join(", ");
    const previous = rules.at(-1);
    // TODO: a closed day between two open ones must not be joined over.
    if (ranges === "") continue;
    if (previous?.ranges === ranges) previous.last = day;
    else rules.push({ first: day, last: day, ranges });
  }
  return rules.map(({ first, last, ranges }) => `${first === last ? first : `${first}-${last}`} ${ranges}`).join("; ");
}
