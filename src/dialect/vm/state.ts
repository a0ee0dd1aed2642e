import type { JoinName } from "../joins.ts";
import type { CallRequest, MachineOptions } from "../machine.ts";
import type { Meter } from "../meter.ts";
import type { Definition } from "../program.ts";
import type { Value } from "../values.ts";
import { NIL } from "../values.ts";
import type { Context } from "./analyze.ts";
import type { EmitContext } from "./builder.ts";
import type { Box } from "./ir.ts";
import type { FunctionEntry, MacroSite, Proto } from "./proto.ts";

/** What a closure's captured values are: plain values, or boxes of shared variables. */
export type Captured = readonly (Value | Box)[];

/** What a closure of this route carries in `Closure.code`. */
export interface ClosureCode {
  readonly proto: Proto;
  readonly captured: Captured;
}

/** An activation that waits for another one to return. Objects are reused by depth. */
export interface Frame {
  proto: Proto;
  pc: number;
  fp: number;
  captured: Captured;
  /** Where the returned value goes, relative to `fp`. */
  target: number;
  /** Set while a macro's body runs: its value is an expansion. */
  macro: MacroSite | undefined;
}

/** Calls that the script waits for, and where their results go. */
export interface Waiting {
  readonly calls: readonly CallRequest[];
  readonly joined: boolean;
  /** Absolute register. */
  readonly target: number;
}

/** Elements a mapcar or parallel-map has gathered so far; kept in a register, never seen by the script. */
export interface Gathered {
  readonly values: Value[];
  readonly calls: CallRequest[];
}

/** What a register can hold: guest values, boxes of shared variables, and gathered results of a map. */
export type Register = Value | Box | Gathered;

/** A running script on the VM. */
export interface State {
  readonly context: Context;
  readonly emit: EmitContext;
  readonly options: MachineOptions;
  readonly meter: Meter;
  readonly entries: Map<Definition, FunctionEntry>;
  readonly stack: Register[];
  readonly frames: Frame[];
  depth: number;
  proto: Proto;
  pc: number;
  fp: number;
  captured: Captured;
  steps: number;
  /** Tool calls made. */
  calls: number;
  /** The joins whose arguments are being evaluated, where no tool may be called; bounded by the stack budget and `max-depth`. */
  readonly joining: JoinName[];
  waiting: Waiting | undefined;
}

/** Makes sure that a frame at `fp` has its registers. */
export function ensureRegisters(stack: Register[], end: number): void {
  while (stack.length < end) stack.push(NIL);
}
