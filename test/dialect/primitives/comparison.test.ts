import fc from "fast-check";
import { expect, test } from "vitest";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, WRONG_TYPE } from "./answers.ts";

test("a single operand is not looked at, and nothing behind the first pair out of order", () => {
  expectAnswers({
    "(= 'a)": "t",
    '(< "a")': "t",
    "(< 2 1 'a)": "nil",
    "(< 1 2 'a)": WRONG_TYPE,
    "(/= 1 'a)": WRONG_TYPE,
    "(>= nil 1)": WRONG_TYPE,
  });
});

test("integers and floats are compared exactly", () => {
  expectAnswers({
    "(= 9007199254740993 9007199254740992.0)": "nil",
    "(< 9007199254740992.0 9007199254740993)": "t",
    "(= 100000000000000000000 1e20)": "t",
    "(< 100000000000000000001 1e20 100000000000000000001)": "nil",
    "(/= 0.0 -0.0)": "nil",
    "(= 1 1.0 1)": "t",
  });
});

test("NaN is in no order with anything", () => {
  expectAnswers({
    "(list (= 0.0e+NaN 0.0e+NaN) (< 0.0e+NaN 1) (>= 1 0.0e+NaN) (/= 0.0e+NaN 1))": "(nil nil nil t)",
    "(= 100000000000000000000 0.0e+NaN)": "nil",
  });
});

test("eq compares integers by value up to 62 bits, everything else by identity", () => {
  expectAnswers({
    "(eq 2305843009213693951 2305843009213693951)": "t",
    "(eq 2305843009213693952 2305843009213693952)": "nil",
    "(eq -2305843009213693952 -2305843009213693952)": "t",
    "(let ((x 100000000000000000000)) (eq x x))": "t",
    "(eq 1.0 1.0)": "nil",
    '(eq "" (substring "a" 1))': "t",
    "(let ((l '(1))) (eq l l))": "t",
    "(eq [] (substring [1] 1))": "t",
    "(eq [1] [1])": "nil",
  });
});

test("eql and equal tell zeros and NaNs by their bits and integers from floats", () => {
  expectAnswers({
    "(list (eql 0.0 -0.0) (equal 0.0 -0.0))": "(nil nil)",
    "(list (eql 0.0e+NaN 0.0e+NaN) (equal 0.0e+NaN -0.0e+NaN))": "(t nil)",
    "(list (eql 100000000000000000000 100000000000000000000) (equal 1 1.0))": "(t nil)",
    '(list (eql "a" "a") (equal "a" "a") (equal "é" "\\351"))': "(nil t nil)",
  });
});

test("equal looks into lists, vectors and lambdas that close over nothing", () => {
  expectAnswers({
    '(equal \'(1 [2 (3 "x")] 4) \'(1 [2 (3 "x")] 4))': "t",
    '(equal \'(1 [2 (3 "x")] 4) \'(1 [2 (3 "y")] 4))': "nil",
    "(equal '[1] '(1))": "nil",
    "(equal (lambda (x) x) (lambda (x) x))": "t",
    "(equal (lambda (x) x) (lambda (y) y))": "nil",
    "(let ((a 1)) (equal (lambda () a) (lambda () a)))": "nil",
    '(equal (gensym "a") (gensym "a"))': "nil",
  });
});

test("equal and sort compare nesting that is thousands of levels deep", () => {
  const nested = "(let ((l nil) (m nil)) (dotimes (i 12000) (setq l (cons l nil)) (setq m (cons m nil)))";
  expect(answer(`${nested} (equal l m))`)).toBe("t");
  expect(answer(`${nested} (length (sort (list l m))))`)).toBe("2");
});

test("every literal is equal to itself written again", () => {
  const datum = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: "small" }, tie("atom"), tie("list"), tie("vector")),
    atom: fc.constantFrom("1", "-2.5", "0.0e+NaN", "nil", "sym", ":key", '"é😀"', '"\\200"', "123456789012345678901"),
    list: fc.array(tie("any"), { maxLength: 4 }).map((items) => (items.length === 0 ? "nil" : `(${items.join(" ")})`)),
    vector: fc.array(tie("any"), { maxLength: 4 }).map((items) => `[${items.join(" ")}]`),
  })).any;
  fc.assert(
    fc.property(datum, datum, (one, other) => {
      expect(
        answer(`(list (equal '${one as string} '${one as string}) (equal '${one as string} '${other as string}))`),
      ).toBe(`(t ${one === other ? "t" : "nil"})`);
    }),
    { numRuns: RUNS },
  );
});
