import type { Machine, MachineOptions, Outcome } from "./machine.ts";
import type { Checked } from "./program.ts";
import { createTreeMachine } from "./tree/machine.ts";
import type { Value } from "./values.ts";
import { createVmMachine } from "./vm/machine.ts";

/** One of the two evaluators: `vm` runs in the product, `tree` is the reference. */
export type Route = "vm" | "tree";

/** A fresh machine for a checked program (R016). Nothing is shared between two machines. */
export function createMachine(checked: Checked, options: MachineOptions & { readonly route?: Route }): Machine {
  return options.route === "tree" ? createTreeMachine(checked, options) : createVmMachine(checked, options);
}

/** Runs a machine for about `fuel` steps; see `Machine.advance`. */
export function advance(machine: Machine, fuel: number): Outcome {
  return machine.advance(fuel);
}

/** Delivers the results of the open calls; see `Machine.resume`. */
export function resume(machine: Machine, values: readonly Value[]): void {
  machine.resume(values);
}
