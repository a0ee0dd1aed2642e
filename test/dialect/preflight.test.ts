import { describe, expect, it } from "vitest";
import { type Diagnostic, preflight, read, type Roster } from "../../src/dialect/index.ts";
import { describe as describeDiagnostic, messageOf } from "../../src/dialect/describe.ts";

const ROSTER: Roster = { names: new Set(["Read", "Grep", "Skill"]), standalone: new Set(["Skill"]) };

function errors(source: string): readonly Diagnostic[] {
  const result = preflight(read(source), ROSTER);
  return result.ok ? [] : result.diagnostics.filter((diagnostic) => diagnostic.kind !== "warning");
}

function warnings(source: string): readonly string[] {
  const result = preflight(read(source), ROSTER);
  const all = result.ok
    ? result.checked.warnings
    : result.diagnostics.filter((diagnostic) => diagnostic.kind === "warning");
  return all.map(messageOf);
}

describe("preflight", () => {
  it("reports every unknown operator in one diagnostic with the nearest names", () => {
    const [first, ...rest] = errors("(if nil (seq-take '(1) 1) (cl-mapcar 'car (nope2)))");
    expect(rest).toEqual([]);
    expect(messageOf(first as Diagnostic)).toContain("seq-take (try: take), cl-mapcar (try: mapcar), nope2");
  });

  it.each([
    ["quoted data", "'(nope (nope2))"],
    ["binding names", "(let ((nope 1)) nope)"],
    ["lambda parameters", "(funcall (lambda (nope) nope) 1)"],
    ["arguments of macros", "(defmacro k (x) 1) (k (nope 2))"],
    ["vectors", "[(nope 1)]"],
    ["the variable of dolist", "(dolist (nope '(1)) nope)"],
    ["the part of a loop that can never run", "(dolist (x '(1) (nope)) x)"],
  ])("does not look for operators in %s", (_where, source) => {
    expect(errors(source)).toEqual([]);
  });

  it.each([
    ["branches never taken", "(if nil (nope))"],
    ["cond tests", "(cond ((nope) 1))"],
    ["cond bodies", "(cond (t (nope)))"],
    ["let values", "(let ((x (nope))) x)"],
    ["lambda bodies", "(lambda (x) (nope))"],
    ["definitions never called", "(defun f () (nope)) 1"],
    ["macro bodies", "(defmacro f () (nope)) 1"],
    ["unquoted parts of a template", "`(a ,(nope 1))"],
    ["the list of dolist", "(dolist (x (nope)) x)"],
    ["the place of a name in setq", "(setq (nope) 1)"],
    ["operators that are lists", "((nope) 1)"],
  ])("finds unknown operators in %s", (_where, source) => {
    expect(errors(source).map((diagnostic) => [diagnostic.code, diagnostic.kind])).toEqual([["E120", "preflight"]]);
  });

  it.each([
    ["(if)", "(if CONDITION THEN ELSE...)"],
    ["(if nil (while) 1)", "(while CONDITION BODY...)"],
    ["(let ((x 1 2)) x)", "(let ((NAME VALUE)...) BODY...)"],
    ["(let [a 1] a)", "(let ((NAME VALUE)...) BODY...)"],
    ["(quote)", "(quote DATUM)"],
    ["(let ((x 1)) (setq x))", "(setq NAME VALUE...)"],
    ["(mapcar 'car)", "(mapcar FUNCTION LIST)"],
  ])("refuses the malformed form %s and shows its shape", (source, shape) => {
    const [first] = errors(source);
    expect([first?.code, first?.kind, first?.args["shape"]]).toEqual(["E122", "preflight", shape]);
  });

  it.each([
    ["a standalone-only tool beside another form", '(Skill :name "x") 1', "E121"],
    ["a standalone-only tool as a quoted function", "(mapcar 'Skill '(1))", "E121"],
    ["a standalone-only tool with a call in its arguments", '(Skill :name (Read :file_path "x"))', "E121"],
    ["a definition inside another form", "(progn (defun f () 1) (f))", "E134"],
    ["a definition of a primitive's name", "(defun list (x) x) 1", "E131"],
    ["a definition of a tool's name", "(defun Read (x) x) 1", "E131"],
    ["a second definition of a name", "(defun f () 1) (defun f () 2) 1", "E131"],
    ["a script of definitions only", "(defun f () 1)", "E132"],
    ["a bad parameter list of a definition", "(defun f (&key a) a) 1", "E133"],
    ["a nested template", "`(a `(b))", "E140"],
    ["a literal regexp outside the subset", '(string-match-p "a\\\\|b" "a")', "E160"],
    ["an empty literal separator", '(split-string "a" "")', "E164"],
  ])("refuses %s before anything runs", (_what, source, code) => {
    expect(errors(source)[0]?.code).toBe(code);
  });

  it("lets a standalone-only tool through when it is the entire expression", () => {
    expect(errors('(Skill :name (concat "a" "b"))')).toEqual([]);
  });

  it.each([
    ["an unbound variable", "(let ((a 1)) b)", "Unbound variable: b"],
    ["a sibling binding of let", "(let ((a 1) (b a)) b)", "Unbound variable: a"],
    ["a wrong number of arguments", "(car 1 2)", "car: expected 1 argument, got 2"],
    ["a constant as a variable", "(setq t 1)", "t cannot be assigned"],
    ["an entry of parallel that is no call", "(parallel 1)", "every entry of parallel"],
    ["a tilde directive of format", '(format "~a" 1)', "~a"],
    ["a malformed convenience", "(dolist (x) 1)", "malformed dolist"],
  ])("warns of %s, which is an error only when it is evaluated", (_what, source, text) => {
    expect(errors(source)).toEqual([]);
    expect(warnings(source).join("\n")).toContain(text);
  });

  it.each([
    ["(let* ((a 1) (b a)) (list a b))"],
    ["(defun f (x &optional y &rest z) (list x y z)) (f 1)"],
    ["(let ((l nil)) (dolist (x '(1)) (push x l)) l)"],
    ["(defmacro m (v) `(let ((it ,v)) it)) (m 1)"],
    ['(parallel-map (lambda (p) (Read :file_path p)) \'("a"))'],
    ["(let ((f (lambda (&rest r) r))) (funcall f 1 2))"],
  ])("warns of nothing in the sound script %s", (source) => {
    expect(errors(source)).toEqual([]);
    expect(warnings(source)).toEqual([]);
  });

  it("says how another Lisp's word is spelled here", () => {
    const [first] = errors("(defn f [x] x)");
    expect(describeDiagnostic(first as Diagnostic, "(defn f [x] x)")).toContain("(defun NAME (PARAMETER...) BODY...)");
  });

  it.each([
    ["(Raed)", "Raed (try: Read)"],
    ["(Gerp)", "Gerp (try: Grep)"],
    ["(Reed)", "Reed (try: Read)"],
    ["(lenght nil)", "lenght (try: length)"],
    ["(raed)", "raed (try: and)"],
  ])("counts two letters in the wrong order as one mistake, and takes capitals for a tool's: %s", (source, words) => {
    expect(messageOf(errors(source)[0]!)).toContain(words);
  });

  it("offers the nearest name as a fix where exactly one name is unknown", () => {
    expect(errors("(strin-join nil)")[0]?.fix?.edits).toEqual([{ span: { start: 1, end: 11 }, text: "string-join" }]);
  });
});
