import { describe, expect, it } from "vitest";
import { admitExpansion, checkExpansionSize } from "../../src/dialect/expansion.ts";
import { Fault } from "../../src/dialect/fault.ts";
import { type Limits, limitsWith } from "../../src/dialect/limits.ts";
import { Meter } from "../../src/dialect/meter.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { Value } from "../../src/dialect/values.ts";
import { Closure, list, NIL, Pair, pair, vec } from "../../src/dialect/values.ts";

function refusal(value: Value, changes: Partial<Limits> = {}): unknown {
  const meter = new Meter(limitsWith(changes));
  try {
    admitExpansion(value, meter, "m");
  } catch (fault) {
    return fault instanceof Fault ? { code: fault.code, kind: fault.kind } : fault;
  }
  return undefined;
}

function datum(text: string): Value {
  return (read(text).forms as Pair).car;
}

function nested(depth: number): Value {
  let value: Value = 1;
  for (let i = 0; i < depth; i++) value = list([value]);
  return value;
}

const closure = new Closure(NIL, NIL, true, undefined);

describe("what a macro answers is admitted as code", () => {
  it.each(["1", "x", ":k", "nil", '"s"', "2.5", "(a (b c) . nil)", "[1 (2)]", "`(a ,b)", "'(x)"])(
    "when it is %s",
    (text) => {
      expect(refusal(datum(text))).toBeUndefined();
    },
  );

  it.each([
    ["a dotted list", pair(1, 2)],
    ["a dotted list inside", list([1, pair(1, 2)])],
    ["a dotted list inside a vector", vec([pair(1, 2)])],
    ["a lambda", closure],
    ["a lambda inside", list([1, list([closure])])],
    ["a lambda inside a vector", vec([closure])],
  ])("unless it is %s", (_what, value) => {
    expect(refusal(value)).toEqual({ code: "E360", kind: "script" });
  });

  it("up to max-transformed-nodes, counted like the nodes of a value", () => {
    expect(refusal(datum("(a b)"), { "max-transformed-nodes": 5 })).toBeUndefined();
    expect(refusal(datum("(a b)"), { "max-transformed-nodes": 4 })).toEqual({ code: "E420", kind: "expansion" });
  });

  it("up to max-depth lists inside one another", () => {
    expect(refusal(nested(7), { "max-depth": 7 })).toBeUndefined();
    expect(refusal(nested(8), { "max-depth": 7 })).toMatchObject({ code: "E402" });
    expect(refusal(vec([nested(7)]), { "max-depth": 7 })).toMatchObject({ code: "E402" });
  });

  it("without the host's stack, however deep it is", () => {
    expect(refusal(nested(24_000), { "max-transformed-nodes": 100_000 })).toMatchObject({
      code: "E402",
    });
    expect(refusal(nested(24_000), { "max-transformed-nodes": 100_000, "max-depth": 24_000 })).toBeUndefined();
  });

  it("at the price of its nodes in work", () => {
    const meter = new Meter(limitsWith({}));
    admitExpansion(datum("(a b)"), meter, "m");
    expect(meter.work).toBe(5);
  });
});

describe("the size of an expansion", () => {
  it("is named in the refusal with the convenience it belongs to", () => {
    expect(() => {
      checkExpansionSize(datum("(a b)"), limitsWith({ "max-transformed-nodes": 1 }), "when");
    }).toThrow(
      expect.objectContaining({ args: expect.objectContaining({ name: "when", allowed: 1, amount: 5 }) as unknown }),
    );
  });
});
