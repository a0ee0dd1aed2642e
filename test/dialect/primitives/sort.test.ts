import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeSort } from "../../../src/dialect/primitives/merge-sort.ts";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, NO_LIST, WRONG_TYPE } from "./answers.ts";

const NOT_COMPARABLE = "!script E316";

test("values of one kind sort among themselves", () => {
  expectAnswers({
    "(sort '(2 1.5 -1 100000000000000000000 1e30))": "(-1 1.5 2 100000000000000000000 1e+30)",
    '(sort \'("b" "B" "a" "é" "z" "😀" "ﬁ" "" "ab"))': '("" "B" "a" "ab" "b" "z" "é" "ﬁ" "😀")',
    "(sort '(b :a nil t))": "(:a b nil t)",
    "(sort '([2 1] [1 3] [1] []))": "([] [1] [1 3] [2 1])",
    "(sort '((2) nil (1 2) (1)))": "(nil (1) (1 2) (2))",
    "(sort '((nil) nil (nil nil)))": "(nil (nil) (nil nil))",
    "(sort (list (cons 1 2) (cons 1 1)))": "((1 . 1) (1 . 2))",
    "(sort '(((2) a) ((1 5) b) ((1 4) c)))": "(((1 4) c) ((1 5) b) ((2) a))",
    "(sort '(9007199254740993 9007199254740992.0))": "(9007199254740992.0 9007199254740993)",
  });
});

test("raw bytes sort after every character", () => {
  expectAnswers({ '(sort (list "é\\200" "é😀" "éﬁ" "éa"))': '("éa" "éﬁ" "é😀" "é\\200")' });
});

test("mixed kinds are refused, and so is what is no list", () => {
  expectAnswers({
    "(sort '(1 a))": NOT_COMPARABLE,
    '(sort \'("a" a))': NOT_COMPARABLE,
    "(sort '([1] (1)))": NOT_COMPARABLE,
    "(sort '((1 2) (1 a)))": NOT_COMPARABLE,
    "(sort (list (cons 1 2) '(1)))": NOT_COMPARABLE,
    "(sort (list (lambda () 1) (lambda () 2)))": NOT_COMPARABLE,
    "(sort [3 1])": WRONG_TYPE,
    "(sort 5)": WRONG_TYPE,
    "(sort (cons 1 2))": NO_LIST,
  });
});

test("a list of one element is never compared", () => {
  expectAnswers({ "(length (sort (list (lambda () 1))))": "1", "(sort nil)": "nil" });
});

test("NaN stands where it stood, as nothing is smaller or larger", () => {
  expectAnswers({ "(sort '(3 0.0e+NaN 1))": "(3 0.0e+NaN 1)", "(sort '(2 1 0.0e+NaN))": "(1 2 0.0e+NaN)" });
});

test("nil can hold a list and symbols together when they are never compared", () => {
  expectAnswers({ "(sort '((1) nil a))": "(a nil (1))", "(sort '((1) a nil))": NOT_COMPARABLE });
});

test("sort leaves the list it is given as it was", () => {
  expect(answer("(let* ((l (list 3 1 2)) (s (sort l))) (list l s))")).toBe("((3 1 2) (1 2 3))");
});

test("the sort is a stable permutation in order, for short and for long lists", () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat()), { maxLength: 300, size: "max" });
  fc.assert(
    fc.property(pairs, (items) => {
      const byKey = (left: readonly [number, number], right: readonly [number, number]) => left[0] - right[0];
      expect(mergeSort([...items], byKey)).toEqual([...items].sort(byKey));
    }),
    { numRuns: RUNS },
  );
});

test("sort makes few comparisons when the list is in order or in the opposite order", () => {
  for (const items of [Array.from({ length: 1000 }, (_, i) => i), Array.from({ length: 63 }, (_, i) => 63 - i)]) {
    let comparisons = 0;
    mergeSort(items, (left, right) => {
      comparisons++;
      return left - right;
    });
    expect(comparisons).toBeLessThan(2 * items.length);
  }
});
