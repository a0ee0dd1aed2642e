/** Names after \N (2.1): there is no full table; letters are composed from their parts and the rest is a short list. */

const GREEK =
  "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO FINAL_SIGMA SIGMA TAU UPSILON PHI CHI PSI OMEGA";
const CYRILLIC =
  "A BE VE GHE DE IE ZHE ZE I SHORT_I KA EL EM EN O PE ER ES TE U EF HA TSE CHE SHA SHCHA HARD_SIGN YERU SOFT_SIGN E YU YA";
const LATIN: Readonly<Record<string, string>> = {
  AE: "æÆ",
  ETH: "ðÐ",
  THORN: "þÞ",
  "O WITH STROKE": "øØ",
  "D WITH STROKE": "đĐ",
  "L WITH STROKE": "łŁ",
  "SHARP S": "ßẞ",
  "DOTLESS I": "ı",
};

const MARKS = new Map(
  (
    "GRAVE 300,ACUTE 301,TONOS 301,CIRCUMFLEX 302,TILDE 303,MACRON 304,BREVE 306,DOT ABOVE 307,DIAERESIS 308,DIALYTIKA 308," +
    "HOOK ABOVE 309,RING ABOVE 30a,DOUBLE ACUTE 30b,CARON 30c,DOUBLE GRAVE 30f,INVERTED BREVE 311,HORN 31b,DOT BELOW 323," +
    "DIAERESIS BELOW 324,RING BELOW 325,COMMA BELOW 326,CEDILLA 327,OGONEK 328,CIRCUMFLEX BELOW 32d,TILDE BELOW 330,LINE BELOW 331"
  )
    .split(",")
    .map((entry) => [entry.slice(0, -4), String.fromCharCode(parseInt(entry.slice(-3), 16))]),
);

const OTHERS =
  "SPACE 20,EXCLAMATION MARK 21,QUOTATION MARK 22,NUMBER SIGN 23,DOLLAR SIGN 24,PERCENT SIGN 25,AMPERSAND 26,APOSTROPHE 27,LEFT PARENTHESIS 28," +
  "RIGHT PARENTHESIS 29,ASTERISK 2a,PLUS SIGN 2b,COMMA 2c,HYPHEN-MINUS 2d,FULL STOP 2e,SOLIDUS 2f,COLON 3a,SEMICOLON 3b,LESS-THAN SIGN 3c," +
  "EQUALS SIGN 3d,GREATER-THAN SIGN 3e,QUESTION MARK 3f,COMMERCIAL AT 40,LEFT SQUARE BRACKET 5b,REVERSE SOLIDUS 5c,RIGHT SQUARE BRACKET 5d," +
  "CIRCUMFLEX ACCENT 5e,LOW LINE 5f,GRAVE ACCENT 60,LEFT CURLY BRACKET 7b,VERTICAL LINE 7c,RIGHT CURLY BRACKET 7d,TILDE 7e,NO-BREAK SPACE a0," +
  "INVERTED EXCLAMATION MARK a1,CENT SIGN a2,POUND SIGN a3,YEN SIGN a5,SECTION SIGN a7,COPYRIGHT SIGN a9,LEFT-POINTING DOUBLE ANGLE QUOTATION MARK ab," +
  "SOFT HYPHEN ad,REGISTERED SIGN ae,DEGREE SIGN b0,PLUS-MINUS SIGN b1,SUPERSCRIPT TWO b2,SUPERSCRIPT THREE b3,MICRO SIGN b5,PILCROW SIGN b6," +
  "MIDDLE DOT b7,RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK bb,INVERTED QUESTION MARK bf,MULTIPLICATION SIGN d7,DIVISION SIGN f7," +
  "ZERO WIDTH SPACE 200b,ZERO WIDTH NON-JOINER 200c,ZERO WIDTH JOINER 200d,EN DASH 2013,EM DASH 2014,LEFT SINGLE QUOTATION MARK 2018," +
  "RIGHT SINGLE QUOTATION MARK 2019,LEFT DOUBLE QUOTATION MARK 201c,RIGHT DOUBLE QUOTATION MARK 201d,DAGGER 2020,BULLET 2022,HORIZONTAL ELLIPSIS 2026," +
  "PER MILLE SIGN 2030,EURO SIGN 20ac,TRADE MARK SIGN 2122,LEFTWARDS ARROW 2190,UPWARDS ARROW 2191,RIGHTWARDS ARROW 2192,DOWNWARDS ARROW 2193," +
  "LEFT RIGHT ARROW 2194,RIGHTWARDS DOUBLE ARROW 21d2,FOR ALL 2200,THERE EXISTS 2203,EMPTY SET 2205,ELEMENT OF 2208,MINUS SIGN 2212,SQUARE ROOT 221a," +
  "INFINITY 221e,LOGICAL AND 2227,LOGICAL OR 2228,INTERSECTION 2229,UNION 222a,ALMOST EQUAL TO 2248,NOT EQUAL TO 2260,IDENTICAL TO 2261," +
  "LESS-THAN OR EQUAL TO 2264,GREATER-THAN OR EQUAL TO 2265,BLACK STAR 2605,CHECK MARK 2713,HEAVY CHECK MARK 2714,BALLOT X 2717," +
  "ZERO WIDTH NO-BREAK SPACE feff,REPLACEMENT CHARACTER fffd,GRINNING FACE 1f600";

