import { DEFAULT_LIMITS } from "../../src/dialect/index.ts";
import { drive } from "./drive.ts";
import { limitsOf, programText, timed } from "./engines.ts";
import { HOSTILE } from "./hostile.ts";

const collect = (globalThis as { gc?: () => void }).gc ?? ((): void => undefined);
const MIB = 1024 * 1024;
/** Runs of a hostile script while it is over a bar. */
const HOSTILE_RUNS = 5;

/** Bars for hostile scripts (the issue's own): milliseconds of a slice and of the whole run, MiB of heap growth. */
const BARS = { slice: 15, total: 1_000, heap: 150 };

interface Measured {
  readonly text: string;
  readonly over: boolean;
}

function measure(source: string, limits = DEFAULT_LIMITS): Measured {
  collect();
  let end = "";
  let slice = 0;
  let heapMiB = 0;
  const total = timed(() => {
    const { outcome, longestSlice, heapGrowth } = drive(source, limits);
    end = outcome.state === "failed" ? outcome.kind : outcome.state;
    slice = longestSlice;
    heapMiB = heapGrowth / MIB;
  });
  const over = slice > BARS.slice || total > BARS.total || heapMiB > BARS.heap;
  const text = `${total.toFixed(1).padStart(8)} ms${heapMiB.toFixed(1).padStart(8)} MiB  longest slice ${slice.toFixed(1).padStart(6)} ms  ${end}`;
  return { text, over };
}

/** The best of a few runs: a slice is as long as its quickest run, the rest is the machine's noise. */
function best(source: string): Measured {
  let result = measure(source);
  for (let again = 1; again < HOSTILE_RUNS && result.over; again++) result = measure(source);
  return result;
}

/** Prints heap growth and the longest uninterrupted slice of the programs and of hostile scripts under the default budgets. */
export function heap(): void {
  console.log("\nheap growth while running (largest seen at a pause) and the longest slice");
  for (const name of ["fib", "tailloop", "dotimes", "strings", "lists", "macros"]) {
    console.log(`${name.padEnd(28)}${measure(programText(name, "tcl") ?? "", limitsOf(name)).text}`);
  }
  console.log(`\nhostile scripts; bars: ${BARS.total} ms, ${BARS.heap} MiB, slices of ${BARS.slice} ms`);
  for (const [name, { script, ends }] of Object.entries(HOSTILE)) {
    const { text, over } = best(script);
    console.log(`${name.padEnd(28)}${text}${over ? "  OVER" : ""}${text.endsWith(ends) ? "" : `  EXPECTED ${ends}`}`);
  }
}
