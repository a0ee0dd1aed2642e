import assert from "node:assert/strict";
import { test } from "node:test";
import { formatHours, parseHours } from "../src/index.ts";

test("neighbouring days with the same ranges are joined", () => {
  assert.equal(formatHours(parseHours("Mo 09:00-12:00; Tu 09:00-12:00")), "Mo-Tu 09:00-12:00");
});
