import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_LIMITS, limitsWith } from "../../../src/dialect/limits.ts";
import { Fault } from "../../../src/dialect/fault.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import type { CaseAction } from "../../../src/dialect/text/case.ts";
import { caseCharacter, caseText } from "../../../src/dialect/text/case.ts";
import { str } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";

function cased(text: string, action: CaseAction): string {
  return caseText(new Meter(DEFAULT_LIMITS), str(text), action);
}

test.each<[CaseAction, string, string]>([
  ["up", "straße", "STRASSE"],
  ["up", "ŉ \u0390 ﬃ ǆ", "ʼN \u0399\u0308\u0301 FFI Ǆ"],
  ["up", "ıſ", "ıſ"],
  ["up", "ა", "Ა"],
  ["down", "İ", "i\u0307"],
  ["down", "KELVIN \u212a", "kelvin \u212a"],
  ["down", "ÅΣ", "åς"],
  ["down", "ΑΣ ΑΣΑ Σ ΑΣ_Α", "ας ασα σ ας_α"],
  ["capitalize", "ﬁsh ßa ŉx", "Fish Ssa ʼNx"],
  ["capitalize", "ა ᾳ ᾲ ᾀ ǆx", "ა ᾼ Ὰ\u0345 ᾈ ǅx"],
  ["capitalize", "don't foo_bar a.b x$y %z", "Don'T Foo_Bar A.B X$y %z"],
  ["capitalize", "ΑΣ ΟΣ", "Ας Ος"],
  ["capitalize", "HELLO\nwORLD 1st", "Hello\nWorld 1st"],
  ["capitalize", "\udc80abc d", "\udc80abc D"],
  ["up", "\udc80é", "\udc80É"],
])("%s of %j is %j in strings, by the special mappings", (action, text, wanted) => {
  expect(cased(text, action)).toBe(wanted);
});

test.each<[CaseAction, number, number]>([
  ["up", 223, 7838],
  ["up", 0x131, 0x131],
  ["up", 0xfb01, 0xfb01],
  ["up", 0x1fb3, 0x1fbc],
  ["down", 0x130, 0x130],
  ["down", 0x212a, 0x212a],
  ["down", 0x212b, 0xe5],
  ["capitalize", 0x1c6, 0x1c5],
  ["capitalize", 0x1f1, 0x1f2],
  ["capitalize", 0x10d0, 0x10d0],
  ["capitalize", 223, 7838],
  ["up", 0x3fff80, 0x3fff80],
])("%s of the character %i is %i, by the simple mappings", (action, code, wanted) => {
  expect(caseCharacter(code, action)).toBe(wanted);
});

test("no text grows beyond the value budget before it is refused", () => {
  const meter = new Meter(limitsWith({ "max-value-bytes": 10 }));
  expect(caseText(meter, str("\u0390é"), "up")).toBe("\u0399\u0308\u0301É");
  expect(() => caseText(meter, str("\u0390\u0390"), "up")).toThrow(Fault);
});

test("the other case of a text is that of its parts, apart from sigma", () => {
  const part = fc.constantFrom("a", "B", "ß", "é", "Ⱥ", "日", "😀", "ﬁ", "İ", "\u212a", "ı", "-", "\udc80");
  const text = fc.array(part, { maxLength: 8 });
  fc.assert(
    fc.property(text, fc.constantFrom<CaseAction>("up", "down"), (parts, action) => {
      expect(cased(parts.join(""), action)).toBe(parts.map((one) => cased(one, action)).join(""));
    }),
    { numRuns: RUNS },
  );
});
