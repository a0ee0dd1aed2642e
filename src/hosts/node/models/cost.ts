import type { ModelUsage } from "../../../ports/model.ts";
import type { PriceList } from "./known-models.ts";

const MILLION = 1_000_000;

/** What a round costs in US dollars, from the provider's own count; absent where either is not known. */
export function costOf(usage: ModelUsage | undefined, prices: PriceList | undefined): number | undefined {
  if (usage === undefined || prices === undefined) return undefined;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const { above = Infinity, beyond } = prices;
  const isLong = inputTokens + cacheReadTokens + cacheWriteTokens > above;
  const { input, cacheRead, cacheWrite, output } = isLong && beyond !== undefined ? beyond : prices;
  const sum = inputTokens * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite + outputTokens * output;
  return sum / MILLION;
}
