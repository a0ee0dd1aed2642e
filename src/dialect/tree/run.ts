import type { JoinName } from "../joins.ts";
import type { CallRequest, MachineOptions, Outcome } from "../machine.ts";
import { Meter, overBudget } from "../meter.ts";
import type { Fault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import type { Checked } from "../program.ts";
import type { Closure, Sym, Value } from "../values.ts";
import { NIL, pair, type Pair } from "../values.ts";
import { Binding, emptyEnvironment } from "./environment.ts";

/** What a name in operator position does when its form is begun. The step of the form itself is already charged. */
export interface Operator {
  /** The value of a form of this operator when it can be had on the spot; see `valueNow`. Its step is charged. */
  readonly now: ((run: Run, form: Pair, env: Binding, nesting: number) => Value | undefined) | undefined;
  begin(run: Run, form: Pair, env: Binding): void;
}

/** A kind of continuation frame: what happens when the value it waits for arrives. */
export interface FrameKind<Data = unknown> {
  readonly tag: string;
  /** Set on kinds that end an activation: a call made directly above one is a tail call (R149). */
  readonly boundary: boolean;
  /** Goes on with `value`. The frame has been taken off the stack and may be changed and pushed again. */
  resume(run: Run, frame: Frame<Data>, value: Value): void;
}

/** What remains to be done after a value arrives, as data (R017). All frames have this one shape. */
export interface Frame<Data = unknown> {
  readonly kind: FrameKind<Data>;
  /** The form that waits. */
  readonly form: Pair;
  readonly env: Binding;
  /** Cells of the form (or of a list) that are still to be done. */
  rest: Value;
  /** Values collected so far; `NO_VALUES` in kinds that collect none. */
  readonly values: Value[];
  /** Where in `values` the awaited one belongs. */
  index: number;
  data: Data;
}

/** Calls that the host is asked for: whether they came from one parallel form, and the frame that made them. */
export interface OpenCalls {
  readonly requests: readonly CallRequest[];
  readonly joined: boolean;
  readonly frame: Frame;
}

/** Bytes and nodes that a value budget must allow for four numbers to be within it as operands. */
const ROOM_FOR_NUMBERS = 72;

/** The `values` of frames that collect none. */
export const NO_VALUES: Value[] = [];

/** A cell whose form is nil: what a bare variable of `let` or an empty `cond` clause evaluates. */
export const NIL_CELL = pair(NIL, NIL);

/**
 * One running script: control, environment, stack and accounts (R017). The machine does one transition at a time:
 * either it begins the form in `cell`, or it hands `value` to the frame on top of the stack.
 */
export class Run {
  readonly checked: Checked;
  readonly limits: Limits;
  readonly meter: Meter;
  /** The environment around the script: `input` when the host gives one, nothing else. */
  readonly root: Binding;
  readonly stack: Frame[] = [];
  /** Resolves an operator that is not in `operators` yet. */
  readonly resolve: (run: Run, symbol: Sym) => Operator;
  /** Operators already resolved, by symbol; bounded by the symbols of the program. */
  readonly operators = new Map<Sym, Operator>();
  /** The functions of the script, made when first called. */
  readonly functions = new Map<string, Closure>();
  /** Expansions of conveniences and templates, by form, each as a cell; emptied at `MAX_KEPT_EXPANSIONS`. */
  readonly expansions = new Map<Pair, Pair>();
  /** Places of cells that expansions made. */
  readonly places = new WeakMap<Pair, number>();
  /** Whether the value budget is wide enough that a few numbers need not be measured. */
  readonly roomForNumbers: boolean;

  begun = false;
  /** True while `cell` is to be evaluated, false while `value` is to be handed on. */
  evaluating = true;
  /** The cell whose car is the form to evaluate. */
  cell: Pair = NIL_CELL;
  env: Binding;
  value: Value = NIL;
  /** The call of a primitive that is being made on the spot; see `valueNow`. */
  leaf: Pair | undefined = undefined;
  /** The cell to blame for the fault that is being thrown, where it is not the form that was going on. */
  blamed: { readonly cell: Pair; readonly env: Binding | undefined } | undefined = undefined;

  /** Frames of calls that wait for `cell`, the innermost first; see `valueNow`. Empty between transitions. */
  readonly deferred: Frame[] = [];

  steps = 0;
  /** Steps and work at which the slice is used up. */
  pauseAt = 0;
  workAt = 0;
  readonly maxSteps: number;
  /** Activations that wait for another one to return. */
  depth = 0;
  toolCalls = 0;
  /** The name of the parallel form whose arguments are being evaluated. */
  joining: JoinName | undefined = undefined;
  /** Calls that wait for the host. */
  calls: OpenCalls | undefined = undefined;
  /** Results of the host, until the next slice takes them. */
  delivered: { readonly values: readonly Value[]; readonly calls: OpenCalls } | undefined = undefined;
  ended: Outcome | undefined = undefined;

  constructor(checked: Checked, options: MachineOptions, resolve: (run: Run, symbol: Sym) => Operator) {
    this.resolve = resolve;
    this.checked = checked;
    this.limits = options.limits;
    this.meter = new Meter(options.limits);
    this.maxSteps = options.limits["max-steps"];
    const empty = emptyEnvironment();
    this.root =
      options.input === undefined ? empty : new Binding(checked.program.symbols.intern("input"), options.input, empty);
    this.env = this.root;
    this.roomForNumbers =
      Math.min(options.limits["max-value-bytes"], options.limits["max-value-nodes"]) >= ROOM_FOR_NUMBERS;
  }

  /** Charges one step (2.7). The step that would pass the limit is reported as the one too many. */
  step(): void {
    if (this.steps >= this.maxSteps) {
      this.steps = this.maxSteps + 1;
      throw overBudget("max-steps", this.maxSteps, this.steps);
    }
    this.steps++;
  }

  /** Whether the slice is used up. */
  isSpent(): boolean {
    return this.steps >= this.pauseAt || this.meter.work >= this.workAt;
  }

  /** Makes the form in `cell` the next to evaluate. */
  evaluate(cell: Pair, env: Binding): void {
    this.evaluating = true;
    this.cell = cell;
    this.env = env;
  }

  /** Makes `value` the next to hand on. */
  answer(value: Value): void {
    this.evaluating = false;
    this.value = value;
  }

  push(frame: Frame): void {
    this.stack.push(frame);
  }

  /** Blames the element in `cell`'s car for `fault`; `env` where it is not the one that the form at hand has. */
  blame(cell: Pair, fault: Fault, env?: Binding): Fault {
    this.blamed = { cell, env };
    return fault;
  }
}
