import { describe, expect, it } from "vitest";
import { preflight } from "../../src/dialect/preflight.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { unboundNotes } from "../../src/dialect/unbound-notes.ts";

function notes(script: string, name: string, place: number | undefined = script.indexOf(name)): string {
  const verdict = preflight(read(script));
  if (!verdict.ok) throw new Error("the script is refused");
  return unboundNotes(verdict.checked, name, place).join("\n");
}

describe("the note about an unbound variable", () => {
  it.each([
    ["(list true)", "true", "write t"],
    ["(list false)", "false", ":json-false"],
    ["(list null)", "null", ":null"],
  ])("in %s says that %s is written otherwise: %s", (script, name, literal) => {
    expect(notes(script, name)).toContain(literal);
  });

  it.each(["pwd", "ls", "  git  "])(
    "says how to run the command that %j alone is the name of (report 18)",
    (script) => {
      expect(notes(script, script.trim())).toContain(`(Bash :command "${script.trim()}")`);
    },
  );

  it.each([
    ["(list pwd)", "pwd"],
    ["pwds", "pwds"],
    ["(progn ls)", "ls"],
    ["1 ls", "ls"],
  ])("says nothing of commands in %s", (script, name) => {
    expect(notes(script, name)).toBe("");
  });

  it("suggests let* for a name that the same let binds", () => {
    const script = '(let ((paths (list "a")) (count (length paths))) count)';
    expect(notes(script, "paths", script.indexOf("paths", 20))).toContain("let*");
  });

  it("suggests let* for a name bound later in the same let, and deep inside a value", () => {
    const script = "(let ((a (list (car (list b)))) (b 1)) a)";
    expect(notes(script, "b", script.indexOf("b)"))).toContain("let*");
  });

  it.each([
    ["(let ((a 1)) b)", "b"],
    ["(progn (let ((a 1)) a) a)", "a)"],
    ["(let ((a 1)) (let ((b c)) b))", "c"],
    ["(let* ((b c) (c 1)) b)", "c"],
    ["'(let ((a b) (b 1)) a)", "zzz"],
  ])("is silent in %s about %s", (script, name) => {
    expect(notes(script, name.slice(0, 1), script.lastIndexOf(name))).toBe("");
  });

  it("is silent where no place is known", () => {
    expect(notes("(let ((a b) (b 1)) a)", "b", -1)).toBe("");
  });
});
