import type { CallPart } from "../../ports/model.ts";
import type { Delivered } from "./deliver.ts";

/** Counts how often in a row the same call came to the same result. */
export interface Repetition {
  /** How often this one did, itself included. */
  readonly count: (call: CallPart, delivered: Delivered) => number;
}

/** A guard for one request. */
export function createRepetition(): Repetition {
  let last = "";
  let times = 0;
  return {
    count: ({ name, argumentsText }, { text, artifact = "" }) => {
      const key = JSON.stringify([name, argumentsText, text, artifact]);
      times = key === last ? times + 1 : 1;
      last = key;
      return times;
    },
  };
}
