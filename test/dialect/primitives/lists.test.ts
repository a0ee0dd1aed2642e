import fc from "fast-check";
import { expect, test } from "vitest";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, NO_LIST, WRONG_TYPE } from "./answers.ts";

test("nthcdr does not look at the list for a count of 0 or less, and fails on a dotted end", () => {
  expectAnswers({
    "(nthcdr 0 5)": "5",
    "(nthcdr -1 5)": "5",
    "(nthcdr -100000000000000000000 5)": "5",
    "(nthcdr 1 5)": NO_LIST,
    "(nthcdr 2 (cons 1 2))": NO_LIST,
    "(nthcdr 1 nil)": "nil",
    "(nthcdr 1.0 '(1))": WRONG_TYPE,
  });
});

test("nth is the car of what nthcdr answers", () => {
  expectAnswers({
    "(nth -3 '(a b))": "a",
    "(nth 1 (cons 1 2))": NO_LIST,
    "(nth 100000000000000000000 '(a))": "nil",
    "(nth 1.0 '(1))": WRONG_TYPE,
  });
});

test("last takes any number as its count, and fails only when a part of a list is to be counted with a float", () => {
  expectAnswers({
    "(last '(1 2) 5.5)": "(1 2)",
    "(last '(1 2) 1.5)": WRONG_TYPE,
    "(last '(1 2) -1)": "nil",
    "(last '(1 2) 0.0e+NaN)": "nil",
    "(last '(1 2 3) 100000000000000000000)": "(1 2 3)",
    "(last nil 'a)": WRONG_TYPE,
    "(last 5 3)": "5",
    '(last "abc")': '"abc"',
    "(last (cons 1 (cons 2 3)) 1)": "(2 . 3)",
  });
});

test("take looks at the list only as far as it takes", () => {
  expectAnswers({
    "(take 0 5)": "nil",
    "(take -1 5)": "nil",
    "(take 1 (cons 1 2))": "(1)",
    "(take 2 (cons 1 2))": NO_LIST,
    "(take 1.0 '(1))": WRONG_TYPE,
    "(take 100000000000000000000 '(1 2))": "(1 2)",
    "(take -100000000000000000000 '(1 2))": "nil",
  });
});

test("car and cdr of nil are nil at every depth of their compositions", () => {
  expectAnswers({
    "(list (caar nil) (cadr nil) (cdar nil) (cddr nil))": "(nil nil nil nil)",
    "(caar '(1))": NO_LIST,
    "(cadr '(1 . (2)))": "2",
    "(cddr 'a)": NO_LIST,
  });
});

test("take and nthcdr part a list without loss", () => {
  const lists = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(lists, fc.integer({ min: -3, max: 15 }), (items, n) => {
      const text = `'(${items.join(" ")})`;
      expect(answer(`(equal ${text} (append (take ${n} ${text}) (nthcdr ${n} ${text})))`)).toBe("t");
    }),
    { numRuns: RUNS },
  );
});
