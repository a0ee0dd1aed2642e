import { invariant } from "../../base/invariant.ts";
import { directTool } from "../direct.ts";
import { Fault } from "../fault.ts";
import { WORK_PER_STEP } from "../limits.ts";
import type { Machine, MachineOptions, Outcome } from "../machine.ts";
import { Meter } from "../meter.ts";
import type { Checked } from "../program.ts";
import { namesOf, resolveBuiltIn } from "../resolve.ts";
import { admitResult } from "../results.ts";
import { tokenEnd } from "../places.ts";
import { faultDiagnostic } from "../spans.ts";
import { unboundNotes } from "../unbound-notes.ts";
import type { Value } from "../values.ts";
import { holdsClosure, Pair, Sym } from "../values.ts";
import { analyzeCall } from "./analyze-call.ts";
import { analyzeBody, type Context, createUnit, type Site } from "./analyze.ts";
import type { EmitContext } from "./builder.ts";
import { entryFor } from "./calls.ts";
import { emitBody, emitFunction } from "./emit.ts";
import { Box } from "./ir.ts";
import { WIDTH } from "./opcodes.ts";
import { placeIn } from "./places.ts";
import type { FunctionEntry, Proto } from "./proto.ts";
import { run } from "./run.ts";
import { ensureRegisters, type State } from "./state.ts";

/** Budgets below these could be exceeded by two small integers: then no operation takes the unmetered path. */
const FAST_BYTES = 64;
const FAST_NODES = 16;
const FAST_BITS = 53;

function createContext(checked: Checked, options: MachineOptions): Context {
  const { program, roster } = checked;
  const names = { ...namesOf(checked), known: new Map() };
  const globals = new Map(
    options.input === undefined ? [] : [[program.symbols.intern("input"), new Box(options.input)]],
  );
  const direct = roster.standalone.size > 0 && directTool(program.forms, names) !== undefined;
  return { checked, names, limits: options.limits, direct, globals, analyzeCall };
}

/** Compiles the body: an implicit progn, which counts a step (2.7). */
function compileBody(context: Context, emit: EmitContext): Proto {
  const unit = createUnit(undefined);
  const site: Site = { unit, scope: undefined };
  const body = analyzeBody(context, site, context.checked.body);
  const parameters = { required: [], optional: [], rest: undefined };
  return emitFunction(emit, {
    unit,
    name: "script",
    parameters,
    variables: [],
    body: { ...body, steps: body.steps + 1 },
  });
}

function createState(checked: Checked, options: MachineOptions): State {
  const context = createContext(checked, options);
  const { limits } = options;
  const entries = new Map<FunctionEntry["definition"], FunctionEntry>();
  const fast =
    limits["max-value-bytes"] >= FAST_BYTES &&
    limits["max-value-nodes"] >= FAST_NODES &&
    limits["max-number-bits"] >= FAST_BITS;
  const emit: EmitContext = { entryOf: (definition) => entryFor({ entries }, definition), fast, emitBody };
  const proto = compileBody(context, emit);
  const state: State = {
    context,
    emit,
    options,
    meter: new Meter(limits),
    entries,
    stack: [],
    frames: [],
    depth: 0,
    proto,
    pc: 0,
    fp: 0,
    captured: [],
    steps: 0,
    calls: 0,
    joining: [],
    waiting: undefined,
  };
  ensureRegisters(state.stack, proto.frameSize);
  return state;
}

/** The route `vm`: the script compiled to instructions and run with an explicit stack (R017, R327). */
export function createVmMachine(checked: Checked, options: MachineOptions): Machine {
  const state = createState(checked, options);
  let ended: Outcome | undefined;

  return { advance, resume, fail };

  function advance(fuel: number): Outcome {
    if (ended !== undefined) return ended;
    if (state.waiting !== undefined) return callsOutcome(state);
    state.meter.work = 0;
    try {
      const stop = run(state, fuel, fuel * WORK_PER_STEP);
      if (stop.state === "paused") return { state: "paused", steps: state.steps };
      if (stop.state === "calls") return callsOutcome(state);
      return (ended = done(state, stop.value));
    } catch (error) {
      return (ended = failure(state, error));
    }
  }

  function resume(values: readonly Value[]): void {
    const { waiting, meter, stack } = state;
    invariant(waiting !== undefined && ended === undefined, "resume needs open calls");
    invariant(
      values.length === waiting.calls.length,
      `${waiting.calls.length} calls need as many results, not ${values.length}`,
    );
    state.waiting = undefined;
    try {
      const admitted = values.map((value) => admitResult(value, meter, checked.program.symbols));
      stack[waiting.target] = waiting.joined ? meter.list(admitted) : (admitted[0] as Value);
    } catch (error) {
      ended = failure(state, error);
    }
  }

  function fail(diagnostic: Extract<Outcome, { state: "failed" }>["diagnostic"]): void {
    const kind = diagnostic.kind === "warning" ? "script" : diagnostic.kind;
    ended ??= { state: "failed", steps: state.steps, kind, diagnostic };
  }
}

function callsOutcome(state: State): Outcome {
  const { waiting, steps } = state;
  invariant(waiting !== undefined, "the machine waits for calls");
  return { state: "calls", steps, calls: waiting.calls, joined: waiting.joined };
}

function done(state: State, value: Value): Outcome {
  if (holdsClosure(value)) throw new Fault("E370", "value", { where: "the value of a script" });
  return { state: "done", steps: state.steps, value };
}

/** Makes an outcome of a fault. A step budget that was passed on the way there is what ended the script. */
function failure(state: State, error: unknown): Outcome {
  if (!(error instanceof Fault)) throw error;
  const maxSteps = state.options.limits["max-steps"];
  const over = state.steps > maxSteps;
  const fault = over
    ? new Fault("E410", "step", { limit: "max-steps", allowed: maxSteps, amount: maxSteps + 1 })
    : error;
  const place = blamedPlace(state, fault);
  const span =
    place === undefined ? undefined : { start: place, end: tokenEnd(state.context.checked.program.source, place) };
  const notes = fault.code === "E300" ? unboundNotes(state.context.checked, String(fault.args["name"]), place) : [];
  const steps = over ? maxSteps + 1 : state.steps;
  return { state: "failed", steps, kind: fault.kind, diagnostic: faultDiagnostic(fault, span, notes) };
}

/** Where the fault is in the source: the operand to blame where the failing form shows it, else the form's operator. */
function blamedPlace(state: State, fault: Fault): number | undefined {
  const origin = state.proto.origins[state.pc / WIDTH];
  if (origin === undefined) return undefined;
  const direct = origin.car instanceof Sym && resolveBuiltIn(origin.car.name)?.kind === "primitive";
  let cell: Value = direct && fault.operand >= 0 ? origin.cdr : origin;
  for (let i = 0; i < fault.operand && direct && cell instanceof Pair; i++) cell = cell.cdr;
  return placeIn(state, cell instanceof Pair ? cell : origin);
}
