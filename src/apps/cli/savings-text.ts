import type { Savings } from "../../script/savings.ts";

/** What a script kept out of a conversation with a model, in plain words; undefined when that is nothing. */
export function savingsText(savings: Savings | undefined): string | undefined {
  if (savings === undefined) return undefined;
  const { bytes, roundTrips } = savings;
  const parts = [
    ...(bytes > 0 ? [sizeText(bytes)] : []),
    ...(roundTrips > 0 ? [`${roundTrips} model turn${roundTrips === 1 ? "" : "s"}`] : []),
  ];
  return parts.length === 0 ? undefined : `Kept out of a conversation with a model: ${parts.join(" and ")}.`;
}

const UNITS = ["kB", "MB", "GB"] as const;

/** A number of bytes in a unit that a person reads at a glance. */
function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} byte${bytes === 1 ? "" : "s"} of text`;
  let amount = bytes;
  let unit = -1;
  // Rounding may reach the next unit: 999,950 bytes are 1.0 MB.
  while (amount >= 999.95 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${amount.toFixed(1)} ${UNITS[unit] as string} of text`;
}