let others: Map<string, number> | undefined;

/** The listed names, made into a table when the first one is asked for. */
function otherNames(): ReadonlyMap<string, number> {
  others ??= new Map(
    OTHERS.split(",").map((entry) => {
      const blank = entry.lastIndexOf(" ");
      return [entry.slice(0, blank), parseInt(entry.slice(blank + 1), 16)];
    }),
  );
  return others;
}

/** The letter of an alphabet by its name, without marks. */
function letter(script: string, name: string, small: boolean): string | undefined {
  const index = small ? 0 : 1;
  if (script === "LATIN") {
    if (/^[A-Z]$/.test(name)) return small ? name.toLowerCase() : name;
    return LATIN[name]?.[index];
  }
  const names = (script === "GREEK" ? GREEK : CYRILLIC).split(" ");
  const at = names.indexOf(name.replaceAll(" ", "_").replace("LAMBDA", "LAMDA"));
  if (at < 0) return undefined;
  const first = script === "GREEK" ? 0x3b1 : 0x430;
  const code = String.fromCharCode(first + at);
  return small ? code : code.toUpperCase();
}

/** A letter with marks, such as LATIN SMALL LETTER E WITH ACUTE, as long as it is one character. */
function composed(name: string): number | undefined {
  const parts = /^(LATIN|GREEK|CYRILLIC) (SMALL|CAPITAL) LETTER ([A-Z ]+?)(?: WITH ([A-Z ]+))?$/.exec(name);
  if (parts === null) return undefined;
  const [, script = "", size, base = "", marks] = parts;
  const small = size === "SMALL";
  const whole = marks === undefined ? undefined : letter(script, `${base} WITH ${marks}`, small);
  let text = whole ?? letter(script, base, small);
  if (text === undefined) return undefined;
  if (whole === undefined && marks !== undefined) {
    for (const mark of marks.split(" AND ")) text += MARKS.get(mark) ?? "??";
    text = text.normalize("NFC");
  }
  return text.length === 1 ? text.charCodeAt(0) : undefined;
}

/**
 * The character of a Unicode name as it stands between the braces of \N{...}, or undefined: `U+E9`, composed Latin,
 * Greek and Cyrillic letters, and common punctuation and signs.
 */
export function characterNamed(text: string): number | undefined {
  const name = text.replace(/\s+/g, " ");
  const hex = /^U\+([0-9A-Fa-f]{1,6})$/.exec(name)?.[1];
  if (hex !== undefined) {
    const code = parseInt(hex, 16);
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? code : undefined;
  }
  return otherNames().get(name) ?? composed(name);
}
