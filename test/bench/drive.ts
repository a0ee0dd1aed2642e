import { createMachine, type Limits, type Outcome, preflight, read, type Roster } from "../../src/dialect/index.ts";
import { SLICE, timed } from "./engines.ts";

/** What a run on the vm cost. */
export interface Cost {
  readonly outcome: Outcome;
  /** Longest time between two pauses, ms. */
  readonly longestSlice: number;
  /** Largest heap seen at a pause, in bytes above the start. */
  readonly heapGrowth: number;
}

/** The tool that a hostile script may ask for; asking is where its run ends. */
const ROSTER: Roster = { names: new Set(["Read"]), standalone: new Set() };

/** Runs a script without tools on the vm in slices and measures them. */
export function drive(source: string, limits: Limits): Cost {
  const start = process.memoryUsage().heapUsed;
  let longestSlice = 0;
  let heapGrowth = 0;
  const checked = preflight(read(source, limits), ROSTER, { limits });
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
