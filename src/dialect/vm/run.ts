/* eslint-disable complexity, max-lines -- the dispatch loop is one function on purpose: the host compiles it as a whole. */
import type { Meter } from "../meter.ts";
import { CELL_BYTES, overBudget } from "../meter.ts";
import type { Value } from "../values.ts";
import { bytesOf, Closure, NIL, nodesOf, Pair } from "../values.ts";
import { applyPrimitive, callRequest, callValue, completeArguments, dispatch, protoOf, requestTool } from "./calls.ts";
import { resolveCallable } from "../callable.ts";
import type { Fault } from "../fault.ts";
import { beginMap, leaveJoin, spread } from "./gather.ts";
import { Box } from "./ir.ts";
import { callMacro, runExpansion } from "./macros.ts";
import type { Primitive } from "../primitive.ts";
import * as op from "./opcodes.ts";
import type { ClosureSite, FunctionEntry, JoinSite, MacroSite } from "./proto.ts";
import type { Captured, Gathered, State } from "./state.ts";
import { ensureRegisters } from "./state.ts";

/** Why the loop came back: the slice is used up, tools are wanted, or the script's value is there. */
export type Stop =
  { readonly state: "paused" } | { readonly state: "calls" } | { readonly state: "done"; readonly value: Value };

const PAUSED: Stop = { state: "paused" };
const CALLS: Stop = { state: "calls" };

/** A slow path of an arithmetic or comparison operation: the primitive itself, measured. */
function slow(state: State, primitive: Primitive, left: Value, right: Value): Value {
  return applyPrimitive(state, primitive, [left, right]);
}

/** Measures two operands as `Meter.operands` does. */
function measureTwo(meter: Meter, left: Value, right: Value): void {
  const nodes = 3 + nodesOf(left) + nodesOf(right);
  const bytes = 2 + bytesOf(left) + bytesOf(right);
  if (nodes > meter.maxValueNodes || bytes > meter.maxValueBytes) meter.size(nodes, bytes);
}

/** Measures one operand as `Meter.operands` does. */
function measureOne(meter: Meter, operand: Value): void {
  const nodes = 2 + nodesOf(operand);
  const bytes = 1 + bytesOf(operand);
  if (nodes > meter.maxValueNodes || bytes > meter.maxValueBytes) meter.size(nodes, bytes);
}

/**
 * Runs until the script is done, wants tools, or has used `fuel` steps (checked at jumps, calls and returns, between
 * which only a bounded run of instructions lies). On a thrown fault `state.pc` is the failing instruction.
 */
