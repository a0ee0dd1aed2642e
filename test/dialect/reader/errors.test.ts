import { describe, expect, it } from "vitest";
import { messageOf } from "../../../src/dialect/describe.ts";
import type { Diagnostic } from "../../../src/dialect/diagnostics.ts";
import { read } from "../../../src/dialect/reader/read.ts";
import { applyFix } from "../../support/apply-fix.ts";

function first(source: string): Diagnostic {
  const [diagnostic] = read(source).diagnostics;
  if (diagnostic === undefined) throw new Error(`nothing is wrong with ${source}`);
  return diagnostic;
}

/** What a diagnostic's span covers. */
function marked(source: string): string {
  const { span } = first(source);
  return span === undefined ? "" : source.slice(span.start, span.end);
}

const MISSING_BEFORE_LINE = "(defun f (x)\n  (* x 2)\n\n(f 1)";
const MISSING_IN_BINDINGS = "(let ((a 1)\n      (b 2)\n  (list a b))";

describe("errors of the text", () => {
  it.each([
    ["?ab", "E100", "?ab"],
    ["(list ?ab 1)", "E100", "?ab"],
    ["?", "E100", "?"],
    ["(a ')", "E100", "'"],
    ["(a ,@)", "E100", ",@"],
    ["#b102", "E100", "#b102"],
    ["#1r0", "E100", "#1r0"],
    ["#x", "E100", "#x"],
    ["#7#", "E100", "#7#"],
    ["a\\", "E100", "\\"],
    ["\ufeff5", "E100", "\ufeff"],
    ["‘a", "E100", "‘"],
    ["(a (b c)", "E101", "("],
    ["[1 2", "E101", "["],
    ['(a "b c)', "E101", '"'],
    ["a)", "E102", ")"],
    ["]", "E102", "]"],
    ["(a]", "E103", "]"],
    ["[(a]", "E103", "]"],
    ["", "E104", ""],
    [" ; c\n", "E104", ""],
    ["'(. a)", "E105", "."],
    ["'(a . b c)", "E105", "."],
    ["'(a . )", "E105", "."],
    ["'(a . b . c)", "E105", "."],
    ["'(a . b)", "E105", "."],
    ["[a . b]", "E105", "."],
    ["[(a . b)]", "E105", "."],
    [". a", "E105", "."],
    ["(a '. b)", "E105", "."],
    ["#s(a)", "E106", "#s"],
    ["#(a)", "E106", "#"],
    ["#[a]", "E106", "#"],
    ["#&5", "E106", "#&5"],
    ["#@3abc 5", "E106", "#@3abc"],
    ["#<buffer x>", "E106", "#<buffer"],
    ["#^[a]", "E106", "#^"],
    ["#$", "E106", "#$"],
    ["#t", "E106", "#t"],
    ["#\\a", "E106", "#\\a"],
    ["#z", "E106", "#z"],
    ["#", "E106", "#"],
    ["#12", "E106", "#12"],
    ['{"a": 1}', "E107", "{"],
    ['  { "a": 1', "E107", "{"],
    ["ls -la src", "E108", "ls -la src"],
    ["$ git status", "E108", "git status"],
    ["cat a.txt | grep x\nwc", "E108", "cat a.txt | grep x"],
    ['frob --all "x"', "E108", 'frob --all "x"'],
    ['"a\\u12"', "E150", "\\u12"],
    ['"\\xz"', "E150", "\\x"],
    ['"\\ud800"', "E150", "\\ud800"],
    ['"\\U00110000"', "E150", "\\U00110000"],
    ['"\\N{NO SUCH}"', "E150", "\\N{NO SUCH}"],
    ['"\\N{NO', "E101", '"'],
    ['"\\C-é"', "E150", "\\C-é"],
    ['"\\H-a"', "E150", "\\H-a"],
    ['"\\x110000"', "E150", "\\x110000"],
    ["?\\Ma", "E150", "?\\Ma"],
    ["?\\\n", "E150", "?\\\n"],
    ["(a \ud800)", "E150", "\ud800"],
    ["; \udc00", "E150", "\udc00"],
    ["'#1=(a #1#)", "E317", "#1#"],
    ["#1=#1#", "E317", "#1#"],
  ])("%j is %s at %j", (source, code, text) => {
    expect([first(source).code, marked(source)]).toEqual([code, text]);
  });

  it.each([
    "foo",
    "x y",
    "1 2 3",
    ":k",
    '"a" b',
    "nil t",
    "t -x",
    "{",
    "{ }",
    '\'{"a" 1}',
    "ls",
    "(ls -la)",
    "a.b c/d",
    "git (status)",
  ])("%j is no foreign text", (source) => {
    expect(read(source).diagnostics.filter(({ kind }) => kind !== "warning")).toEqual([]);
  });

  it("names the innermost opener that is not closed, and how many closers are missing (report 17)", () => {
    expect(messageOf(first("(foo\n  (bar baz"))).toBe(
      "the list (bar baz opened at line 2, column 3 is never closed; 2 closing parentheses missing at the end",
    );
    expect(first("(foo\n  (bar baz").notes).toEqual(["The outermost of them is (foo … at line 1, column 1."]);
    expect(messageOf(first("[(a"))).toContain("2 closing parentheses and brackets missing");
    expect(messageOf(first('"a'))).toContain("1 closing double quote missing");
  });

  it("blames the list before a line that begins too far left for it", () => {
    expect(first(MISSING_BEFORE_LINE)).toMatchObject({
      code: "E101",
      span: { start: 0 },
      notes: [
        "Line 4 begins no further right than this list, so (defun f (x) … seems to lack its closer before that line.",
      ],
    });
    expect(first(MISSING_IN_BINDINGS).span?.start).toBe(MISSING_IN_BINDINGS.indexOf("((a"));
  });

  it("reports one unclosed string and nothing that follows from it", () => {
    expect(read('(a "b) (c ] #s(').diagnostics.map(({ code }) => code)).toEqual(["E101"]);
  });

  it("reports independent mistakes all together, in the order of the text", () => {
    expect(read('(a] #t ?xy "\\xz" )').diagnostics.map(({ code }) => code)).toEqual([
      "E103",
      "E106",
      "E100",
      "E150",
      "E102",
    ]);
  });

  it("calls circles input errors, except a label that stands for itself", () => {
    expect(first("'#1=(a #1#)").kind).toBe("input");
    expect(first("#1=#1#").kind).toBe("script");
  });

  it("points at the first list that is too deep", () => {
    const source = `${"(".repeat(150)}x${")".repeat(150)}`;
    expect(first(source)).toMatchObject({ code: "E402", span: { start: 99, end: 100 } });
  });
});

