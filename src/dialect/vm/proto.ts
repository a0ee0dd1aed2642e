import type { Move } from "../expansion.ts";
import { callSignature, type Parameters } from "../parameters.ts";
import type { Definition } from "../program.ts";
import type { Fault } from "../fault.ts";
import type { Primitive } from "../primitive.ts";
import type { Pair, Value } from "../values.ts";
import type { Box, FunctionUnit, Scope } from "./ir.ts";

/** A compiled function. Immutable once emitted. */
export interface Proto {
  readonly name: string;
  readonly parameters: Parameters;
  readonly code: readonly number[];
  readonly consts: readonly Value[];
  readonly primitives: readonly Primitive[];
  readonly functions: readonly FunctionEntry[];
  readonly closures: readonly ClosureSite[];
  readonly macros: readonly MacroSite[];
  readonly globals: readonly Box[];
  readonly tools: readonly string[];
  readonly joins: readonly JoinSite[];
  readonly faults: readonly Fault[];
  /** The cell to blame for each instruction. */
  readonly origins: readonly (Pair | undefined)[];
  readonly moves: readonly (readonly Move[])[];
  /** The cell to blame for code without a place of its own. */
  readonly from: Pair | undefined;
  readonly frameSize: number;
  readonly required: number;
  readonly optional: number;
  readonly rest: boolean;
  /** The exact number of arguments when there is only one, else -1. */
  readonly exact: number;
}

/** A definition of the script, compiled when it is first called. */
export interface FunctionEntry {
  readonly definition: Definition;
  proto: Proto | undefined;
}

/** Where a captured value comes from when a closure is made: a register (0 or more) or a captured value -1-i. */
export type CaptureSource = number;

/** A lambda form: what a closure of it is made of. */
export interface ClosureSite {
  readonly proto: Proto;
  readonly sources: readonly CaptureSource[];
  readonly params: Value;
  readonly body: Value;
  readonly bare: boolean;
}

/** A macro call: what expanding and running it needs. */
export interface MacroSite {
  readonly entry: FunctionEntry;
  readonly args: readonly Value[];
  readonly scope: Scope | undefined;
  readonly unit: FunctionUnit;
  readonly origin: Pair | undefined;
  /** First free register of the calling frame. */
  readonly base: number;
  readonly target: number;
  readonly tail: boolean;
}

/** A tool call of a join. */
export interface JoinSite {
  readonly tool: string;
  readonly origin: Pair;
}

/** How a function is called, for arity errors. */
export function shapeOf(proto: Proto): string {
  return callSignature(proto.name === "lambda" ? "funcall LAMBDA" : proto.name, proto.parameters);
}
