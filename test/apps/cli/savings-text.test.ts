import { describe, expect, it } from "vitest";
import { savingsText } from "../../../src/apps/cli/savings-text.ts";

describe("what a script saved is told", () => {
  it.each([
    [{ bytes: 1, roundTrips: 0 }, "1 byte of text"],
    [{ bytes: 999, roundTrips: 1 }, "999 bytes of text and 1 model turn"],
    [{ bytes: 1_000, roundTrips: 2 }, "1.0 kB of text and 2 model turns"],
    [{ bytes: 48_230, roundTrips: 11 }, "48.2 kB of text and 11 model turns"],
    [{ bytes: 999_960, roundTrips: 0 }, "1.0 MB of text"],
    [{ bytes: 2_500_000_000, roundTrips: 0 }, "2.5 GB of text"],
    [{ bytes: -40, roundTrips: 3 }, "3 model turns"],
  ])("in plain words: %j", (savings, words) => {
    expect(savingsText(savings)).toBe(`Kept out of a conversation with a model: ${words}.`);
  });

  it.each([undefined, { bytes: 0, roundTrips: 0 }, { bytes: -10, roundTrips: 0 }, { bytes: -10, roundTrips: -1 }])(
    "not at all when it saved nothing: %j",
    (savings) => {
      expect(savingsText(savings)).toBeUndefined();
    },
  );
});
