import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASH_LINES } from "./command-lines-bash.ts";
import { OTHER_LINES } from "./command-lines-other.ts";
import { commandCheck, makeWorkspace, rules } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

const ALL = [...BASH_LINES, ...OTHER_LINES];

describe("the decision about a command line", () => {
  let workspace: PermissionWorkspace;
  beforeAll(async () => {
    workspace = await makeWorkspace();
  });
  afterAll(() => workspace.remove());

  it("is tabled for at least 150 lines", () => {
    expect(ALL.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(150);
  });

  describe.each(ALL)("$tool, $mode: $title", ({ tool, mode, allow = [], ask = [], deny = [], lines }) => {
    it.each(lines)("%s: %j", async (outcome, line) => {
      const permissions = workspace.permissions({ mode, rules: { session: rules({ allow, ask, deny }) } });
      const command = line.replaceAll("OUT", workspace.outside);
      const explained = await permissions.explain(commandCheck(workspace, command, tool));
      expect({ outcome: explained.outcome, why: explained.why }).toEqual({ outcome, why: explained.why });
    });
  });
});