export function run(state: State, fuel: number, workLimit: number): Stop {
  const { meter, stack, frames } = state;
  const maxSteps = state.options.limits["max-steps"];
  const maxDepth = state.options.limits["max-stack-depth"];
  const sliceEnd = Math.min(state.steps + fuel - 1, maxSteps);
  let stop = sliceEnd;
  let { proto, pc, fp, captured, steps } = state;
  let { code, consts } = proto;
  try {
    for (;;) {
      steps += code[pc + 1] as number;
      switch (code[pc]) {
        case op.MOVE: {
          const from = code[pc + 3] as number;
          stack[fp + (code[pc + 2] as number)] = from >= 0 ? (stack[fp + from] as Value) : (consts[-1 - from] as Value);
          pc += 6;
          continue;
        }
        case op.JMP:
          pc = code[pc + 2] as number;
          break;
        case op.JT: {
          const at = code[pc + 2] as number;
          if ((at >= 0 ? stack[fp + at] : consts[-1 - at]) === NIL) {
            pc += 6;
            continue;
          }
          pc = code[pc + 3] as number;
          break;
        }
        case op.JF: {
          const at = code[pc + 2] as number;
          if ((at >= 0 ? stack[fp + at] : consts[-1 - at]) !== NIL) {
            pc += 6;
            continue;
          }
          pc = code[pc + 3] as number;
          break;
        }
        case op.ADD:
        case op.ADDI: {
          const left = stack[fp + (code[pc + 3] as number)] as Value;
          const right =
            code[pc] === op.ADD ? (stack[fp + (code[pc + 4] as number)] as Value) : (code[pc + 4] as number);
          let result: Value;
          if (
            typeof left === "number" &&
            typeof right === "number" &&
            (result = left + right) <= 9007199254740991 &&
            result >= -9007199254740991
          ) {
            stack[fp + (code[pc + 2] as number)] = result;
          } else {
            stack[fp + (code[pc + 2] as number)] = slow(
              state,
              proto.primitives[code[pc + 5] as number] as Primitive,
              left,
              right,
            );
            if (meter.work > workLimit) stop = -1;
          }
          pc += 6;
          continue;
        }
        case op.SUB:
        case op.SUBI: {
          const left = stack[fp + (code[pc + 3] as number)] as Value;
          const right =
            code[pc] === op.SUB ? (stack[fp + (code[pc + 4] as number)] as Value) : (code[pc + 4] as number);
          let result: Value;
          if (
            typeof left === "number" &&
            typeof right === "number" &&
            (result = left - right) <= 9007199254740991 &&
            result >= -9007199254740991
          ) {
            stack[fp + (code[pc + 2] as number)] = result;
          } else {
            stack[fp + (code[pc + 2] as number)] = slow(
              state,
              proto.primitives[code[pc + 5] as number] as Primitive,
              left,
              right,
            );
            if (meter.work > workLimit) stop = -1;
          }
          pc += 6;
          continue;
        }
        case op.MUL:
        case op.MULI: {
          const left = stack[fp + (code[pc + 3] as number)] as Value;
          const right =
            code[pc] === op.MUL ? (stack[fp + (code[pc + 4] as number)] as Value) : (code[pc + 4] as number);
          let result: Value;
          if (
            typeof left === "number" &&
            typeof right === "number" &&
            (result = left * right) <= 9007199254740991 &&
            result >= -9007199254740991
          ) {
            // Adding zero turns the host's -0 into 0.
            stack[fp + (code[pc + 2] as number)] = result + 0;
          } else {
            stack[fp + (code[pc + 2] as number)] = slow(
              state,
              proto.primitives[code[pc + 5] as number] as Primitive,
              left,
              right,
            );
            if (meter.work > workLimit) stop = -1;
          }
          pc += 6;
          continue;
        }
        case op.REM:
        case op.REMI: {
          const left = stack[fp + (code[pc + 3] as number)] as Value;
          const right =
            code[pc] === op.REM ? (stack[fp + (code[pc + 4] as number)] as Value) : (code[pc + 4] as number);
          if (typeof left === "number" && typeof right === "number" && right !== 0) {
            stack[fp + (code[pc + 2] as number)] = (left % right) + 0;
          } else {
            stack[fp + (code[pc + 2] as number)] = slow(
              state,
              proto.primitives[code[pc + 5] as number] as Primitive,
              left,
              right,
            );
            if (meter.work > workLimit) stop = -1;
          }
          pc += 6;
          continue;
        }
        case op.JLT:
        case op.JLTI: {
          const left = stack[fp + (code[pc + 2] as number)] as Value;
          const right =
            code[pc] === op.JLT ? (stack[fp + (code[pc + 3] as number)] as Value) : (code[pc + 3] as number);
          const packed = code[pc + 5] as number;
          const holds =
            typeof left === "number" && typeof right === "number"
              ? left < right
              : slow(state, proto.primitives[packed >> 1] as Primitive, left, right) !== NIL;
          if (holds !== ((packed & 1) === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.JLE:
        case op.JLEI: {
          const left = stack[fp + (code[pc + 2] as number)] as Value;
          const right =
            code[pc] === op.JLE ? (stack[fp + (code[pc + 3] as number)] as Value) : (code[pc + 3] as number);
          const packed = code[pc + 5] as number;
          const holds =
            typeof left === "number" && typeof right === "number"
              ? left <= right
              : slow(state, proto.primitives[packed >> 1] as Primitive, left, right) !== NIL;
          if (holds !== ((packed & 1) === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.JGT:
        case op.JGTI: {
          const left = stack[fp + (code[pc + 2] as number)] as Value;
          const right =
            code[pc] === op.JGT ? (stack[fp + (code[pc + 3] as number)] as Value) : (code[pc + 3] as number);
          const packed = code[pc + 5] as number;
          const holds =
            typeof left === "number" && typeof right === "number"
              ? left > right
              : slow(state, proto.primitives[packed >> 1] as Primitive, left, right) !== NIL;
          if (holds !== ((packed & 1) === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.JGE:
        case op.JGEI: {
          const left = stack[fp + (code[pc + 2] as number)] as Value;
          const right =
            code[pc] === op.JGE ? (stack[fp + (code[pc + 3] as number)] as Value) : (code[pc + 3] as number);
          const packed = code[pc + 5] as number;
          const holds =
            typeof left === "number" && typeof right === "number"
              ? left >= right
              : slow(state, proto.primitives[packed >> 1] as Primitive, left, right) !== NIL;
          if (holds !== ((packed & 1) === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.JEQ:
        case op.JEQI: {
          const left = stack[fp + (code[pc + 2] as number)] as Value;
          const right =
            code[pc] === op.JEQ ? (stack[fp + (code[pc + 3] as number)] as Value) : (code[pc + 3] as number);
          const packed = code[pc + 5] as number;
          const holds =
            typeof left === "number" && typeof right === "number"
              ? left === right
              : slow(state, proto.primitives[packed >> 1] as Primitive, left, right) !== NIL;
          if (holds !== ((packed & 1) === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.JNULL: {
          const at = code[pc + 2] as number;
          const operand = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          if (operand !== NIL && typeof operand !== "number") measureOne(meter, operand);
          if ((operand === NIL) !== (code[pc + 4] === 1)) {
            pc += 6;
            continue;
          }
          pc = code[pc + 3] as number;
          break;
        }
        case op.CAR: {
          const at = code[pc + 3] as number;
          const operand = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          if (operand instanceof Pair) {
            if (operand.bytes >= meter.maxValueBytes || operand.nodes + 2 > meter.maxValueNodes)
              measureOne(meter, operand);
            stack[fp + (code[pc + 2] as number)] = operand.car;
          } else {
            stack[fp + (code[pc + 2] as number)] =
              operand === NIL
                ? NIL
                : applyPrimitive(state, proto.primitives[code[pc + 5] as number] as Primitive, [operand]);
          }
          pc += 6;
          continue;
        }
        case op.CDR: {
          const at = code[pc + 3] as number;
          const operand = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          if (operand instanceof Pair) {
            if (operand.bytes >= meter.maxValueBytes || operand.nodes + 2 > meter.maxValueNodes)
              measureOne(meter, operand);
            stack[fp + (code[pc + 2] as number)] = operand.cdr;
          } else {
            stack[fp + (code[pc + 2] as number)] =
              operand === NIL
                ? NIL
                : applyPrimitive(state, proto.primitives[code[pc + 5] as number] as Primitive, [operand]);
          }
          pc += 6;
          continue;
        }
        case op.CONS: {
          const carAt = code[pc + 3] as number;
          const cdrAt = code[pc + 4] as number;
          const car = (carAt >= 0 ? stack[fp + carAt] : consts[-1 - carAt]) as Value;
          const cdr = (cdrAt >= 0 ? stack[fp + cdrAt] : consts[-1 - cdrAt]) as Value;
          const nodes = 1 + nodesOf(car) + nodesOf(cdr);
          const bytes = 1 + bytesOf(car) + bytesOf(cdr);
          // As an operand list the same two values take two nodes and one byte more than as a pair.
          if (nodes + 2 > meter.maxValueNodes || bytes >= meter.maxValueBytes) meter.size(nodes + 2, bytes + 1);
          if ((meter.retained += CELL_BYTES) > meter.maxRetained) {
            meter.retained -= CELL_BYTES;
            meter.retain(CELL_BYTES);
          }
          stack[fp + (code[pc + 2] as number)] = new Pair(car, cdr, nodes, bytes);
          pc += 6;
          continue;
        }
        case op.PRIM1: {
          const at = code[pc + 4] as number;
          const operand = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          measureOne(meter, operand);
          const { fixed } = proto.primitives[code[pc + 3] as number] as Primitive;
          stack[fp + (code[pc + 2] as number)] = (fixed as NonNullable<typeof fixed>)(meter, operand, NIL, NIL, NIL);
          if (meter.work > workLimit) stop = -1;
          pc += 6;
          continue;
        }
        case op.PRIM2: {
          const leftAt = code[pc + 4] as number;
          const rightAt = code[pc + 5] as number;
          const left = (leftAt >= 0 ? stack[fp + leftAt] : consts[-1 - leftAt]) as Value;
          const right = (rightAt >= 0 ? stack[fp + rightAt] : consts[-1 - rightAt]) as Value;
          measureTwo(meter, left, right);
          const { fixed } = proto.primitives[code[pc + 3] as number] as Primitive;
          stack[fp + (code[pc + 2] as number)] = (fixed as NonNullable<typeof fixed>)(meter, left, right, NIL, NIL);
          if (meter.work > workLimit) stop = -1;
          pc += 6;
          continue;
        }
        case op.PRIMN: {
          const base = fp + (code[pc + 4] as number);
          const count = code[pc + 5] as number;
          const args: Value[] = [];
          for (let i = 0; i < count; i++) args.push(stack[base + i] as Value);
          const primitive = proto.primitives[code[pc + 3] as number] as Primitive;
          stack[fp + (code[pc + 2] as number)] = applyPrimitive(state, primitive, args);
          if (meter.work > workLimit) stop = -1;
          pc += 6;
          continue;
        }
        case op.BOX: {
          const at = fp + (code[pc + 2] as number);
          stack[at] = new Box(stack[at] as Value);
          pc += 6;
          continue;
        }
        case op.GETBOX:
          stack[fp + (code[pc + 2] as number)] = (stack[fp + (code[pc + 3] as number)] as Box).value;
          pc += 6;
          continue;
        case op.SETBOX:
          (stack[fp + (code[pc + 2] as number)] as Box).value = stack[fp + (code[pc + 3] as number)] as Value;
          pc += 6;
          continue;
        case op.GETCAP:
          stack[fp + (code[pc + 2] as number)] = captured[code[pc + 3] as number] as Value;
          pc += 6;
          continue;
        case op.GETCAPBOX:
          stack[fp + (code[pc + 2] as number)] = (captured[code[pc + 3] as number] as Box).value;
          pc += 6;
          continue;
        case op.SETCAPBOX:
          (captured[code[pc + 2] as number] as Box).value = stack[fp + (code[pc + 3] as number)] as Value;
          pc += 6;
          continue;
        case op.GETGLOBAL:
          stack[fp + (code[pc + 2] as number)] = (proto.globals[code[pc + 3] as number] as Box).value;
          pc += 6;
          continue;
        case op.SETGLOBAL:
          (proto.globals[code[pc + 2] as number] as Box).value = stack[fp + (code[pc + 3] as number)] as Value;
          pc += 6;
          continue;
        case op.CLOSURE: {
          const site = proto.closures[code[pc + 3] as number] as ClosureSite;
          meter.retain(CELL_BYTES);
          const values: (Value | Box)[] = [];
          for (const source of site.sources) {
            values.push(source >= 0 ? (stack[fp + source] as Value | Box) : (captured[-1 - source] as Value | Box));
          }
          const closureCode = { proto: site.proto, captured: values as Captured };
          stack[fp + (code[pc + 2] as number)] = new Closure(site.params, site.body, site.bare, closureCode);
          pc += 6;
          continue;
        }
        case op.CALL: {
          const entry = proto.functions[code[pc + 3] as number] as FunctionEntry;
          const callee = entry.proto ?? protoOf(state, entry);
          const base = fp + (code[pc + 4] as number);
          const count = code[pc + 5] as number;
          if (callee.exact !== count) completeArguments(state, callee, base, count);
          const { depth } = state;
          if (depth >= maxDepth) throw overBudget("max-stack-depth", maxDepth, depth + 1);
          const frame = frames[depth];
          if (frame === undefined)
            frames.push({ proto, pc: pc + 6, fp, captured, target: code[pc + 2] as number, macro: undefined });
          else {
            frame.proto = proto;
            frame.pc = pc + 6;
            frame.fp = fp;
            frame.captured = captured;
            frame.target = code[pc + 2] as number;
            frame.macro = undefined;
          }
          state.depth = depth + 1;
          proto = callee;
          ({ code, consts } = callee);
          captured = NOTHING_CAPTURED;
          fp = base;
          pc = 0;
          if (fp + callee.frameSize > stack.length) ensureRegisters(stack, fp + callee.frameSize);
          break;
        }
        case op.TCALL: {
          const entry = proto.functions[code[pc + 3] as number] as FunctionEntry;
          const callee = entry.proto ?? protoOf(state, entry);
          const base = fp + (code[pc + 4] as number);
          const count = code[pc + 5] as number;
          if (callee.exact !== count) completeArguments(state, callee, base, count);
          const parameters =
            callee.exact >= 0 ? callee.exact : callee.required + callee.optional + (callee.rest ? 1 : 0);
          for (let i = 0; i < parameters; i++) stack[fp + i] = stack[base + i] as Value;
          proto = callee;
          ({ code, consts } = callee);
          captured = NOTHING_CAPTURED;
          pc = 0;
          if (fp + callee.frameSize > stack.length) ensureRegisters(stack, fp + callee.frameSize);
          break;
        }
        case op.RET: {
          const at = code[pc + 2] as number;
          const value = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          if (state.depth === 0) {
            if (steps > maxSteps) break;
            return { state: "done", value };
          }
          const frame = frames[--state.depth] as (typeof frames)[number];
          ({ proto, pc, fp, captured } = frame);
          ({ code, consts } = proto);
          if (frame.macro === undefined) {
            stack[fp + frame.target] = value;
            break;
          }
          state.proto = proto;
          state.pc = pc;
          state.fp = fp;
          state.captured = captured;
          // The macro call is to blame for what its expansion may not be.
          pc -= 6;
          runExpansion(state, frame.macro, value);
          ({ proto, pc, fp, captured } = state);
          ({ code, consts } = proto);
          if (meter.work > workLimit) stop = -1;
          break;
        }
        case op.CHECKFN: {
          const callable = stack[fp + (code[pc + 2] as number)] as Value;
          if (!(callable instanceof Closure)) resolveCallable(callable, state.context.checked);
          pc += 6;
          continue;
        }
        case op.CALLV:
        case op.TCALLV:
        case op.APPLY:
        case op.TAPPLY: {
          if (steps > maxSteps) throw overBudget("max-steps", maxSteps, maxSteps + 1);
          const tail = code[pc] === op.TCALLV || code[pc] === op.TAPPLY;
          const base = fp + (code[pc + 4] as number);
          let count = code[pc + 5] as number;
          if (code[pc] === op.APPLY || code[pc] === op.TAPPLY) count = spread(state, base, count);
          state.proto = proto;
          state.pc = pc + 6;
          state.fp = fp;
          state.captured = captured;
          const callable = stack[fp + (code[pc + 3] as number)] as Value;
          const entered = callValue(
            state,
            callable,
            { base, count, target: code[pc + 2] as number, tail },
            proto.origins[pc / 6],
          );
          if (entered) {
            ({ proto, pc, fp, captured } = state);
            ({ code, consts } = proto);
            break;
          }
          // Nothing was entered: the value is in the target register, or will be. A tail call's RET follows.
          pc += 6;
          if (state.waiting !== undefined) return CALLS;
          if (meter.work > workLimit) stop = -1;
          break;
        }
        case op.TOOL: {
          if (steps > maxSteps) throw overBudget("max-steps", maxSteps, maxSteps + 1);
          const shape = {
            base: fp + (code[pc + 4] as number),
            count: code[pc + 5] as number,
            target: code[pc + 2] as number,
            tail: false,
          };
          state.fp = fp;
          state.proto = proto;
          requestTool(state, proto.tools[code[pc + 3] as number] as string, shape, proto.origins[pc / 6]);
          pc += 6;
          return CALLS;
        }
        case op.JOINBEGIN:
          stack[fp + (code[pc + 2] as number)] = { values: [], calls: [] };
          state.joining.push(code[pc + 3] === 1 ? "parallel-map" : "parallel");
          pc += 6;
          continue;
        case op.MAPBEGIN: {
          const at = code[pc + 4] as number;
          const list = (at >= 0 ? stack[fp + at] : consts[-1 - at]) as Value;
          stack[fp + (code[pc + 2] as number)] = beginMap(state, code[pc + 5] === 1 ? "parallel-map" : "mapcar", list);
          stack[fp + (code[pc + 3] as number)] = list;
          if (meter.work > workLimit) stop = -1;
          pc += 6;
          continue;
        }
        case op.MAPNEXT: {
          const rest = stack[fp + (code[pc + 2] as number)];
          if (rest instanceof Pair) {
            stack[fp + (code[pc + 3] as number)] = rest.car;
            stack[fp + (code[pc + 2] as number)] = rest.cdr;
            pc += 6;
            continue;
          }
          pc = code[pc + 4] as number;
          break;
        }
        case op.MAPADD:
          (stack[fp + (code[pc + 2] as number)] as Gathered).values.push(stack[fp + (code[pc + 3] as number)] as Value);
          // A long list of cheap applications takes no steps, so the elements themselves count as work.
          if ((meter.work += 8) > workLimit) stop = -1;
          pc += 6;
          continue;
        case op.MAPEND:
          stack[fp + (code[pc + 2] as number)] = meter.list((stack[fp + (code[pc + 3] as number)] as Gathered).values);
          pc += 6;
          continue;
        case op.JOINADD: {
          const { tool, origin } = proto.joins[code[pc + 3] as number] as JoinSite;
          state.proto = proto;
          const base = fp + (code[pc + 4] as number);
          const args = stack.slice(base, base + (code[pc + 5] as number)) as Value[];
          (stack[fp + (code[pc + 2] as number)] as Gathered).calls.push(callRequest(state, tool, args, origin));
          pc += 6;
          continue;
        }
        case op.JOINEND: {
          if (steps > maxSteps) throw overBudget("max-steps", maxSteps, maxSteps + 1);
          const { calls } = stack[fp + (code[pc + 3] as number)] as Gathered;
          const target = fp + (code[pc + 2] as number);
          if (calls.length === 0) {
            state.joining.pop();
            stack[target] = NIL;
            pc += 6;
            continue;
          }
          leaveJoin(state);
          pc += 6;
          dispatch(state, calls, { joined: true, target });
          return CALLS;
        }
        case op.MACRO: {
          state.proto = proto;
          state.pc = pc + 6;
          state.fp = fp;
          state.captured = captured;
          callMacro(state, proto.macros[code[pc + 2] as number] as MacroSite);
          ({ proto, pc, fp, captured } = state);
          ({ code, consts } = proto);
          break;
        }
        case op.FAIL:
          throw proto.faults[code[pc + 2] as number] as Fault;
        default:
          // STEP: the charge is all there is to do.
          pc += 6;
          continue;
      }
      // Every jump, call and return comes by here.
      if (steps > stop) {
        if (steps > maxSteps) throw overBudget("max-steps", maxSteps, maxSteps + 1);
        return PAUSED;
      }
    }
  } finally {
    state.proto = proto;
    state.pc = pc;
    state.fp = fp;
    state.captured = captured;
    state.steps = steps;
  }
}

const NOTHING_CAPTURED: Captured = [];
