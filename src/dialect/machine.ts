import type { Diagnostic } from "./diagnostics.ts";
import type { ErrorKind, Limits } from "./limits.ts";
import type { Value } from "./values.ts";

/** A tool call a script wants (R185). Arguments are guest values, a proper list. */
export interface CallRequest {
  readonly name: string;
  readonly args: Value;
  /** Where the call stands in the source (UTF-16 offset), or -1 for a computed one. */
  readonly place: number;
}

/**
 * What one `advance` ended with. `steps` is the account so far (2.7). `calls` are in source order and want
 * as many values through `resume`; `joined` says that they came from one parallel form.
 */
export type Outcome =
  | { readonly state: "paused"; readonly steps: number }
  | {
      readonly state: "calls";
      readonly steps: number;
      readonly calls: readonly CallRequest[];
      readonly joined: boolean;
    }
  | { readonly state: "done"; readonly steps: number; readonly value: Value }
  | { readonly state: "failed"; readonly steps: number; readonly kind: ErrorKind; readonly diagnostic: Diagnostic };

/** A running script (R017). Both routes have this one interface. Neither knows clocks, promises or randomness. */
export interface Machine {
  /**
   * Runs for about `fuel` steps (at least 1; fewer when primitives touch much data) and answers why it stopped.
   * After `done` or `failed` it answers the same again. While calls are open it answers the same calls again.
   */
  advance(fuel: number): Outcome;
  /** Delivers the results of the calls of the last outcome, in order. Throws `InvariantError` when none are open or the count differs. */
  resume(values: readonly Value[]): void;
  /** Ends the script from outside (time is up): later `advance`s answer this failure. */
  fail(diagnostic: Diagnostic): void;
}

/** What a machine needs beside the checked program. */
export interface MachineOptions {
  readonly limits: Limits;
  /** The value of the variable `input`, when the host provides one (R311). */
  readonly input?: Value;
}
