import { test } from "vitest";
import { expectAnswers, WRONG_TYPE } from "./answers.ts";

test("backup and version marks are no part of a name", () => {
  expectAnswers({
    '(file-name-extension "a.b~" t)': '".b"',
    '(file-name-extension "a.~1~")': "nil",
    '(file-name-extension ".~1~")': "nil",
    '(file-name-extension "a.el.~main~")': '"el"',
    '(file-name-sans-extension "x.js.~HEAD~1~")': '"x"',
    '(file-name-sans-extension "x.js.~é_1~")': '"x"',
    '(file-name-sans-extension "a.b.~two words~")': '"a.b"',
    '(file-name-sans-extension "a~")': '"a~"',
    '(file-name-base "dir/.emacs.el~")': '".emacs"',
  });
});

test("a period at the very start begins no extension", () => {
  expectAnswers({
    '(file-name-sans-extension ".emacs")': '".emacs"',
    '(file-name-sans-extension ".a.b")': '".a"',
    '(file-name-extension "dir.d/.x")': "nil",
    '(file-name-extension "dir.d/x" t)': '""',
    '(file-name-extension "a." t)': '"."',
  });
});

test("directories end with their slash, and only slashes separate", () => {
  expectAnswers({
    '(file-name-directory "a/b//")': '"a/b//"',
    '(file-name-directory "a\\\\b")': "nil",
    '(file-name-nondirectory "/probe:host:/x.el")': '"x.el"',
    '(file-name-nondirectory "é/😀")': '"😀"',
  });
});

test("file-name-concat leaves out what is empty and adds a slash where one is missing", () => {
  expectAnswers({
    "(file-name-concat nil)": '""',
    '(file-name-concat "a" "")': '"a"',
    '(file-name-concat "" "b")': '"b"',
    '(file-name-concat "a/" "b/" "c")': '"a/b/c"',
    '(file-name-concat "/a" "/b")': '"/a//b"',
    '(file-name-concat "a" \'(98))': WRONG_TYPE,
  });
});

test("every file-name primitive wants a string", () => {
  expectAnswers({
    "(file-name-nondirectory nil)": WRONG_TYPE,
    "(file-name-directory '(47))": WRONG_TYPE,
    "(file-name-extension 5)": WRONG_TYPE,
    "(file-name-sans-extension 'a)": WRONG_TYPE,
    "(file-name-base)": WRONG_TYPE,
  });
});
