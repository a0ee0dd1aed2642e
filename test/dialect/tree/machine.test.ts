import { describe, expect, it } from "vitest";
import { InvariantError } from "../../../src/base/invariant.ts";
import { type Limits, limitsWith } from "../../../src/dialect/limits.ts";
import type { Machine } from "../../../src/dialect/machine.ts";
import { preflight } from "../../../src/dialect/preflight.ts";
import { read } from "../../../src/dialect/reader/read.ts";
import { createTreeMachine } from "../../../src/dialect/tree/machine.ts";
import { list, str, type Value } from "../../../src/dialect/values.ts";
import { runScript, type Run, type Setting } from "../../support/run-machine.ts";

const READ = { names: new Set(["Read"]), standalone: new Set<string>() };

function run(script: string, limits: Partial<Limits> = {}, setting: Partial<Setting> = {}): Run {
  return runScript(script, { create: createTreeMachine, limits: limitsWith(limits), ...setting });
}

function machine(script: string, limits: Partial<Limits> = {}): Machine {
  const verdict = preflight(read(script), READ);
  if (!verdict.ok) throw new Error("the script is refused");
  return createTreeMachine(verdict.checked, { limits: limitsWith(limits) });
}

describe("steps", () => {
  it("that would pass the limit end the script and report one step too many", () => {
    const failed = run("(while t 1)", { "max-steps": 100 });
    expect(failed).toMatchObject({
      kind: "step",
      steps: 101,
      diagnostic: { code: "E410", args: { amount: 101, allowed: 100 } },
    });
  });

  it("are charged before the work, so that nothing happens beyond the limit", () => {
    const host = (): (() => Value) => () => str("x");
    const failed = run("(while t (Read :file_path 1))", { "max-steps": 9 }, { roster: READ, host });
    expect(failed).toMatchObject({ kind: "step", steps: 10, calls: [{ name: "Read" }] });
  });

  it("of a slice never stop a script from going on", () => {
    const endless = machine("(while t)");
    for (let slice = 0; slice < 50; slice++) expect(endless.advance(1)).toMatchObject({ state: "paused" });
  });

  it("do not hide work: a primitive that touches much data uses a slice up", () => {
    const script = '(let ((s "0123456789")) (dotimes (i 13) (setq s (concat s s))) (length s))';
    const busy = machine(script);
    expect(busy.advance(500)).toMatchObject({ state: "paused" });
    const done = busy.advance(10_000);
    expect(done).toMatchObject({ state: "done", value: 81_920 });
    expect(done.steps).toBeLessThan(500);
  });
});

describe("the stack budget", () => {
  const deep = "(defun f (n) (if (= n 0) 0 (+ 1 (f (- n 1)))))";

  it.each([
    [`${deep} (f 5)`, 5],
    [`${deep} (+ 1 (f 5))`, 6],
    ["(defun f (n) (if (= n 0) 0 (f (- n 1)))) (f 500)", 0],
    ["(defun f (n) (car (mapcar 'g (list n)))) (defun g (n) (if (= n 0) 0 (f (- n 1)))) (f 3)", 4],
    ["(defmacro m () 1) (m)", 1],
    ["(defmacro m (n) (if (= n 0) 1 (list 'm (- n 1)))) (m 9)", 1],
    ["(defmacro m () 1) (+ 1 (m))", 1],
    ["(defmacro m (n) (if (= n 0) 1 (list '+ 1 (list 'm (- n 1))))) (m 4)", 4],
    ["(funcall (lambda () (apply (lambda (x) x) '(1))))", 0],
    ["(and t (or nil (cond ((funcall (lambda () 1))))))", 1],
  ])("of %s is exactly %i", (script, depth) => {
    expect(run(script, { "max-stack-depth": depth })).toMatchObject({ ok: true });
    if (depth > 0)
      expect(run(script, { "max-stack-depth": depth - 1 })).toMatchObject({
        kind: "stack",
        diagnostic: { code: "E413" },
      });
  });
});

