import { test } from "vitest";
import { expectAnswers, NO_LIST, WRONG_TYPE } from "./answers.ts";

const NOT_CALLABLE = "!script E301";

test("member and memq answer the rest from the element on and fail at an end that is no list", () => {
  expectAnswers({
    "(member 1.0 '(1 1.0 2))": "(1.0 2)",
    "(member '(a [1]) '(b (a [1])))": "((a [1]))",
    "(member 5 (cons 1 2))": NO_LIST,
    "(memq 1.0 '(1.0))": "nil",
    "(memq 9007199254740993 '(9007199254740993))": "(9007199254740993)",
    "(memq 100000000000000000000 '(100000000000000000000))": "nil",
    "(member 100000000000000000000 '(100000000000000000000))": "(100000000000000000000)",
    '(memq \'a "abc")': NO_LIST,
  });
});

test("assoc skips what is no pair and fails at an end that is no list", () => {
  expectAnswers({
    '(assoc "" (list 1 (cons "a" 1) (cons "" 2)))': '("" . 2)',
    '(assoc "ab" \'(("aé" 0) ("ac" 1) ("ab" 2)))': '("ab" 2)',
    "(assoc 'a (cons '(b 1) 'c))": NO_LIST,
    '(assoc "a" 5)': NO_LIST,
    "(assq 'a (cons '(b 1) 'c))": NO_LIST,
    '(assq "a" \'(("a" 1)))': "nil",
  });
});

test("a test operand is nil or the quoted name of a primitive that takes two operands", () => {
  expectAnswers({
    "(assoc 1 '((1.0 x)) '=)": "(1.0 x)",
    '(assoc "A" \'(("a" x)) \'string-prefix-p)': "nil",
    "(assoc 1 '((1 x)) nil)": "(1 x)",
    "(assoc 'a '((a 1)) 'upcase)": NOT_CALLABLE,
    "(assoc 'a '((a 1)) 'no-such-name)": NOT_CALLABLE,
    "(assoc 'a '((a 1)) (lambda (x y) t))": NOT_CALLABLE,
    "(defun same (x y) t) (assoc 'a '((a 1)) 'same)": NOT_CALLABLE,
    "(plist-get '(1 a) 1.0 '=)": "a",
    '(plist-member \'("a" 1) "a" \'equal)': '("a" 1)',
    "(plist-get '(a 1) 'a \"eq\")": NOT_CALLABLE,
  });
});

test("a test gets the element first and the key second", () => {
  expectAnswers({
    '(assoc "abcd" \'(("abc" 1)) \'string-prefix-p)': '("abc" 1)',
    '(assoc "ab" \'(("abc" 1)) \'string-prefix-p)': "nil",
    "(plist-get '(2 a 1 b) 2 '<)": "b",
  });
});

test("plist-get never fails, plist-member fails on a plist that ends in something else", () => {
  expectAnswers({
    "(plist-get 5 :a)": "nil",
    "(plist-get '(:a 1 :b) :b)": "nil",
    "(plist-get (cons :a 1) :a)": "nil",
    "(plist-member '(:a 1 :b) :b)": "(:b)",
    "(plist-member '(:a 1 :b) :c)": "nil",
    "(plist-member 5 :a)": WRONG_TYPE,
    "(plist-member (cons :a 1) :z)": WRONG_TYPE,
  });
});
