const TIME = /^(\d{1,2}):(\d{2})$/;

/** Minutes since midnight for a text such as `09:30`; undefined when it is no time. */
export function parseTime(text: string): number | undefined {
  const [, hours, minutes] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && total <= 24 * 60 ? total : undefined;
}

/** The text for minutes since midnight, such as `09:30`. */
export function formatTime(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
