import { expect, test } from "vitest";
import { answer, expectAnswers, WRONG_TYPE } from "./answers.ts";

const QUESTIONS = [
  "null",
  "not",
  "atom",
  "consp",
  "listp",
  "stringp",
  "numberp",
  "integerp",
  "floatp",
  "symbolp",
  "sequencep",
];

test.each([
  ["nil", "null not atom listp symbolp sequencep"],
  ["t", "atom symbolp"],
  [":key", "atom symbolp"],
  ["(gensym)", "atom symbolp"],
  ["1", "atom numberp integerp"],
  ["100000000000000000000", "atom numberp integerp"],
  ["1.5", "atom numberp floatp"],
  ["0.0e+NaN", "atom numberp floatp"],
  ['"a"', "atom stringp sequencep"],
  ["[1]", "atom sequencep"],
  ["'(1)", "consp listp sequencep"],
  ["(cons 1 2)", "consp listp sequencep"],
  ["(lambda () 1)", "atom"],
])("%s is: %s", (value, kinds) => {
  const yes = QUESTIONS.filter((question) => answer(`(${question} ${value})`) === "t");
  expect(yes.join(" ")).toBe(kinds);
});

test("gensym makes a new symbol of the prefix's name, which must be a string", () => {
  expectAnswers({
    "(gensym nil)": "g",
    '(let ((g (gensym "tmp"))) (list g (eq g \'tmp) (eq g (gensym "tmp"))))': "(tmp nil nil)",
    "(gensym 'a)": WRONG_TYPE,
  });
});
