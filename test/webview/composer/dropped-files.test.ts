import { describe, expect, it } from "vitest";
import { droppedFiles } from "../../../webview/composer/dropped-files.ts";

const ROOTS = [{ name: "app", path: "/work/app" }];

describe("files that are dropped", () => {
  it.each([
    ["file:///work/app/src/a.ts", ['"src/a.ts"']],
    ["file:///work/app/a%20b.ts\r\nfile:///etc/hosts", ['"a b.ts"', '"/etc/hosts"']],
    ["file:///c%3A/work/x.ts", ['"c:/work/x.ts"']],
    ["vscode-remote://ssh-remote%2Bhost/work/app/src/a.ts", ['"src/a.ts"']],
    ["https://host.invalid/a.ts\n# a comment\n\nplain text", []],
    ["file:///%E0%A4%A", []],
    ["file:///work/app/%22q%22.ts", ['"\\"q\\".ts"']],
  ])("%j are mentioned as %j", (list, expected) => {
    expect(droppedFiles(list, ROOTS)).toEqual(expected);
  });

  it("are bounded", () => {
    const list = Array.from({ length: 80 }, (_, at) => `file:///work/app/${at}.ts`).join("\n");
    expect(droppedFiles(list, ROOTS)).toHaveLength(50);
  });
});
