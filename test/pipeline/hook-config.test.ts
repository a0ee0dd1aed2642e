import { describe, expect, it } from "vitest";
import { matcherOf, parseHookConfig } from "../../src/pipeline/hook-config.ts";

describe("a hook configuration", () => {
  it("may have comments and trailing commas", () => {
    const { hooks, problems } = parseHookConfig(`{
      // formats what was written
      "hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [
        {"type": "command", "command": "fmt", "timeout": 10, "failClosed": true, "description": "format"},
        {"type": "command", "command": "note"},
      ]}]},
    }`);
    expect(problems).toEqual([]);
    expect(hooks.map(({ matches: _matches, ...hook }) => hook)).toEqual([
      { event: "PostToolUse", command: "fmt", timeoutMs: 10_000, failClosed: true, description: "format" },
      { event: "PostToolUse", command: "note", timeoutMs: 30_000, failClosed: false, description: undefined },
    ]);
    expect(hooks[0]!.matches("Edit")).toBe(true);
    expect(hooks[0]!.matches("EditAll")).toBe(false);
  });

  const COMMAND = '{"type":"command","command":"x"}';
  it.each<[string, string, string, RegExp]>([
    ["broken JSON", '{"hooks":\n  {', "2:4", /not JSON/],
    ["nothing", "", "1:1", /empty|not JSON/],
    ["an unknown key at the top", '{"hooks":{},\n "hook":{}}', "2:2", /unknown key "hook": the only one is "hooks"/],
    ["an unknown event", '{"hooks":{\n"PreTool":[]}}', "2:1", /unknown event "PreTool": the events are SessionStart, /],
    ["an event without a list", '{"hooks":{"Stop":{}}}', "1:18", /"Stop" is a list, not this object/],
    ["an entry without hooks", '{"hooks":{"Stop":[{}]}}', "1:19", /has no "hooks"/],
    [
      "an unknown key of an entry",
      `{"hooks":{"Stop":[{"match":"","hooks":[${COMMAND}]}]}}`,
      "1:20",
      /unknown key "match"/,
    ],
    [
      "a matcher that is no pattern",
      `{"hooks":{"Stop":[{"matcher":"(","hooks":[${COMMAND}]}]}}`,
      "1:30",
      /not a regular expression/,
    ],
    [
      "another type of hook",
      '{"hooks":{"Stop":[{"hooks":[{"type":"http","command":"x"}]}]}}',
      "1:37",
      /"type" takes "command"/,
    ],
    ["a hook without a command", '{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}', "1:29", /has no "command"/],
    [
      "too long a timeout",
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":121}]}]}}',
      "1:71",
      /at most 120/,
    ],
    [
      "an unknown key of a hook",
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","async":true}]}]}}',
      "1:61",
      /unknown key "async"/,
    ],
  ])("with %s is refused at its place", (_title, text, place, words) => {
    const { hooks, problems } = parseHookConfig(text);
    expect(hooks).toEqual([]);
    const [problem] = problems;
    expect(`${problem?.line}:${problem?.column}`).toBe(place);
    expect(problem?.message).toMatch(words);
  });

  it("with one mistake runs no hook at all", () => {
    const { hooks } = parseHookConfig(`{"hooks":{"Stop":[{"hooks":[${COMMAND}]}],"Oops":[]}}`);
    expect(hooks).toEqual([]);
  });

  it("of a megabyte and more is not read", () => {
    expect(parseHookConfig(" ".repeat(1_000_001)).problems[0]?.message).toMatch(/more than the 1000000/);
  });
});

describe("a matcher", () => {
  it.each<[string, string, boolean]>([
    ["", "Bash", true],
    ["*", "Bash", true],
    ["Bash", "Bash", true],
    ["Bash", "BashOutput", false],
    ["Read|Grep", "Grep", true],
    ["Read|Grep", "Greps", false],
    ["bash", "Bash", false],
    ["^(?:Ba|Re)", "Read", true],
    ["mcp/.*", "mcp/files", true],
    ["mcp/files", "mcp/files", true],
  ])("%j and the tool %s: %s", (matcher, tool, matches) => {
    expect(matcherOf(matcher)?.(tool)).toBe(matches);
  });
});
