import { DAYS } from "./hours.ts";
import type { Hours, Moment } from "./hours.ts";

/** Whether a shop with these hours is open at a moment. */
export function isOpen(hours: Hours, { day, minutes }: Moment): boolean {
  return hours[day].some(({ opens, closes }) => opens <= minutes && minutes < closes);
}

/** When the shop next opens or closes, within a week; undefined when it never does. */
export function nextChange(hours: Hours, from: Moment): Moment | undefined {
  for (let ahead = 0; ahead <= DAYS.length; ahead += 1) {
    const day = DAYS[(DAYS.indexOf(from.day) + ahead) % DAYS.length] ?? from.day;
    const times = hours[day].flatMap(({ opens, closes }) => [opens, closes]);
    const minutes = times.find((time) => ahead > 0 || time > from.minutes);
    if (minutes !== undefined) return { day, minutes };
  }
  return undefined;
}
