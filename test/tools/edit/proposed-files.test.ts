import { describe, expect, it } from "vitest";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import { diffOf } from "../../../src/tools/edit/change-report.ts";
import { proposedFiles } from "../../../src/tools/edit/proposed-files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const { files } = createMemoryHost({ files: { "/ws/a.txt": "one\ntwo\nthree\n", "/ws/b.txt": "b\r\n" } });

/** Contents that prompts show the difference of: before and after. */
const CASES: readonly (readonly [what: string, path: string, before: string | undefined, after: string | undefined])[] =
  [
    ["a changed file", "/ws/a.txt", "one\ntwo\nthree\n", "one\n2\nthree\n"],
    ["a file with the line ends of Windows", "/ws/b.txt", "b\r\n", "b\r\nc\r\n"],
    ["a new file", "/ws/new.txt", undefined, "x\n"],
    ["a deleted file", "/ws/a.txt", "one\ntwo\nthree\n", undefined],
  ];

describe("the files that a prompt's diff proposes", () => {
  it.each(CASES)("are had whole: %s", async (_what, path, before, after) => {
    const bytes = (text: string | undefined) => (text === undefined ? "missing" : encode(text));
    const { text } = diffOf({ path, before: bytes(before), after: bytes(after) });
    const plain = (content: string | undefined) => content?.replaceAll("\r\n", "\n");
    expect(await proposedFiles(text, files)).toEqual([{ path, before: plain(before), after: plain(after) }]);
  });

  it.each([
    ["no diff", "nothing of the kind"],
    [
      "a file that is not there any more",
      diffOf({ path: "/ws/gone", before: encode("a\n"), after: encode("b\n") }).text,
    ],
    [
      "a file that is another by now",
      diffOf({ path: "/ws/a.txt", before: encode("x\ny\nz\n"), after: encode("x\nz\n") }).text,
    ],
    [
      "a diff that was cut",
      diffOf({ path: "/ws/a.txt", before: encode("one\ntwo\nthree\n"), after: encode("one\n2\nthree\n") }).text.slice(
        0,
        -8,
      ),
    ],
  ])("are not had of %s", async (_what, diff) => {
    expect(await proposedFiles(diff, files)).toBeUndefined();
  });
});
