import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeniedAims } from "../../../src/pipeline/permission/denied-aims.ts";
import { gatherFacts } from "../../../src/pipeline/permission/facts.ts";
import { commandCheck, makeWorkspace } from "./permission-workspace.ts";
import type { PermissionWorkspace } from "./permission-workspace.ts";

let workspace: PermissionWorkspace;
beforeAll(async () => {
  workspace = await makeWorkspace();
});
afterAll(async () => {
  await workspace.remove();
});

describe("a denied command has the same aim as another", () => {
  it.each([
    ["git push origin main", "git push --force", true],
    ["git push", "git pull", false],
    ["npm run build", "npm run build -- --watch", true],
    ["npm run build", "npm run test", false],
    ["npm test", "cd src && npm test", true],
    ["rm -rf build", "rm -rf build", true],
    ["rm -rf build", "rm -rf dist", false],
    ["echo x > notes.txt", "cat a > notes.txt", true],
    ["eslint src", "eslint --fix .", true],
    ["make a", "cargo build", false],
  ])("%s, %s: %s", async (first, second, expected) => {
    const aims = createDeniedAims();
    const facts = await Promise.all(
      [first, second].map((line) => gatherFacts(workspace.host, commandCheck(workspace, line))),
    );
    expect(facts.map((each) => aims.deny(each))).toEqual([false, expected]);
    aims.begin();
    expect(aims.deny(facts[0]!)).toBe(false);
  });
});
