import { resolveBuiltIn, type Names } from "./resolve.ts";
import { CONVENIENCES } from "./conveniences.ts";
import { FORMS } from "./forms.ts";
import { PRIMITIVES } from "./primitives.ts";

/** A suggestion is offered for fewer edits than this (2.5). */
const SUGGESTION_DISTANCE = 3;

/**
 * Every name that could be meant, in the order in which the first best wins (2.5). A name with a capital is most likely a
 * tool's: no form and no primitive has one.
 */
function candidates(name: string, names: Names): readonly string[] {
  const own = [...names.definitions.values()];
  return [
    ...(/^[A-Z]/.test(name) ? names.roster.names : []),
    ...Object.keys(FORMS),
    ...Object.keys(CONVENIENCES),
    "`",
    ...PRIMITIVES.keys(),
    ...names.roster.names,
    ...own.filter((definition) => definition.kind === "function").map((definition) => definition.name.name),
    ...own.filter((definition) => definition.kind === "macro").map((definition) => definition.name.name),
  ];
}

/**
 * Edits between two words (insert, delete, replace, swap two neighbours), or `SUGGESTION_DISTANCE` when there are that many
 * or more.
 */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) >= SUGGESTION_DISTANCE) return SUGGESTION_DISTANCE;
  let beforeLast: readonly number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = areSwapped(a, i, b, j) ? (beforeLast[j - 2] as number) + 1 : replaced;
      const value = Math.min(replaced, swapped, (previous[j] as number) + 1, (current[j - 1] as number) + 1);
      current.push(value);
      best = Math.min(best, value);
    }
    if (best >= SUGGESTION_DISTANCE) return SUGGESTION_DISTANCE;
    beforeLast = previous;
    previous = current;
  }
  return Math.min(previous[b.length] as number, SUGGESTION_DISTANCE);
}

/** Whether the two letters before these ends are the same in the other order. */
function areSwapped(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}

/** The nearest word to `name`, or undefined when none is near. A word found by stripping a `-` prefix or suffix counts as one edit. */
export function nearestOf(name: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = SUGGESTION_DISTANCE;
  for (const word of words) {
    const stripped = name.endsWith(`-${word}`) || name.startsWith(`${word}-`);
    const distance = stripped ? 1 : editDistance(name, word);
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/** The callable name nearest to an unknown one (R165). */
export function nearestOperator(name: string, names: Names): string | undefined {
  return nearestOf(name, candidates(name, names));
}

/** What other Lisps and languages call things the dialect has under another name. */
const IDIOMS: ReadonlyMap<string, string> = new Map([
  ["defn", "write (defun NAME (PARAMETER...) BODY...)"],
  ["def", "write (let ((NAME VALUE)) BODY...) for a variable, (defun NAME (PARAMETER...) BODY...) for a function"],
  ["define", "write (let ((NAME VALUE)) BODY...) for a variable, (defun NAME (PARAMETER...) BODY...) for a function"],
  ["defvar", "there are no globals: bind the variable with let around the code that uses it"],
  ["defconst", "there are no globals: bind the variable with let around the code that uses it"],
  ["fn", "write (lambda (PARAMETER...) BODY...)"],
  ["function", "quote the function's name: 'NAME"],
  ["str", 'use (concat A B) for strings, (format "%s%s" A B) for any values'],
  ["string-append", "use (concat A B)"],
  ["nil?", "use (null X)"],
  ["null?", "use (null X)"],
  ["empty?", 'use (null X) for lists, (equal X "") for strings'],
  ["first", "use (car LIST)"],
  ["rest", "use (cdr LIST)"],
  ["second", "use (cadr LIST)"],
  ["begin", "use (progn FORM...)"],
  ["do", "use (progn FORM...)"],
  ["set!", "use (setq NAME VALUE)"],
  ["setf", "use (setq NAME VALUE); there are no generalized places"],
  ["pop", "use (setq LIST (cdr LIST)) after taking (car LIST)"],
  ["incf", "use (setq N (+ N 1))"],
  ["cl-incf", "use (setq N (+ N 1))"],
  ["1+", "use (+ N 1)"],
  ["1-", "use (- N 1)"],
  ["string=", "use (equal A B)"],
  ["string-equal", "use (equal A B)"],
  ["string<", "sort orders strings; compare two with (car (sort (list A B)))"],
  ["elt", "use (nth N LIST), or (nth N (append VECTOR nil)) for a vector"],
  ["aref", "use (nth N (append VECTOR nil)) for a vector, (substring STRING N (+ N 1)) for a string"],
  ["vector", "use a literal [A B] for constant data, (list A B) otherwise"],
  ["cl-loop", "use dolist, dotimes or while"],
  ["loop", "use dolist, dotimes or while"],
  ["for", "use (dolist (NAME LIST) BODY...) or (dotimes (NAME COUNT) BODY...)"],
  ["foreach", "use (dolist (NAME LIST) BODY...)"],
  ["map", "use (mapcar FUNCTION LIST)"],
  ["filter", "collect with dolist, when and push, then reverse"],
  ["seq-filter", "collect with dolist, when and push, then reverse"],
  ["remove-if-not", "collect with dolist, when and push, then reverse"],
  ["cl-remove-if-not", "collect with dolist, when and push, then reverse"],
  ["reduce", "accumulate with dolist and setq, or (apply '+ LIST) for a sum"],
  ["mapconcat", "use (string-join (mapcar FUNCTION LIST) SEPARATOR)"],
  ["message", "a script prints nothing: make the text part of its last value"],
  ["print", "a script prints nothing: make the text part of its last value"],
  ["println", "a script prints nothing: make the text part of its last value"],
  ["princ", "a script prints nothing: make the text part of its last value"],
  ["error", 'end with a value that says what went wrong, such as (list :error "...")'],
  ["condition-case", "a failed tool call is a value: test it with (and (listp R) (plist-get R :error))"],
  ["ignore-errors", "a failed tool call is a value: test it with (and (listp R) (plist-get R :error))"],
  ["save-excursion", "there are no buffers: read files with the Read tool"],
  ["insert", "there are no buffers: change files with the editing tools"],
  ["shell-command", 'use the tool that runs commands, such as (Bash :command "...")'],
  [",", "a comma belongs inside a backquote template: `(a ,X)"],
  [",@", "a splice belongs inside a backquote template: `(a ,@LIST)"],
]);

/** How to write here what `name` is called elsewhere, or undefined. */
export function idiomFor(name: string): string | undefined {
  return resolveBuiltIn(name) === undefined ? IDIOMS.get(name) : undefined;
}
