import type { DiagnosticRecord } from "./diagnostic-record.ts";

const reader = { severity: "error", phase: "reader" } as const;
const structure = { ...reader, family: "illegal-token-or-structure" } as const;

/** What is wrong with the text of a script (E100–E150), and the budgets of the text (E400–E402). */
export const READING = {
  E100: {
    ...structure,
    condition: "The reader cannot form one admitted datum.",
    message: "{what}",
    remedy: "Remove or replace the marked text.",
    example: { wrong: "(list ?ab)", right: "(list ?a ?b)" },
  },
  E101: {
    ...structure,
    condition: "A list, vector or string is not closed before the text ends.",
    message:
      "{what} opened at line {line}, column {column} is never closed; {count} closing {closers} missing at the end",
    remedy: "Add what is missing, or remove the opener if it stands there by mistake.",
    example: { wrong: "(+ 1 (* 2 3)", right: "(+ 1 (* 2 3))" },
  },
  E102: {
    ...structure,
    condition: "A closing parenthesis or bracket has no opener.",
    message: "{closer} closes nothing",
    remedy: "Remove it, or look whether a form before it was closed too early.",
    example: { wrong: "(+ 1 2))", right: "(+ 1 2)" },
  },
  E103: {
    ...structure,
    condition: "A list is closed by a bracket or a vector by a parenthesis.",
    message: "{closer} cannot close the {opener} opened at line {line}, column {column}",
    remedy: "Close ( with ) and [ with ], the innermost first.",
    example: { wrong: "(length [1 2)]", right: "(length [1 2])" },
  },
  E104: {
    ...structure,
    condition: "The script holds no form.",
    message: "the script is empty",
    expected: 'one call such as (Read :file_path "README.md"), or a composed program',
    remedy: "Write at least one form; blanks and comments alone are no script.",
    example: { wrong: "; nothing yet", right: "nil ; nothing yet" },
  },
  E105: {
    ...structure,
    condition: "A dot stands where no dotted pair can be read, or a literal is a dotted pair.",
    message: "{what}",
    expected: "a proper list, such as (a b c)",
    remedy: "Leave out the dot; a pair is made when the script runs, by (cons a b).",
    example: { wrong: "'(a . b)", right: "(cons 'a 'b)" },
  },
  E106: {
    ...structure,
    condition: "The text uses read syntax of another Lisp that the dialect does not have.",
    message: "{what} is not part of the dialect",
    remedy: "Use lists, vectors, strings, numbers, characters, symbols and keywords.",
    example: { wrong: "(mapcar #(* % 2) '(1 2))", right: "(mapcar (lambda (x) (* x 2)) '(1 2))" },
  },
  E107: {
    ...reader,
    family: "json-in-script",
    condition: "The script is a JSON object.",
    message: "this is JSON, not a script",
    expected: "(TOOL :key value ...)",
    remedy: "Write a call as a list and an object as a keyword plist: no braces, colons before the keys, no commas.",
    example: { wrong: '{"tool": "Read", "file_path": "a.txt"}', right: '(Read :file_path "a.txt")' },
  },
  E108: {
    ...reader,
    family: "shell-in-script",
    condition: "The script is a bare shell command.",
    message: "this is a shell command, not a script",
    expected: '(Bash :command "{command}")',
    remedy: "Pass the command line as a string to the tool that runs commands, or use the tool made for the job.",
    example: { wrong: "grep -rn TODO src", right: '(Grep :pattern "TODO" :path "src")' },
  },
  E150: {
    ...reader,
    family: "bad-escape",
    condition: "An escape sequence or character does not name a character.",
    message: "{what}",
    remedy: 'Use \\n, \\t, \\\\, \\", \\xHH, \\uXXXX or \\U00XXXXXX, or the character itself.',
    example: { wrong: '"caf\\u9"', right: '"caf\\u00e9"' },
  },
  E400: {
    ...reader,
    family: "budget",
    condition: "The script text is over its byte budget.",
    message: "{limit}: the script has {amount} bytes, {allowed} are allowed",
    remedy: "Shorten the script; put bulk data into a file and read it.",
  },
  E401: {
    ...reader,
    family: "budget",
    condition: "The script has too many nodes.",
    message: "{limit}: the script has more than {allowed} nodes",
    remedy: "Shorten the script; put bulk data into a file and read it.",
  },
  E402: {
    ...reader,
    family: "budget",
    condition: "Lists or vectors are nested too deep.",
    message: "{limit}: lists nest deeper than {allowed} levels",
    remedy: "Give inner parts names with let* or defun.",
  },
} as const satisfies Record<string, DiagnosticRecord>;
