import { expect, test } from "vitest";
import { canonical, variantsOf } from "../../../src/dialect/regexp/fold.ts";

const CODES = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);

test("the canonical form of a canonical form is itself, and the variants of a form are exactly what folds to it", () => {
  const foldsTo = new Map<number, number[]>();
  for (const code of CODES) {
    const canon = canonical(code);
    const list = foldsTo.get(canon);
    if (list === undefined) foldsTo.set(canon, [code]);
    else list.push(code);
  }
  const wrong: number[] = [];
  for (const [canon, codes] of foldsTo) {
    const variants = [...variantsOf(canon)].sort((a, b) => a - b);
    if (canonical(canon) !== canon || variants.join() !== codes.join()) wrong.push(canon);
  }
  expect(wrong).toEqual([]);
});

test("outside ASCII two characters fold together exactly when Unicode's simple folding says so", () => {
  const wrong = CODES.filter((code) => {
    const canon = canonical(code);
    return canon !== code && !new RegExp(`^\\u{${canon.toString(16)}}$`, "iu").test(String.fromCodePoint(code));
  });
  expect(wrong).toEqual([]);
  const cased = CODES.filter((code) => code > 127 && /\p{Changes_When_Casefolded}/u.test(String.fromCodePoint(code)));
  const missed = cased.filter((code) => {
    const lower = String.fromCodePoint(code).toLowerCase();
    const simple = lower.length === String.fromCodePoint(lower.codePointAt(0)!).length && lower.codePointAt(0)! > 127;
    return simple && lower !== String.fromCodePoint(code) && canonical(code) === code;
  });
  expect(missed).toEqual([]);
});
