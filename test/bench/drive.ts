import { createMachine, type Limits, type Outcome, preflight, read } from "../../src/dialect/index.ts";
import { SLICE, timed } from "./engines.ts";

/** What a run on the vm cost. */
export interface Cost {
  readonly outcome: Outcome;
  /** Longest time between two pauses, ms. */
  readonly longestSlice: number;
  /** Largest heap seen at a pause, in bytes above the start. */
  readonly heapGrowth: number;
}

/** Runs a script without tools on the vm in slices and measures them. */
export function drive(source: string, limits: Limits): Cost {
  const start = process.memoryUsage().heapUsed;
  let longestSlice = 0;
  let heapGrowth = 0;
  const checked = preflight(read(source, limits), undefined, { limits });
  if (!checked.ok) throw new Error(`refused: ${checked.diagnostics[0]?.code ?? ""}`);
  const machine = createMachine(checked.checked, { limits });
  for (;;) {
    let outcome: Outcome | undefined;
    longestSlice = Math.max(
      longestSlice,
      timed(() => {
        outcome = machine.advance(SLICE);
      }),
    );
    heapGrowth = Math.max(heapGrowth, process.memoryUsage().heapUsed - start);
    if (outcome !== undefined && outcome.state !== "paused") return { outcome, longestSlice, heapGrowth };
  }
}
