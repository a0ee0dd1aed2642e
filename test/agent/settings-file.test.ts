import { describe, expect, it } from "vitest";
import { MAX_SETTINGS_FILE, parseSettingsFile } from "../../src/agent/settings-file.ts";
import { readSettings, SETTINGS } from "../../src/agent/settings.ts";

describe("a settings file", () => {
  it("may set every setting to its default", () => {
    const values = Object.fromEntries(Object.entries(SETTINGS).map(([name, record]) => [name, record.default]));
    const content = parseSettingsFile(JSON.stringify(values));
    expect(content).toEqual({ values, problems: [] });
    expect(readSettings(content.values)).toEqual(readSettings({}));
  });

  it.each(["", "  \n", "{}", "// nothing yet\n{}"])("sets nothing when it is %j", (text) => {
    expect(parseSettingsFile(text)).toEqual({ values: {}, problems: [] });
  });

  it("takes comments, trailing commas and lists", () => {
    const text = '{\n  // tools that scripts may call\n  "script.admitted-tools": ["Ask", "Eval",],\n}';
    expect(parseSettingsFile(text)).toEqual({ values: { "script.admitted-tools": ["Ask", "Eval"] }, problems: [] });
  });

  it.each([
    ['{"__proto__": 1}', 1, 2],
    ['{\n\n   "script.parallelism": 0}', 3, 4],
    ['{"script.admitted-tools": [["Ask"]]}', 1, 2],
    ['{"script.parallelism": {"value": 2}}', 1, 2],
    ['{"script.parallelism": null}', 1, 2],
    ["7", 1, 1],
    ['{"script.parallelism" 2}', 1, 23],
    ["x".repeat(MAX_SETTINGS_FILE + 1), 1, 1],
  ])("tells the place of a mistake: %.60j", (text, line, column) => {
    const { values, problems } = parseSettingsFile(text);
    expect(values).toEqual({});
    expect(problems).toMatchObject([{ line, column }]);
  });

  it("tells all mistakes and keeps what is right", () => {
    const { values, problems } = parseSettingsFile('{"a": 1,\n"script.parallelism": 2,\n"b": 2}');
    expect(values).toEqual({ "script.parallelism": 2 });
    expect(problems.map(({ line }) => line)).toEqual([1, 3]);
  });

  it.each([
    ["permissions.mode", '"full-auto"'],
    ["storage.artifact-days", "1"],
  ])("of a workspace may not set %s, which is the person's own", (name, value) => {
    const text = `{"${name}": ${value}}`;
    expect(parseSettingsFile(text).problems).toEqual([]);
    expect(parseSettingsFile(text, "workspace")).toEqual({
      values: {},
      problems: [
        { message: `${name} can only be set in your own settings file, not by a workspace`, line: 1, column: 2 },
      ],
    });
  });
});
