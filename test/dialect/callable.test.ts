import { describe, expect, it } from "vitest";
import { resolveCallable } from "../../src/dialect/callable.ts";
import { Fault } from "../../src/dialect/fault.ts";
import { preflight } from "../../src/dialect/preflight.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { Closure, NIL, Pair, str, Sym, T, type Value } from "../../src/dialect/values.ts";

const SCRIPT = "(defun f () 1) (defmacro m () 1) (f)";
const ROSTER = { names: new Set(["Read", "Skill"]), standalone: new Set(["Skill"]) };

function resolve(value: (intern: (name: string) => Sym) => Value): unknown {
  const program = read(SCRIPT);
  const verdict = preflight(program, ROSTER);
  if (!verdict.ok) throw new Error("the script is refused");
  try {
    return resolveCallable(
      value((name) => program.symbols.intern(name)),
      verdict.checked,
    ).kind;
  } catch (fault) {
    return fault instanceof Fault ? `${fault.code} ${fault.kind}` : fault;
  }
}

describe("a value in function position", () => {
  it.each([
    ["car", "primitive"],
    ["f", "function"],
    ["Read", "tool"],
    ["m", "E301 script"],
    ["if", "E301 script"],
    ["funcall", "E301 script"],
    ["when", "E301 script"],
    ["`", "E301 script"],
    ["defun", "E301 script"],
    ["nope", "E301 script"],
    [":car", "E301 script"],
    ["Skill", "E371 script"],
  ])("that is the symbol %s is %s", (name, expected) => {
    expect(resolve((intern) => intern(name))).toBe(expected);
  });

  it.each([
    ["nil", NIL],
    ["t", T],
    ["a number", 5],
    ["a string", str("car")],
    ["a list", new Pair(1, NIL, 3, 2)],
    ["a symbol that no text can name", new Sym("car")],
  ])("that is %s cannot be called", (_what, value) => {
    expect(resolve(() => value)).toBe("E301 script");
  });

  it("that is a lambda is called itself", () => {
    expect(resolve(() => new Closure(NIL, NIL, true, undefined))).toBe("closure");
  });
});
