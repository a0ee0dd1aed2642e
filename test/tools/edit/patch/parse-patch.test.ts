import { describe, expect, it } from "vitest";
import { parsePatch } from "../../../../src/tools/edit/patch/parse-patch.ts";
import { isRefusal } from "../../../../src/tools/edit/refusal.ts";

const B = "*** Begin Patch\n";
const E = "\n*** End Patch";

/** Patches that are right, and the sections they have in short: kind, path, target, number of hunks or lines. */
const GOOD: readonly (readonly [name: string, patch: string, sections: readonly string[]])[] = [
  ["a file added", `${B}*** Add File: a.ts\n+one\n+two${E}`, ["add a.ts 2"]],
  ["an empty file added", `${B}*** Add File: a.ts${E}`, ["add a.ts 0"]],
  ["an empty line in a file added", `${B}*** Add File: a.ts\n+one\n+\n+two${E}`, ["add a.ts 3"]],
  ["a file deleted", `${B}*** Delete File: a.ts${E}`, ["delete a.ts"]],
  ["a file changed", `${B}*** Update File: a.ts\n@@\n one\n-two\n+2${E}`, ["update a.ts 1"]],
  ["a first hunk without its @@ line", `${B}*** Update File: a.ts\n one\n-two\n+2${E}`, ["update a.ts 1"]],
  ["an anchor", `${B}*** Update File: a.ts\n@@ class A {\n-two\n+2${E}`, ["update a.ts 1 [class A {]"]],
  [
    "anchors below each other",
    `${B}*** Update File: a.ts\n@@ class A {\n@@   f() {\n-two${E}`,
    ["update a.ts 1 [class A {][  f() {]"],
  ],
  ["several hunks", `${B}*** Update File: a.ts\n@@\n-a\n@@\n-b${E}`, ["update a.ts 2"]],
  ["the end of the file", `${B}*** Update File: a.ts\n@@\n+x\n*** End of File${E}`, ["update a.ts 1 $"]],
  [
    "a hunk after the end of file mark",
    `${B}*** Update File: a.ts\n@@\n-a\n*** End of File\n*** Delete File: b.ts${E}`,
    ["update a.ts 1 $", "delete b.ts"],
  ],
  ["a move", `${B}*** Update File: a.ts\n*** Move to: b.ts${E}`, ["update a.ts > b.ts 0"]],
  ["a move with changes", `${B}*** Update File: a.ts\n*** Move to: b.ts\n@@\n-a\n+b${E}`, ["update a.ts > b.ts 1"]],
  [
    "several sections",
    `${B}*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n-x\n+y${E}`,
    ["add a 1", "delete b", "update c 1"],
  ],
  [
    "blank lines between sections",
    `${B}\n*** Add File: a\n+x\n\n*** Delete File: b\n\n*** Update File: c\n-x\n\n*** Delete File: d\n${E}`,
    ["add a 1", "delete b", "update c 1", "delete d"],
  ],
  ["blank lines around it", `\n\n${B}*** Delete File: a${E}\n\n`, ["delete a"]],
  ["a code fence around it", `\`\`\`diff\n${B}*** Delete File: a${E}\n\`\`\``, ["delete a"]],
  ["a here-document around it", `apply_patch <<'EOF'\n${B}*** Delete File: a${E}\nEOF`, ["delete a"]],
  ["CRLF", `${B}*** Update File: a\n@@\n-x\n+y${E}`.replaceAll("\n", "\r\n"), ["update a 1"]],
  ["blanks after the marks", "*** Begin Patch  \n*** Delete File: a  \n*** End Patch  ", ["delete a"]],
  ["a name with blanks", `${B}*** Delete File: my file (1).txt${E}`, ["delete my file (1).txt"]],
  [
    "the line numbers of a unified diff",
    `${B}*** Update File: a\n@@ -12,3 +12,3 @@ f()\n-x\n+y${E}`,
    ["update a 1 @12"],
  ],
  [
    "lines that look like marks, as lines of a file",
    `${B}*** Add File: a\n+*** End Patch\n+*** Add File: b${E}`,
    ["add a 2"],
  ],
  [
    "lines that look like marks, in a hunk",
    `${B}*** Update File: a\n@@\n *** Begin Patch\n-@@ x\n+--- y${E}`,
    ["update a 1"],
  ],
];

