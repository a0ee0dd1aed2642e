/**
 * The standard syntax table of Emacs (fundamental mode), fixed: what `\w`, `\sC`, `\b`, `[[:word:]]`, `[[:space:]]`
 * and `[[:punct:]]` mean in a regexp (A32), and where words begin and end.
 */

/** The one-character codes of the classes a character can have, as `\sC` writes them. */
export type SyntaxCode = " " | "w" | "_" | "." | "(" | ")" | '"' | "\\";

/** The class of each ASCII character. */
const ASCII =
  "........." + // controls up to backspace
  "  .  " + // tab, newline, vertical tab, form feed, return
  ".................." + // the other controls
  ' .".ww_.()__._._' + // space to slash
  "wwwwwwwwww..___." + // digits to question mark
  ".wwwwwwwwwwwwwwwwwwwwwwwwww(\\)._" + // @ to underscore
  ".wwwwwwwwwwwwwwwwwwwwwwwwww(_).."; // backquote to delete

/** The classes of the other characters as ranges of hexadecimal code points; a character in none of them is a word character. */
const BEYOND_ASCII: readonly (readonly [SyntaxCode, string])[] = [
  [" ", "a0 2000-200b 202f 205f 3000"],
  [
    ".",
    "a1 a7 ab bb bf 5be 5c0 5c3 5c6 5f3-5f4 f00-f0b f0d-f18 f1a-f1f f34 f36 f38-f3f f7f f85 fbe-fcf 1361-1368 " +
      "1800-180a 200c-2027 2030-2038 203b-2043 2047-2051 2053-205e 2116 2e00-2e7f 3001-3003 30fb ff01-ff03 " +
      "ff05-ff07 ff0a ff0c-ff0f ff1a-ff1b ff1f-ff20 ff61 ff64-ff65 11660-1166c 1fbcb-1fbff",
  ],
  [
    "_",
    "a2-a4 a6 a8-aa ac-b1 b4 b6-b8 ba bc-be d7 f7 2c7 2c9 2d0 2d8-2db 2dd 384-385 e2f e3f e46 e4f e5a-e5b eaf ec6 " +
      "2039-203a 2044 2052 2103 2109 2121-2122 2153-2154 215b-215e 2190-2328 232b-23b3 23b6-244f 2460-246e " +
      "2474-24b5 2500-254b 2592 25a0-25a1 25a3-25a9 25b2-25b3 25b6-25b7 25bc-25bd 25c0-25c1 25c6-25c8 25cb " +
      "25ce-25d1 25ef 2605-2606 260e-260f 261c 261e 2640 2642 2660-2661 2663-2665 2667-266a 266c-266d 266f " +
      "2a00-2bff 3012-3013 301c 3200-321c 3220-3229 3260-327b 327f 3380-3384 3388-33ca 33cf-33d0 33d3 33d6 33d8 " +
      "33db-33dd aadb-aadf ff04 ff0b ff1c-ff1e ff3c ff3e-ff40 ff5c ff5e ffe0-ffe3 ffe5 1fb00-1fbca",
  ],
  [
    "(",
    "2045 207d 208d 2329 23b4 2768 276a 276c 2770 2772 2774 27e6 27e8 27ea 2983 2985 2987 2989 298b 298d 298f " +
      "2991 2993 2995 2997 29fc 3008 300a 300c 300e 3010 3014 3016 3018 301a fd3e fe35 fe37 fe39 fe3b fe3d fe3f " +
      "fe41 fe43 fe59 fe5b fe5d ff08 ff3b ff5b ff5f ff62",
  ],
  [
    ")",
    "2046 207e 208e 232a 23b5 2769 276b 276d 2771 2773 2775 27e7 27e9 27eb 2984 2986 2988 298a 298c 298e 2990 " +
      "2992 2994 2996 2998 29fd 3009 300b 300d 300f 3011 3015 3017 3019 301b fd3f fe36 fe38 fe3a fe3c fe3e fe40 " +
      "fe42 fe44 fe5a fe5c fe5e ff09 ff3d ff5d ff60 ff63",
  ],
];

/** Code points below this one have a slot in the table; above it no character has another class than word. */
const TABLE_SIZE = 0x20000;

let table: Uint8Array | undefined;

function buildTable(): Uint8Array {
  const codes = new Uint8Array(TABLE_SIZE).fill(WORD);
  for (let i = 0; i < ASCII.length; i++) codes[i] = ASCII.charCodeAt(i);
  for (const [code, ranges] of BEYOND_ASCII) {
    for (const range of ranges.split(" ")) {
      const [from, to = from] = range.split("-");
      codes.fill(code.charCodeAt(0), parseInt(from as string, 16), parseInt(to as string, 16) + 1);
    }
  }
  return codes;
}

/** The character code of `w`. */
const WORD = 119;

/** The class of a code point as the character code of its `SyntaxCode`. */
export function syntaxUnit(codePoint: number): number {
  if (codePoint < 128) return ASCII.charCodeAt(codePoint);
  if (codePoint >= TABLE_SIZE) return WORD;
  table ??= buildTable();
  return table[codePoint] as number;
}

/** The syntax class of a code point in Emacs's standard table (A32). */
export function syntaxClass(codePoint: number): SyntaxCode {
  return String.fromCharCode(syntaxUnit(codePoint)) as SyntaxCode;
}

/** Whether a code point is a word constituent: letters, digits, `$`, `%` and most characters beyond ASCII. */
export function isWord(codePoint: number): boolean {
  return syntaxUnit(codePoint) === WORD;
}