describe("tool calls", () => {
  it("stay open until their results are delivered", () => {
    const asking = machine('(list (Read :file_path "a"))');
    const first = asking.advance(100);
    expect(first).toMatchObject({ state: "calls", joined: false, calls: [{ name: "Read" }] });
    expect(asking.advance(100)).toEqual(first);
    asking.resume([str("x")]);
    expect(asking.advance(100)).toMatchObject({ state: "done" });
  });

  it("take as many results as there are calls, and only while they are open", () => {
    const asking = machine('(parallel (Read :file_path "a") (Read :file_path "b"))');
    expect(() => {
      asking.resume([]);
    }).toThrow(InvariantError);
    expect(asking.advance(100)).toMatchObject({ state: "calls", joined: true });
    expect(() => {
      asking.resume([str("x")]);
    }).toThrow(InvariantError);
    asking.resume([str("x"), str("y")]);
    expect(() => {
      asking.resume([str("x"), str("y")]);
    }).toThrow(InvariantError);
    expect(asking.advance(100)).toMatchObject({ state: "done" });
  });

  it("are not possible while the arguments of a join are evaluated, nor are joins", () => {
    for (const argument of ["(Read :x 1)", "(funcall (lambda () (Read :x 1)))", "(car (parallel (Read :x 1)))"]) {
      expect(run(`(parallel (Read :file_path ${argument}))`, {}, { roster: READ })).toMatchObject({
        kind: "script",
        diagnostic: { code: "E350" },
        calls: [],
      });
    }
  });

  it("are possible again after a join without entries inside a join's argument", () => {
    const host = (): (() => Value) => () => str("x");
    const script = "(progn (parallel (Read :file_path (parallel))) (Read :file_path 1))";
    expect(run(script, {}, { roster: READ, host })).toMatchObject({ ok: true, calls: [{ batch: 1 }, {}] });
  });

  it("carry no lambda", () => {
    const script = "(Read :file_path (list (lambda () 1)))";
    expect(run(script, {}, { roster: READ })).toMatchObject({ kind: "value", diagnostic: { code: "E370" }, calls: [] });
  });

  it("say where they stand, and -1 when they are computed", () => {
    const host = (): (() => Value) => () => str("x");
    const script = "(progn (Read :a 1) (funcall 'Read :a 1) (mapcar 'Read '(1)) (parallel (Read :a 1)))";
    const places = run(script, {}, { roster: READ, host }).calls.map(({ place }) => place);
    expect(places).toEqual([script.indexOf("Read"), -1, -1, script.lastIndexOf("Read")]);
  });

  it("have results that count as retained", () => {
    const host = (): (() => Value) => () => str("x".repeat(100));
    const limits = { "max-retained-bytes": 150 };
    expect(run("(progn (Read :a 1) 1)", limits, { roster: READ, host })).toMatchObject({ ok: true });
    expect(run("(progn (Read :a 1) (Read :a 1) 1)", limits, { roster: READ, host })).toMatchObject({
      kind: "retained-value",
    });
  });

  it("are checked against the standalone-only names also when they are computed", () => {
    const roster = { names: new Set(["Skill"]), standalone: new Set(["Skill"]) };
    for (const script of [
      "(funcall (car '(Skill)))",
      "(defmacro m () ''Skill) (apply (m) nil)",
      "(defmacro m () (list 'parallel (list 'Skill))) (m)",
    ]) {
      expect(run(script, {}, { roster })).toMatchObject({ kind: "script", diagnostic: { code: "E371" }, calls: [] });
    }
  });
});

describe("the end of a script", () => {
  it("is final", () => {
    const ending = machine("(+ 1 2)");
    const done = ending.advance(100);
    expect(done).toMatchObject({ state: "done", value: 3 });
    expect(ending.advance(100)).toBe(done);
    ending.fail({ code: "E411", kind: "time", span: undefined, args: {} });
    expect(ending.advance(100)).toBe(done);
  });

  it("can come from outside, also while calls are open", () => {
    const late = { code: "E411", kind: "time", span: undefined, args: { allowed: 1 } } as const;
    const waiting = machine("(Read :file_path 1)");
    waiting.advance(100);
    waiting.fail(late);
    expect(waiting.advance(100)).toMatchObject({ state: "failed", kind: "time", diagnostic: late });
    expect(() => {
      waiting.resume([str("x")]);
    }).toThrow(InvariantError);
  });

  it("has no lambda in its value", () => {
    expect(run("(list 1 (list (lambda () 1)))")).toMatchObject({ kind: "value", diagnostic: { code: "E370" } });
  });
});

describe("closures", () => {
  it.each([
    ["(equal (lambda (x) x) (lambda (x) x))", "t"],
    ["(equal (lambda (x) x) (lambda (y) y))", "nil"],
    ["(let ((a 1)) (equal (lambda (x) x) (lambda (x) x)))", "nil"],
    ["(defmacro m () '(equal (lambda (x) x) (lambda (x) x))) (m)", "t"],
    ["(let ((n 0)) (let ((up (lambda () (setq n (+ n 1))))) (funcall up) (funcall up) n))", "2"],
    ["(let ((fs nil)) (dotimes (i 3) (push (lambda () i) fs)) (mapcar 'funcall-it fs))", undefined],
    ["(let ((fs nil)) (dotimes (i 3) (push (lambda () i) fs)) (mapcar (lambda (f) (funcall f)) fs))", "(2 1 0)"],
  ])("%s is %s", (script, value) => {
    expect(run(script)).toMatchObject(value === undefined ? { ok: false, kind: "script" } : { ok: true, value });
  });
});

describe("the variable input", () => {
  const input = list([1, 2]);

  it("is visible everywhere, and no lexical variable", () => {
    const script = "(defun f () (car input)) (list (f) input (equal (lambda () input) (lambda () input)))";
    expect(run(script, {}, { input })).toMatchObject({ ok: true, value: "(1 (1 2) t)" });
  });

  it("is unbound when the host gives none", () => {
    expect(run("input")).toMatchObject({ kind: "script", diagnostic: { code: "E300" } });
  });
});

describe("code that only a macro can make", () => {
  it.each([
    ["'(if)", "E123", "script"],
    ["'(quote a b)", "E123", "script"],
    ["'(setq a)", "E123", "script"],
    ["'(let ((a 1 2)) a)", "E123", "script"],
    ["'(let 5 a)", "E123", "script"],
    ["'(nope 1)", "E120", "script"],
    ["'(defun g () 1)", "E134", "script"],
    ["(list (list 'lambda nil 1))", "E111", "script"],
    ["(cons 1 2)", "E360", "script"],
    ["(lambda () 1)", "E360", "script"],
  ])("such as %s fails with %s when it runs", (body, code, kind) => {
    expect(run(`(defmacro m () ${body}) (m)`)).toMatchObject({ ok: false, kind, diagnostic: { code } });
  });
});
