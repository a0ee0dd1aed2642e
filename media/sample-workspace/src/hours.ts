/** Days of the week, as the format names them. */
export const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

export type Day = (typeof DAYS)[number];

/** Minutes since midnight: open from `opens`, closed from `closes`. */
export type Range = { readonly opens: number; readonly closes: number };

/** For each day its ranges, in order. A day without ranges is closed. */
export type Hours = Readonly<Record<Day, readonly Range[]>>;

/** A point in the week. */
export type Moment = { readonly day: Day; readonly minutes: number };

// TODO: freeze this, so that nobody adds a range to it by mistake.
export const CLOSED: Hours = { Mo: [], Tu: [], We: [], Th: [], Fr: [], Sa: [], Su: [] };
