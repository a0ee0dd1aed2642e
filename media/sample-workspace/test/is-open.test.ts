import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen, nextChange, parseHours } from "../src/index.ts";

const bakery = parseHours("Mo-Fr 06:30-18:00; Sa 07:00-13:00");

test("a shop is open from its first minute, and closed from its last", () => {
  assert.equal(isOpen(bakery, { day: "Sa", minutes: 7 * 60 }), true);
  assert.equal(isOpen(bakery, { day: "Sa", minutes: 13 * 60 }), false);
});

// TODO: test hours that are the same all week.
test("the next change after Saturday is on Monday", () => {
  assert.deepEqual(nextChange(bakery, { day: "Sa", minutes: 800 }), { day: "Mo", minutes: 390 });
});
