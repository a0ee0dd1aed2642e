import type { Limits } from "../../dialect/index.ts";
import { DEFAULT_LIMITS, read } from "../../dialect/index.ts";

/** Whether text goes on: all that is wrong with it is that a list, vector or string is not closed yet. */
export function isUnfinished(text: string, limits: Limits = DEFAULT_LIMITS): boolean {
  const errors = read(text, limits).diagnostics.filter((diagnostic) => diagnostic.kind !== "warning");
  return errors.length > 0 && errors.every((diagnostic) => diagnostic.code === "E101");
}

/** Whether text holds nothing to evaluate. */
export function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(;.*)?$/.test(line));
}
