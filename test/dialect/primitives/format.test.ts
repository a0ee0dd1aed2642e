import fc from "fast-check";
import { expect, test } from "vitest";
import { exponentText, fixedText, generalText } from "../../../src/dialect/primitives/format-float.ts";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, WRONG_TYPE } from "./answers.ts";

const BAD_FORMAT = "!script E315";

/** Checks `(format CONTROL ARGUMENT...)`, written without the quotes of the result. */
function expectFormats(rows: readonly (readonly [control: string, args: string, result: string])[]): void {
  expectAnswers(
    Object.fromEntries(rows.map(([control, args, result]) => [`(format "${control}" ${args})`, `"${result}"`])),
  );
}

test("flags, width and precision of integers are those of printf", () => {
  expectFormats([
    ["%5.3d|%-5.3d|%05.3d", "7 7 7", "  007|007  |  007"],
    ["%.0d|%5.0d|", "0 0", "|     |"],
    ["%+ d|% +d|%-05d|", "5 5 5", "+5|+5|5    |"],
    ["%.5x|%#.5x|%#x", "255 255 0", "000ff|0x000ff|0"],
    ["%#o|%#o|%#5.3o", "8 0 8", "010|0|  010"],
    ["%X|%#X|%x|%o", "48879 48879 -255 -8", "BEEF|0XBEEF|-ff|-10"],
    ["%i", "5", "5"],
    ["%08d|%+08d|%-+8d|", "-42 42 42", "-0000042|+0000042|+42     |"],
  ]);
});

test("integers beyond 62 bits are written by Emacs itself, the sign counted with the digits", () => {
  expectFormats([
    [
      "%+d|% d|%d",
      "100000000000000000000 100000000000000000000 -100000000000000000000",
      "+100000000000000000000| 100000000000000000000|-100000000000000000000",
    ],
    [
      "%025d|%-25d|",
      "100000000000000000000 100000000000000000000",
      "0000100000000000000000000|100000000000000000000    |",
    ],
    ["%.25d", "-100000000000000000000", "-000100000000000000000000"],
    [
      "%#x|%#X|%o",
      "100000000000000000000 100000000000000000000 100000000000000000000",
      "0x56bc75e2d63100000|0X56BC75E2D63100000|12657072742654304000000",
    ],
  ]);
});

test("a float is cut for the integer directives", () => {
  expectFormats([
    ["%d|%d|%d", "3.99 -3.99 -0.5", "3|-3|0"],
    ["%d", "1e20", "100000000000000000000"],
    ["%x|%x|%x", "3.7 -3.7 1e25", "3|-3|845951614014880000000"],
    ["%d|%d|%+d|%06d|", "0.0e+NaN -1.0e+INF 1.0e+INF 1.0e+INF", "nan|-inf|+inf|   inf|"],
  ]);
  expectAnswers({ '(format "%x" 1.0e+INF)': "!script E314" });
});

test("floats have exact digits, halves to the even one", () => {
  expectFormats([
    ["%.0f %.0f %.0f %.0f", "0.5 1.5 2.5 3.5", "0 2 2 4"],
    ["%.2f|%.2f|%.1f", "0.125 1.005 0.25", "0.12|1.00|0.2"],
    ["%.20f", "0.1", "0.10000000000000000555"],
    ["%f|%f", "1e22 1e23", "10000000000000000000000.000000|99999999999999991611392.000000"],
    ["%e|%.0e|%#.0e|%+.3e", "0 12345 12345 12345.678", "0.000000e+00|1e+04|1.e+04|+1.235e+04"],
    ["%e", "1e-320", "9.999889e-321"],
    ["%g|%g|%g|%g|%g", "100000 1000000 0.0001 0.00001 1e23", "100000|1e+06|0.0001|1e-05|1e+23"],
    ["%#g|%.3g|%#.3g|%.0g", "1 1.0 1.0 123.0", "1.00000|1|1.00|1e+02"],
    ["%f|%e|%g", "-0.0e+NaN 0.0e+NaN -1.0e+INF", "-nan|nan|-inf"],
    ["%010f|%-10.1f|%08.2f", "1.0e+INF 2.55 -3.14159", "       inf|2.5       |-0003.14"],
  ]);
});

test("an integer of up to 64 bits keeps all its digits as a float", () => {
  expectFormats([
    ["%f", "9007199254740993", "9007199254740993.000000"],
    ["%f|%f", "18446744073709551615 18446744073709551617", "18446744073709551615.000000|18446744073709551616.000000"],
    ["%.3e", "-9223372036854775808", "-9.223e+18"],
  ]);
});

test("what a precision asks for beyond the useful digits is zeros", () => {
  expectAnswers({
    '(length (format "%.20000f" 1))': "20002",
    '(length (format "%.20000e" 1.5))': "20006",
    '(substring (format "%.20000e" 1.5) -6)': '"00e+00"',
    '(length (format "%.20000d" 7))': "20000",
    '(length (format "%.20000g" 1.5))': "3",
  });
});

