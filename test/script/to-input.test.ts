import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Value } from "../../src/dialect/values.ts";
import { Closure, Flo, integer, list, NIL, pair, str, Sym, T, vec } from "../../src/dialect/values.ts";
import type { ArgumentSchemas } from "../../src/script/json-schema.ts";
import { refusalText } from "../../src/script/refusal.ts";
import { MAX_INPUT_DEPTH, toInput } from "../../src/script/to-input.ts";
import { RUNS } from "../support/property.ts";
import { datum, PROBE } from "./probe.ts";

/** The input as JSON text, or the refusal as a direct call gives it. */
function converted(args: Value, schemas: ArgumentSchemas | "unknown" = PROBE): string {
  const result = toInput("Probe", args, schemas === "unknown" ? undefined : schemas);
  return result.ok ? JSON.stringify(result.input) : refusalText(result, true);
}

/** The refusal as a composed script sees it. */
function lesson(args: Value, schemas: ArgumentSchemas | "unknown" = PROBE): string {
  const result = toInput("Probe", args, schemas === "unknown" ? undefined : schemas);
  if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.input)}`);
  return refusalText(result, false);
}

const LAMBDA = new Closure(NIL, NIL, true, undefined);

describe("by their schemas arguments become", () => {
  test.each([
    ['(:text "x" :count 3 :flag t)', '{"text":"x","count":3,"flag":true}'],
    ["nil", "{}"],
    ["(:flag nil)", '{"flag":false}'],
    ["(:flag :json-false)", '{"flag":false}'],
    ["(:flag :true)", '{"flag":true}'],
    ["(:flag :false)", '{"flag":false}'],
    ["(:flag :null)", '{"flag":null}'],
    ["(:text nil)", '{"text":null}'],
    ["(:text :null)", '{"text":null}'],
    ["(:count nil)", '{"count":null}'],
    ["(:items nil)", '{"items":[]}'],
    ['(:items ("a"))', '{"items":["a"]}'],
    ['(:items ["a" "b"])', '{"items":["a","b"]}'],
    ["(:items :null)", '{"items":null}'],
    ["(:payload nil)", '{"payload":{}}'],
    ["(:payload :null)", '{"payload":null}'],
    [
      '(:payload (:on nil :list ((:label "v")) :empty nil :note :null))',
      '{"payload":{"on":false,"list":[{"label":"v"}],"empty":{},"note":null}}',
    ],
    ['(:payload (:list [(:label "v") (:label "w")]))', '{"payload":{"list":[{"label":"v"},{"label":"w"}]}}'],
    ["(:payload (:more (1 2)))", '{"payload":{"more":[1,2]}}'],
    ["(:any :null)", '{"any":null}'],
    ["(:any [[0 0] [6 29.6]])", '{"any":[[0,0],[6,29.6]]}'],
    ["(:any (:a 1 :b (2 3)))", '{"any":{"a":1,"b":[2,3]}}'],
    ["(:any (t :json-false :true :false :null nil))", '{"any":[true,false,true,false,null,null]}'],
    ['(:any ((:a 1) "b" word))', '{"any":[{"a":1},"b","word"]}'],
    // A type that does not fit is the validation's business.
    ['(:count "3")', '{"count":"3"}'],
    ["(:text 5)", '{"text":5}'],
    ["(:text t)", '{"text":true}'],
    ["(:text (1 2))", '{"text":[1,2]}'],
    // The last one of a repeated keyword counts.
    ['(:text "a" :text "b")', '{"text":"b"}'],
    ['(:text "a\\nb\\200\\u00e9")', '{"text":"a\\nb\uFFFDé"}'],
    ["(:count 9007199254740991)", '{"count":9007199254740991}'],
    ["(:any -2.5e10)", '{"any":-25000000000}'],
  ])("%s → %s", (args, json) => {
    expect(converted(datum(args))).toBe(json);
  });

  test("members of their own even under the names of the host's objects", () => {
    const result = toInput("Probe", datum('(:any (:__proto__ 1 :constructor "x" :toString nil))'), PROBE);
    expect(JSON.stringify(result)).toBe(
      '{"ok":true,"input":{"any":{"__proto__":1,"constructor":"x","toString":null}}}',
    );
  });
});

describe("without a known contract arguments become", () => {
  test.each([
    ["(:file_path x)", '{"file_path":"x"}'],
    ["(:file_path (Read))", '{"file_path":["Read"]}'],
    ["(:file_path (a 2))", '{"file_path":["a",2]}'],
    ["(:opts (:a 1 :b (2 3)))", '{"opts":{"a":1,"b":[2,3]}}'],
    ['(:paths ["a" "b"] :opts [:k (x)])', '{"paths":["a","b"],"opts":[":k",["x"]]}'],
    ["(:opts (:k))", '{"opts":[":k"]}'],
    ["(:flag nil)", '{"flag":null}'],
  ])("%s → %s", (args, json) => {
    expect(converted(datum(args), "unknown")).toBe(json);
  });
});

describe("arguments are refused with the exact words of the cases:", () => {
  test.each([
    ["(:text)", "Error: Probe: argument :text has no value"],
    ['(:text "a" :count)', "Error: Probe: argument :count has no value"],
    ['(text "a")', "Error: Probe: arguments must be :keyword value pairs"],
    ["(5)", "Error: Probe: arguments must be :keyword value pairs"],
    ["(:bogus 1)", "Error: Probe has no argument ‘bogus’; it accepts: text, count, flag, items, payload, any"],
    ["(:items 5)", "Error: Wrong type argument: sequencep, 5"],
    ["(:payload (:on))", "Error: Object arguments require keyword/value pairs"],
    ["(:payload (on t))", "Error: Object arguments require keyword/value pairs"],
    ['(:payload "str")', "Error: Object arguments must be proper lists"],
    ["(:payload [:on t])", "Error: Object arguments must be proper lists"],
  ])("%s", (args, message) => {
    expect(converted(datum(args))).toBe(message);
  });

  test("a dotted pair for an object", () => {
    const args = list([new Sym(":payload"), pair(new Sym(":on"), T)]);
    expect(converted(args)).toBe("Error: Wrong type argument: listp, t");
  });

  test("a dotted list for an array", () => {
    const args = list([new Sym(":items"), pair(str("a"), 2)]);
    expect(converted(args)).toBe("Error: Wrong type argument: listp, 2");
  });

  test("arguments in order: the first that cannot be converted is the one refused", () => {
    expect(converted(datum('(:payload { "on" :1})'))).toBe("Error: Object arguments must be proper lists");
    expect(converted(datum("(:bogus 1 :payload 2)"))).toContain("‘bogus’");
  });
});

describe("a composed script reads in a refusal", () => {
  test.each([
    ["(:payload (:on))", ["Objects are keyword plists such as (:on t :list [...])", "not this value: (:on)"]],
    ["(:payload {)", ["Objects are keyword plists such as", "not JSON {...} with commas: {"]],
    ['(:payload [{"label": 1}])', ["not JSON {...} with commas: "]],
    ['(:payload (:list [{"label":1}]))', ["not JSON {...} with commas: {", "(Probe: argument :payload, part :list 0)"]],
    ["(:items 5)", ["Arrays are vectors or lists such as [1 2]", "not this value: 5"]],
    ["(:any [1, 2])", ["[[0 0] [6 29.6]]", ":json-false or nil for false", ":null for null", "t for true"]],
    ["(:any (true))", ["Probe: argument :any, part 0 holds JSON spelling: true"]],
    ["(:any [false null])", ["[[0 0] [6 29.6]]"]],
    ['(:any {"a")', ["JSON spelling", "(:key value) for an object"]],
    ['(:items ["a", "b"])', ["argument :items, part 1 holds JSON spelling"]],
    ["(:text true)", ["JSON spelling: true"]],
    ["(:text content)", ['takes a string, not the symbol content: quote a string, such as "content"']],
    ["(:text :true)", ['takes a string, not the keyword :true: quote a string, such as "true"']],
    ["(:count many)", ["takes an integer, not the symbol many"]],
    ["(:flag yes)", ["takes t or nil, not the symbol yes"]],
    ["(:any :other)", ['the keyword :other, which stands for no JSON value: pass a string such as "other"']],
    ["(:any (:a 1 :b))", ["Object arguments require keyword/value pairs"]],
    ["(:payload (:on t :on nil))", ["names the key :on twice"]],
    ["(:count 9007199254740992)", ["JSON cannot carry exactly", "pass it as a string"]],
    ["(:any (0.0e+NaN))", ["JSON has no infinities and no NaN"]],
    ["(:any 1.0e+INF)", ["JSON has no infinities and no NaN"]],
  ] as const)("%s", (args, parts) => {
    const text = lesson(datum(args));
    expect(text).toMatch(/^Error: /u);
    for (const part of parts) expect(text).toContain(part);
  });

  test.each([
    ["as an argument", list([new Sym(":any"), LAMBDA])],
    ["in a vector in a plist", list([new Sym(":any"), list([new Sym(":a"), vec([1, LAMBDA])])])],
    ["where a string is wanted", list([new Sym(":text"), LAMBDA])],
  ])("a lambda %s", (_where, args) => {
    expect(lesson(args)).toContain("may not contain a lambda");
    expect(lesson(args, "unknown")).toContain("may not contain a lambda");
  });

  test("an unknown key where the object takes no others", () => {
    const schemas = { at: { type: "object", properties: { x: {}, y: {} }, additionalProperties: false } };
    expect(lesson(datum("(:at (:z 1))"), schemas)).toContain("has no key ‘z’; it accepts: x, y");
  });

  test("an argument where the tool takes none", () => {
    expect(lesson(datum("(:a 1)"), {})).toBe("Error: Probe has no argument ‘a’; it accepts no arguments");
  });
});

describe("a schema with alternatives is read by the value's shape:", () => {
  const schemas: ArgumentSchemas = {
    maybe: { type: ["string", "null"] },
    either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "boolean" } }] },
    named: { oneOf: [{ type: "object", properties: { flag: { type: "boolean" } } }, { type: "array" }] },
    mode: { enum: ["fast", "slow"] },
    open: { type: "object", additionalProperties: { type: "boolean" } },
  };

  test.each([
    ["(:maybe nil)", '{"maybe":null}'],
    ['(:maybe "a")', '{"maybe":"a"}'],
    ['(:either "a")', '{"either":"a"}'],
    ["(:either (nil t))", '{"either":[false,true]}'],
    ["(:named (:flag nil))", '{"named":{"flag":false}}'],
    ["(:named (1))", '{"named":[1]}'],
    ['(:mode "fast")', '{"mode":"fast"}'],
    ["(:open (:a nil :b t))", '{"open":{"a":false,"b":true}}'],
  ])("%s → %s", (args, json) => {
    expect(converted(datum(args), schemas)).toBe(json);
  });

  test("a symbol for one of several words is refused with the string to write", () => {
    expect(lesson(datum("(:mode fast)"), schemas)).toContain('quote a string, such as "fast"');
  });
});

describe("depth and size are bounded:", () => {
  function nested(depth: number): Value {
    let value: Value = 1;
    for (let i = 0; i < depth; i++) value = list([value]);
    return list([new Sym(":any"), value]);
  }

  test("an argument may nest to the limit", () => {
    expect(toInput("Probe", nested(MAX_INPUT_DEPTH), PROBE).ok).toBe(true);
  });

  test.each([MAX_INPUT_DEPTH + 1, 25_000])("one nested %i deep is refused with the limit", (depth) => {
    expect(lesson(nested(depth))).toContain(`${MAX_INPUT_DEPTH} levels`);
  });

  test("a long list is converted whole", () => {
    const args = list([new Sym(":any"), list(Array.from({ length: 25_000 }, (_, i) => i))]);
    const result = toInput("Probe", args, PROBE);
    expect(result.ok && (result.input["any"] as unknown[]).length).toBe(25_000);
  });

  test("a refusal shows a bounded part of a large value", () => {
    const args = list([new Sym(":payload"), list(Array.from({ length: 20_000 }, () => str("long")))]);
    expect(lesson(args).length).toBeLessThan(500);
  });
});

const guest: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Value>(
      NIL,
      T,
      new Sym(":null"),
      new Sym(":json-false"),
      new Sym(":true"),
      new Sym("word"),
      new Sym("{"),
    ),
    fc.integer(),
    fc.bigInt().map(integer),
    fc.double().map((value) => new Flo(value)),
    fc.string({ unit: "binary" }).map(str),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => list(items)),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => vec(items)),
    fc
      .array(fc.tuple(fc.constantFrom(":on", ":list", ":note", ":x"), tie("value")), { maxLength: 3 })
      .map((members) => list(members.flatMap(([key, value]) => [new Sym(key), value]))),
    fc.tuple(tie("value"), tie("value")).map(([a, b]) => pair(a, b)),
  ),
})).value;

describe("for any value under any argument", () => {
  test("the outcome is JSON that survives its text, or a refusal of one bounded sentence and a hint", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(PROBE)), guest, fc.boolean(), (name, value, known) => {
        const result = toInput("Probe", list([new Sym(`:${name}`), value]), known ? PROBE : undefined);
        if (result.ok) expect(JSON.parse(JSON.stringify(result.input))).toEqual(withoutMinusZero(result.input));
        else expect(refusalText(result, false).length).toBeLessThan(600);
      }),
      { numRuns: RUNS },
    );
  });
});

/** JSON text has no minus zero. */
function withoutMinusZero(json: unknown): unknown {
  const text = JSON.stringify(json, (_key, value: unknown) => (Object.is(value, -0) ? 0 : value));
  return JSON.parse(text) as unknown;
}
