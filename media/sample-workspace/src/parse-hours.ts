import { CLOSED, DAYS } from "./hours.ts";
import type { Day, Hours, Range } from "./hours.ts";
import { parseTime } from "./time-of-day.ts";

/** A text that is not in the format. */
export class HoursError extends Error {}

/** Reads opening hours; throws a HoursError that quotes the part it cannot read. */
export function parseHours(text: string): Hours {
  const hours: Record<Day, readonly Range[]> = { ...CLOSED };
  for (const rule of text.split(";")) {
    if (rule.trim() === "") continue;
    const { days, ranges } = parseRule(rule);
    for (const day of days) hours[day] = ranges;
  }
  return hours;
}

function parseRule(rule: string): { days: readonly Day[]; ranges: readonly Range[] } {
  const [days = "", ...rest] = rule.trim().split(/\s+/);
  // TODO: accept "closed" instead of ranges.
  return { days: parseDays(days), ranges: rest.join("").split(",").map(parseRange) };
}

function parseDays(text: string): readonly Day[] {
  const [first = "", last = first] = text.split("-");
  const [from, to] = [DAYS.indexOf(first as Day), DAYS.indexOf(last as Day)];
  if (from < 0 || to < 0) throw new HoursError(`"${text}" is no day; days are ${DAYS.join(" ")}.`);
  return DAYS.slice(from, to + 1);
}

function parseRange(text: string): Range {
  const [opens, closes] = text.split("-").map(parseTime);
  if (opens === undefined || closes === undefined) throw new HoursError(`"${text}" is no range such as 09:00-17:30.`);
  // FIXME: a range that ends after midnight is refused; it belongs to two days.
  if (closes <= opens) throw new HoursError(`"${text}" ends before it begins.`);
  return { opens, closes };
}