test("text is cut and filled by columns, and 0 does not fill it", () => {
  expectFormats([
    ["%5s|%-5s|%05s|", '"日本" "日本" "ab"', " 日本|日本 |   ab|"],
    ["%.3s|%.0s|%3.0s|%.s|", '"日本語" "abc" "abc" "abc"', "日||   ||"],
    ["%.3s|", '"a\\tb"', "a|"],
    ["%.2S|%-10S|", '"abc" "q"', '\\"a|\\"q\\"       |'],
    ["%s|%S", "'a\\ b 'a\\ b", "a b|a\\\\ b"],
    ["%s|%S", '[1 "a"] [1 "a"]', '[1 a]|[1 \\"a\\"]'],
  ]);
});

test("%c takes any character, an ASCII one as printf does", () => {
  expectFormats([
    ["%c|%5c|%-3c|%05c|", "97 26085 98 97", "a|   日|b  |    a|"],
    ["%.0c|%3.0c|", "97 97", "|   |"],
  ]);
  expectAnswers({
    '(format "%c" -1)': WRONG_TYPE,
    '(format "%c" 55357)': WRONG_TYPE,
    '(format "%c" 97.0)': BAD_FORMAT,
    '(format "%c" 100000000000000000000)': BAD_FORMAT,
  });
});

test("a numbered directive sets the place for the ones behind it", () => {
  expectFormats([
    ["%2$s %s|%1$s %s", "1 2 3", "2 3|1 2"],
    ["%2$5d|%1$-5d|", "1 2", "    2|1    |"],
    ["%0$s", "1", "%0$s"],
    ["100%% %5%", "", "100% %"],
  ]);
  expectAnswers({ '(format "%3$s" 1 2)': BAD_FORMAT });
});

test("a control string that cannot be followed is an error", () => {
  expectAnswers({
    '(format "%s")': BAD_FORMAT,
    '(format "%")': BAD_FORMAT,
    '(format "%-5.")': BAD_FORMAT,
    '(format "%z" 1)': BAD_FORMAT,
    '(format "%😀" 1)': BAD_FORMAT,
    '(format "%1$" 1)': BAD_FORMAT,
    '(format "%d" \'a)': BAD_FORMAT,
    '(format "%f" "1")': BAD_FORMAT,
    "(format '(37 115) 1)": WRONG_TYPE,
  });
});

test("format answers the very string where nothing is to be changed", () => {
  expectAnswers({
    '(let ((s "abc")) (eq s (format s)))': "t",
    '(let ((s "abc")) (eq s (format "%s" s)))': "t",
    '(let ((s "a%%")) (equal (format s) "a%"))': "t",
  });
});

test("widths, precisions and repeated operands are charged before anything is made", () => {
  const small = { "max-value-bytes": 100 };
  expect(answer('(format "%101d" 1)', small)).toBe("!value E430");
  expect(answer('(format "%.101f" 1)', small)).toBe("!value E430");
  expect(answer('(format "%60d%60d" 1 1)', small)).toBe("!value E430");
  expect(answer('(format "%1$s%1$s%1$s" "0123456789012345678901234567890123456789")', small)).toBe("!value E430");
  expect(answer('(length (format "%100d" 1))', { "max-value-bytes": 101 })).toBe("100");
});

test("%d of an integer is its text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })), (value) => {
      expect(answer(`(format "%d" ${value})`)).toBe(`"${value}"`);
    }),
    { numRuns: RUNS },
  );
});

test("fixed and exponent notation read back as the float when they have digits enough", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(exponentText(value, 16, false))).toBe(value);
      expect(Number(generalText(value, 17, false))).toBe(value);
      expect(Number(fixedText(value, 1_100, false))).toBe(value);
    }),
    { numRuns: RUNS },
  );
});

test("fixed notation is the exact value rounded, whichever way it is made", () => {
  const halves = fc
    .tuple(fc.integer({ min: 0, max: 2 ** 30 }), fc.integer({ min: 0, max: 12 }))
    .map(([n, bits]) => n / 2 ** bits);
  fc.assert(
    fc.property(
      fc.oneof(halves, fc.double({ min: 0, max: 1e25, noNaN: true })),
      fc.integer({ min: 0, max: 12 }),
      (value, decimals) => {
        // All the digits there are, cut and rounded by hand.
        const [whole, fraction] = fixedText(value, 1_100, false).split(".") as [string, string];
        const kept = BigInt(whole + fraction.slice(0, decimals));
        const rest = fraction.slice(decimals);
        const half = `5${"0".repeat(rest.length - 1)}`;
        const up = rest > half || (rest === half && kept % 2n === 1n);
        const digits = String(up ? kept + 1n : kept).padStart(decimals + 1, "0");
        const wanted = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        expect(fixedText(value, decimals, false)).toBe(wanted);
      },
    ),
    { numRuns: RUNS },
  );
});