function short(patch: string): readonly string[] | string {
  const sections = parsePatch(patch);
  if (isRefusal(sections)) return sections.refused;
  return sections.map((section) => {
    if (section.kind === "delete") return `delete ${section.path}`;
    if (section.kind === "add") return `add ${section.path} ${section.lines.length}`;
    const marks = section.hunks.map(
      ({ anchors, atEnd, hint }) =>
        anchors.map((anchor) => `[${anchor}]`).join("") + (atEnd ? "$" : "") + (hint === undefined ? "" : `@${hint}`),
    );
    const to = section.moveTo === undefined ? "" : ` > ${section.moveTo}`;
    return `update ${section.path}${to} ${section.hunks.length} ${marks.join("")}`.trimEnd();
  });
}

/** Patches that are wrong, the line of the mistake, and words of the message. */
const BAD: readonly (readonly [name: string, patch: string, line: number, words: string])[] = [
  ["nothing", "", 1, '"*** Begin Patch"'],
  ["blanks only", " \n\t\n", 1, "it is empty"],
  ["a text that is no patch", "please rename a to b", 1, 'first line must be "*** Begin Patch"'],
  ["a unified diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", 1, '"*** Begin Patch"'],
  ["a git diff", "diff --git a/x b/x\nindex 1..2", 1, '"*** Begin Patch"'],
  ["no first line", "*** Update File: a\n-x\n*** End Patch", 1, '"*** Begin Patch"'],
  ["another case", "*** begin patch\n*** Delete File: a\n*** end patch", 1, '"*** Begin Patch"'],
  ["no last line", `${B}*** Delete File: a`, 2, '"*** End Patch"'],
  ["a patch cut off in a hunk", `${B}*** Update File: a\n@@\n-x\n+`, 5, "cut off"],
  ["only the first line", "*** Begin Patch", 1, '"*** End Patch"'],
  ["text after the last line", `${B}*** Delete File: a${E}\ndone`, 4, '"*** End Patch"'],
  ["no sections", "*** Begin Patch\n*** End Patch", 2, "no sections"],
  ["no sections, blank lines", "*** Begin Patch\n\n*** End Patch", 2, "no sections"],
  ["a section without path: Add", `${B}*** Add File:\n+x${E}`, 2, 'needs a path after it: "*** Add File: src/a.ts"'],
  ["a section without path: Update", `${B}*** Update File:  \n-x${E}`, 2, "needs a path"],
  ["a section without path: Delete", `${B}*** Delete File: ${E}`, 2, "needs a path"],
  [
    "a move without path",
    `${B}*** Update File: a\n*** Move to:\n-x${E}`,
    3,
    'needs a path after it: "*** Move to: src/a.ts"',
  ],
  ["a path with a null character", `${B}*** Delete File: a\0b${E}`, 2, "needs a path"],
  ["a move before its section", `${B}*** Move to: b\n*** Update File: a${E}`, 2, "directly after"],
  ["a move after its hunks", `${B}*** Update File: a\n-x\n*** Move to: b${E}`, 4, "directly after"],
  ["a move after an addition", `${B}*** Add File: a\n+x\n*** Move to: b${E}`, 4, "directly after"],
  ["an unknown section", `${B}*** Rename File: a${E}`, 2, 'begins no section. Expected "*** Add File: PATH"'],
  ["a misspelt section", `${B}*** Update file: a\n-x${E}`, 2, "begins no section"],
  ["a section without blanks", `${B}***Update File: a\n-x${E}`, 2, "begins no section"],
  ["lines before the first section", `${B}+x\n*** Delete File: a${E}`, 2, "begins no section"],
  ["headers of a unified diff inside", `${B}--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b${E}`, 2, "belongs to unified diffs"],
  ["headers of git inside", `${B}diff --git a/x b/x${E}`, 2, "belongs to unified diffs"],
  ["a second first line", `${B}*** Begin Patch\n*** Delete File: a${E}`, 2, "begins no section"],
  ["an unknown mark after a section", `${B}*** Delete File: a\n*** End Of Patch${E}`, 3, "begins no section"],
  ["a file added without plus", `${B}*** Add File: a\none${E}`, 3, 'must begin with "+"'],
  ["a file added, one line without plus", `${B}*** Add File: a\n+one\ntwo\n+three${E}`, 4, 'must begin with "+"'],
  ["a file added with a blank instead of plus", `${B}*** Add File: a\n one${E}`, 3, 'must begin with "+"'],
  ["a file added with an anchor", `${B}*** Add File: a\n@@\n+one${E}`, 3, 'must begin with "+"'],
  ["a file added with an empty line", `${B}*** Add File: a\n+one\n\n+two${E}`, 5, 'lone "+"'],
  ["a file deleted with its lines", `${B}*** Delete File: a\n-one${E}`, 3, "stands alone"],
  ["an update without hunks", `${B}*** Update File: a${E}`, 3, "has no changes"],
  [
    "an update without hunks before another section",
    `${B}*** Update File: a\n*** Delete File: b${E}`,
    3,
    "has no changes",
  ],
  ["a hunk of context only", `${B}*** Update File: a\n@@\n one\n two${E}`, 3, "this hunk changes nothing"],
  ["an empty hunk", `${B}*** Update File: a\n@@ f()${E}`, 3, "this hunk changes nothing"],
  [
    "an empty hunk among others",
    `${B}*** Update File: a\n@@\n-x\n@@\n@@ y\n*** Delete File: b${E}`,
    5,
    "this hunk changes nothing",
  ],
  ["a line of a hunk without its mark", `${B}*** Update File: a\n@@\n-x\nreturn 1;${E}`, 5, "must begin with a blank"],
  [
    "a line of a hunk indented by a tab",
    `${B}*** Update File: a\n@@\n-x\n\treturn 1;${E}`,
    5,
    "must begin with a blank",
  ],
  [
    "the remark of diff about line ends",
    `${B}*** Update File: a\n@@\n-x\n+y\n\\ No newline at end of file${E}`,
    6,
    "stays as it is",
  ],
  ["an end of file mark alone", `${B}*** Update File: a\n*** End of File${E}`, 3, "has no changes"],
  [
    "too many sections",
    `${B}${Array.from({ length: 201 }, (_, index) => `*** Delete File: ${index}`).join("\n")}${E}`,
    202,
    "200 sections",
  ],
];

describe("a patch", () => {
  it.each(GOOD)("may have %s", (_, patch, sections) => {
    expect(short(patch)).toEqual(sections);
  });

  it.each(BAD)("is refused with line, expected form and example: %s", (_, patch, line, words) => {
    const sections = parsePatch(patch);
    expect(isRefusal(sections) ? sections.refused : sections).toEqual(expect.stringContaining(`line ${line}: `));
    const message = isRefusal(sections) ? sections.refused : "";
    expect(message).toContain(words);
    expect(message).toContain("*** Begin Patch\n*** Update File: src/a.ts\n@@ function greet() {");
  });

  it("has an example in its messages that is right itself", () => {
    const refusal = parsePatch("");
    const example = isRefusal(refusal) ? refusal.refused.slice(refusal.refused.indexOf("*** Begin Patch\n")) : "";
    expect(short(example)).toEqual(["update src/a.ts 1 [function greet() {]", "add src/b.ts 1"]);
  });
});
