import assert from "node:assert/strict";
import { test } from "node:test";
import { HoursError, parseHours } from "../src/index.ts";

test("days from one to another get the same ranges", () => {
  const hours = parseHours("Mo-We 09:00-17:30");
  assert.deepEqual(hours.Tu, [{ opens: 540, closes: 1050 }]);
  assert.deepEqual(hours.Th, []);
});

test("a later rule replaces an earlier one", () => {
  assert.deepEqual(parseHours("Mo-Su 10:00-12:00; Su 11:00-12:00").Su, [{ opens: 660, closes: 720 }]);
});

test("a range that ends before it begins is refused", () => {
  assert.throws(() => parseHours("Mo 18:00-09:00"), HoursError);
});