describe("JSON in place of a script", () => {
  it.each([
    ['{"tool": "Read", "arguments": {"file_path": "a.txt", "limit": 3}}', '(Read :file_path "a.txt" :limit 3)'],
    ['{"name": "Read", "input": {}}', "(Read)"],
    ['{"name": "Grep", "arguments": "{\\"pattern\\": \\"x\\"}"}', '(Grep :pattern "x")'],
    ['{"tool": "Read", "file_path": "a"}', '(Read :file_path "a")'],
    ['{"a": [1, 2.5, true, false, null, {"b c": {}}]}', "(:a [1 2.5 t :json-false :null (:b\\ c nil)])"],
  ])("is spelled in the dialect: %s", (source, spelled) => {
    expect(first(source).notes).toEqual([`In the dialect this is ${spelled}`]);
  });

  it.each([
    '{"a": 1',
    '{"a": 1} (list 1)',
    `{"a": ${"[".repeat(50)}${"]".repeat(50)}}`,
    `{"a": "${"x".repeat(5_000)}"}`,
  ])("is not spelled out when it is broken, deep or long: %#", (source) => {
    expect(first(source)).toMatchObject({ code: "E107", kind: "script" });
    expect(first(source).notes).toBeUndefined();
  });
});

describe("warnings of the text", () => {
  it.each([
    ["#'car", "W310", "#'"],
    ["\\a", "W310", "\\a"],
    ["(f \\newline)", "W310", "\\newline"],
    ["[1, 2]", "W320", ","],
    ['({"a" 1})', "W320", "{"],
  ])("%j is read, with %s at %j", (source, code, text) => {
    expect(first(source)).toMatchObject({ code, kind: "warning" });
    expect(marked(source)).toBe(text);
  });

  it.each(["\\1", "'\\a\\b", "a\\b", "`(a ,b)", "(f {)", "\\foo"])("%j needs none", (source) => {
    expect(read(source).diagnostics).toEqual([]);
  });

  it("come after the errors", () => {
    expect(read("#'f )").diagnostics.map(({ code }) => code)).toEqual(["E102", "W310"]);
  });
});

describe("corrections", () => {
  it.each([
    ["(foo (bar baz", "(foo (bar baz))"],
    ["(foo (bar) ; why\n", "(foo (bar)) ; why\n"],
    ["[(a", "[(a)]"],
    [MISSING_BEFORE_LINE, "(defun f (x)\n  (* x 2))\n\n(f 1)"],
    [MISSING_IN_BINDINGS, "(let ((a 1)\n      (b 2))\n  (list a b))"],
    ["(+ 1 2))", "(+ 1 2)"],
    ["(a]", "(a)"],
    ["[(a b ]", "[(a b) ]"],
    ["(f #'g)", "(f 'g)"],
    ["\ufeff5", "5"],
    ["(f “a b”)", '(f "a b")'],
    ["‘a", "'a"],
  ])("of %j make %j, which reads", (source, corrected) => {
    expect(applyFix(source, first(source))).toBe(corrected);
    expect(read(corrected).diagnostics).toEqual([]);
  });

  it.each(['(Read :file_path "a.txt)', "(f “a b)", "(a\n(b\n(c", "?ab", "'(a . b)"])(
    "are not offered where there is more than one, as in %j",
    (source) => {
      expect(first(source).fix).toBeUndefined();
    },
  );
});
