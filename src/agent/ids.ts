import type { View } from "../protocol/view.ts";

/** A session's id: its beginning in UTC and four letters, so that a folder of sessions sorts by age. */
export function newSessionId(now: number, random: () => number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  const letters = Array.from({ length: 4 }, () => String.fromCharCode(97 + Math.floor(random() * 26)));
  return `${stamp}-${letters.join("")}`;
}

/** Numbers the calls that no provider has named: `ptc-N` for scripts, `call-N` for the person's own calls (2.13). */
export function createIds(view: View): (prefix: "ptc" | "call") => string {
  const last = { ptc: 0, call: 0 };
  for (const { id } of view.entries) {
    const found = /^(ptc|call)-([1-9]\d{0,8})$/u.exec(id);
    if (found === null) continue;
    const prefix = found[1] as "ptc" | "call";
    last[prefix] = Math.max(last[prefix], Number(found[2]));
  }
  return (prefix) => `${prefix}-${++last[prefix]}`;
}
