import type { DiagnosticRecord } from "./diagnostic-record.ts";

const budget = { severity: "error", phase: "run", family: "budget" } as const;

/** The budgets of a running script (E410–E453). Each message names its limit first (R232, A38). */
export const BUDGETS = {
  E410: {
    ...budget,
    condition: "The script evaluates too many forms.",
    message: "{limit}: stopped after {amount} steps, {allowed} are allowed",
    remedy: "Look for a loop that never ends; let a tool do bulk work (Grep, Glob) and loop over less.",
    example: { wrong: "(while t 1)", right: "(let ((i 0)) (while (< i 3) (setq i (+ i 1))) i)" },
  },
  E411: {
    ...budget,
    condition: "The script runs too long.",
    message: "{limit}: stopped after {amount} seconds, {allowed} are allowed (waiting for the user does not count)",
    remedy: "Split the work over several scripts.",
  },
  E412: {
    ...budget,
    condition: "The script makes too many tool calls.",
    message: "{limit}: {amount} calls wanted, {allowed} are allowed",
    remedy: "Use one call that does more, such as Grep with a wider glob.",
    example: { wrong: '(while t (Read :file_path "a"))', right: '(dotimes (i 2) (Read :file_path "a"))' },
  },
  E413: {
    ...budget,
    condition: "Calls nest too deep.",
    message: "{limit}: more than {allowed} calls wait for one another",
    remedy: "Make the recursive call the last thing the function does, or loop.",
    example: { wrong: "(defun f (n) (+ 1 (f n))) (f 0)", right: "(defun f (n) (if (> n 9) n (f (+ n 1)))) (f 0)" },
  },
  E420: {
    ...budget,
    condition: "An expansion is too large.",
    message: "{limit}: the expansion of {name} has more than {allowed} nodes",
    remedy: "Expand to a call of a function instead of repeating code.",
  },
  E430: {
    ...budget,
    condition: "A value, or the operands of one operation, take too many bytes.",
    message: "{limit}: {amount} bytes wanted in one value or operation, {allowed} are allowed",
    remedy: "Work on smaller pieces; let the tool cut or count.",
    example: {
      wrong: '(let ((s "abcd")) (while t (setq s (concat s s))))',
      right: '(let ((s "abcd")) (dotimes (i 2) (setq s (concat s s))) s)',
    },
  },
  E431: {
    ...budget,
    condition: "A value, or the operands of one operation, have too many nodes.",
    message: "{limit}: {amount} nodes wanted in one value or operation, {allowed} are allowed",
    remedy: "Work on smaller lists; a part that is used twice counts twice.",
    example: {
      wrong: "(let ((x (list 1))) (while t (setq x (list x x))))",
      right: "(let ((x (list 1))) (dotimes (i 2) (setq x (list x x))) x)",
    },
  },
  E432: {
    ...budget,
    condition: "An integer is too wide.",
    message: "{limit}: an integer of {amount} bits wanted, {allowed} are allowed",
    remedy: "Use floats, or keep the numbers small with mod.",
    example: {
      wrong: "(let ((n 10)) (while t (setq n (* n n))))",
      right: "(let ((n 10)) (dotimes (i 2) (setq n (* n n))) n)",
    },
  },
  E440: {
    ...budget,
    condition: "The script allocates too much altogether.",
    message: "{limit}: {amount} bytes allocated, {allowed} are allowed",
    remedy: "Build a large string once, with string-join over a list, instead of growing it piece by piece.",
  },
  E450: {
    ...budget,
    condition: "A regexp is too long.",
    message: "{limit}: the regexp has {amount} bytes, {allowed} are allowed",
    remedy: "Shorten the regexp, or look for fixed text with string-search.",
  },
  E451: {
    ...budget,
    condition: "A regexp could take too long on this text.",
    message: "{limit}: matching could take {amount} units on this text, {allowed} are allowed",
    remedy: "Match line by line, use fewer repeated atoms, or let Grep search.",
  },
  E452: {
    ...budget,
    condition: "A number's text is too long.",
    message: "string-to-number: the text has {amount} bytes, {allowed} are allowed",
    remedy: "Cut the text to the digits first.",
  },
  E453: {
    ...budget,
    condition: "A split could make more pieces than a value may hold.",
    message: "{name}: a split of this text could take {amount} nodes, max-value-nodes allows {allowed}",
    remedy: "Split a shorter part of the text, or read the file in parts with :offset and :limit.",
  },
} as const satisfies Record<string, DiagnosticRecord>;
