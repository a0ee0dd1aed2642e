export { formatHours } from "./format-hours.ts";
export { isOpen, nextChange } from "./is-open.ts";
export { HoursError, parseHours } from "./parse-hours.ts";
export type { Day, Hours, Moment, Range } from "./hours.ts";
