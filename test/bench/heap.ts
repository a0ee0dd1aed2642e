import { DEFAULT_LIMITS } from "../../src/dialect/index.ts";
import { drive } from "./drive.ts";
import { limitsOf, programText, timed } from "./engines.ts";
import { HOSTILE } from "./hostile.ts";

const collect = (globalThis as { gc?: () => void }).gc ?? ((): void => undefined);
const MIB = 1024 * 1024;

function row(name: string, source: string, limits = DEFAULT_LIMITS): void {
  collect();
  let result = "";
  const time = timed(() => {
    const { outcome, longestSlice, heapGrowth } = drive(source, limits);
    const end = outcome.state === "failed" ? outcome.kind : outcome.state;
    result = `${(heapGrowth / MIB).toFixed(1).padStart(8)} MiB  longest slice ${longestSlice.toFixed(1).padStart(6)} ms  ${end}`;
  });
  console.log(`${name.padEnd(26)}${time.toFixed(1).padStart(8)} ms${result}`);
}

/** Prints heap growth and the longest uninterrupted slice of the programs and of hostile scripts under the default budgets. */
export function heap(): void {
  console.log(
    "\nheap growth while running (largest seen at a pause; bar for hostile scripts 150 MiB, slices 15 ms, time 1,000 ms)",
  );
  for (const name of ["fib", "tailloop", "dotimes", "strings", "lists", "macros"]) {
    row(name, programText(name, "tcl") ?? "", limitsOf(name));
  }
  for (const [name, source] of Object.entries(HOSTILE)) row(name, source);
}
