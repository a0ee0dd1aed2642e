import { test } from "vitest";
import { expectAnswers, NO_LIST, OUT_OF_RANGE, WRONG_TYPE } from "./answers.ts";

test("string-join takes lists and vectors of strings and code lists, and needs a separator only between two", () => {
  expectAnswers({
    '(string-join \'("a") 5)': '"a"',
    "(string-join '() 5)": '""',
    '(string-join \'("a" "b") 5)': WRONG_TYPE,
    '(string-join ["a" "b"] "-")': '"a-b"',
    '(string-join "" "-")': '""',
    '(string-join "ab" "-")': WRONG_TYPE,
    '(string-join \'("a" 5))': WRONG_TYPE,
    '(string-join \'("é" "😀" "") "日")': '"é日😀日"',
    '(length (string-join \'("é" "😀" "") "日"))': "4",
    '(string-join (cons "a" "b") "-")': NO_LIST,
    "(string-join 5)": WRONG_TYPE,
  });
});

test("a prefix or suffix that is longer than the text is none, whatever it is; otherwise both must be strings", () => {
  expectAnswers({
    '(string-prefix-p \'(1 2 3) "a")': "nil",
    '(string-prefix-p "abc" nil)': "nil",
    '(string-prefix-p nil "abc")': WRONG_TYPE,
    '(string-prefix-p "" nil)': WRONG_TYPE,
    '(string-prefix-p "a" 5)': WRONG_TYPE,
    '(string-suffix-p "abc" nil)': "nil",
    '(string-suffix-p nil "abc")': WRONG_TYPE,
    '(string-suffix-p "a" (cons 1 2))': NO_LIST,
  });
});

test("case is ignored by simple capitals, character by character", () => {
  expectAnswers({
    '(string-prefix-p "ß" "ẞx" t)': "t",
    '(string-prefix-p "ss" "ßx" t)': "nil",
    '(string-suffix-p "É" "é" t)': "t",
    '(string-prefix-p "K" "\\u212a" t)': "nil",
    '(string-prefix-p "😀A" "😀ab" t)': "t",
  });
});

test("a raw byte is not found inside a character", () => {
  expectAnswers({
    '(string-search "\\200" "𐂀\\200")': "1",
    '(string-search "\\200" "𐂀")': "nil",
    '(string-suffix-p "\\200" "𐂀")': "nil",
    '(string-prefix-p "\\200" "\\200a")': "t",
  });
});

test("string-search counts characters and checks where it starts", () => {
  expectAnswers({
    '(string-search "b" "😀b😀b" 2)': "3",
    '(string-search "" "" 0)': "0",
    '(string-search "a" "a" 1.0)': WRONG_TYPE,
    '(string-search "a" "a" 2)': OUT_OF_RANGE,
    '(string-search "a" "a" -1)': OUT_OF_RANGE,
    '(string-search nil "a")': WRONG_TYPE,
  });
});

test("character codes keep their modifier bits, other integers come back as they are", () => {
  expectAnswers({
    "(upcase ?\\M-a)": "134217793",
    "(upcase 4194304)": "4194304",
    "(upcase 1000000000000)": "1000000000000",
    "(upcase 100000000000000000000)": WRONG_TYPE,
    "(upcase -1)": WRONG_TYPE,
    "(upcase 1.0)": WRONG_TYPE,
  });
});
