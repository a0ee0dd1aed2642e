import { describe, expect, test } from "vitest";
import type { SettingName } from "../../src/agent/settings.ts";
import { DEFAULT_SETTINGS, readSettings, SETTINGS } from "../../src/agent/settings.ts";
import { LIMITS } from "../../src/dialect/limits.ts";

describe("the table of settings", () => {
  test("has every budget of the dialect with its default and its upper bound", () => {
    for (const [name, limit] of Object.entries(LIMITS)) {
      expect(SETTINGS[`script.${name}` as SettingName]).toMatchObject({ default: limit.default, max: limit.max });
    }
  });

  test("has defaults that its own rules accept, and that are what a session uses", () => {
    const values = Object.fromEntries(Object.entries(SETTINGS).map(([name, record]) => [name, record.default]));
    expect(readSettings(values)).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
    expect(readSettings({})).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
  });

  test.each<[string, unknown, string]>([
    ["script.parallelism", 0, "script.parallelism takes a whole number of calls from 1 to 64"],
    ["script.parallelism", "4", "script.parallelism takes a whole number of calls from 1 to 64"],
    ["script.max-steps", 1e12, "script.max-steps takes a whole number of steps from 0 to 1000000000"],
    ["permissions.mode", "yolo", "permissions.mode takes one of ask, edits, plan, full-auto"],
    ["script.admitted-tools", "Ask", "script.admitted-tools takes a list of at most 200 names"],
    ["script.colour", 1, "there is no setting script.colour"],
    ["__proto__", 1, "there is no setting __proto__"],
  ])("refuses %s = %j, says what it takes, and keeps the others", (name, value, words) => {
    const values = JSON.parse(
      `{"script.max-seconds": 10, ${JSON.stringify(name)}: ${JSON.stringify(value)}}`,
    ) as object;
    const { settings, problems } = readSettings(values as Record<string, unknown>);
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(settings.limits["max-seconds"]).toBe(10);
    expect({ ...settings, limits: DEFAULT_SETTINGS.limits }).toEqual(DEFAULT_SETTINGS);
  });
});
