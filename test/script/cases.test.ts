import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { limitsWith } from "../../src/dialect/limits.ts";
import { preflight } from "../../src/dialect/preflight.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { ArgumentSchemas } from "../../src/script/json-schema.ts";
import { recogniseDirect } from "../../src/script/recognise-direct.ts";
import { refusalText } from "../../src/script/refusal.ts";
import { toInput } from "../../src/script/to-input.ts";
import { datum } from "./probe.ts";

interface Case {
  readonly id: string;
  readonly script: string;
  readonly tools?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly standalone?: readonly string[];
  readonly schemas?: Readonly<Record<string, ArgumentSchemas>>;
  readonly expected: {
    readonly kind?: string;
    readonly value?: string | null;
    readonly direct?: string;
    readonly calls?: readonly { readonly name: string; readonly args: string; readonly json?: string }[];
  };
}

const text = readFileSync(new URL("../fixtures/conformance.jsonl", import.meta.url), "utf8");
const CASES = text
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

/** Cases whose script only calls a tool once, with the arguments as the case prints them. */
const CONVERSIONS = CASES.filter(
  ({ id, expected }) => /^(driver|tool)\/args\//u.test(id) && expected.calls?.length === 1,
);

describe("the arguments of a conformance case are converted as it says:", () => {
  // A dotted pair is no literal; the same conversion is tested on a built one.
  const readable = CONVERSIONS.filter(({ expected }) => expected.calls?.[0]?.args.includes(" . ") === false);

  test.each(readable.map((one) => [one.id, one] as const))("%s", (_id, { schemas, expected }) => {
    const call = expected.calls![0]!;
    const result = toInput(call.name, datum(call.args), schemas?.[call.name]);
    if (result.ok) {
      expect(JSON.stringify(result.input)).toBe(call.json ?? JSON.stringify(result.input));
      expect(expected.value).toBe(`"<${call.name}>"`);
    } else {
      expect(call.json).toBeUndefined();
      expect(expected.value).toContain(refusalText(result, expected.direct !== undefined));
    }
  });

  test("and there are such cases", () => {
    expect(readable.length).toBeGreaterThan(25);
  });
});

describe("every conformance case that passes preflight is direct or composed as it says", () => {
  const groups = new Map<string, Case[]>();
  for (const one of CASES) {
    const group = one.id.split("/").slice(0, 2).join("/");
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }

  test.each([...groups])("%s", (_group, cases) => {
    for (const { id, script, tools, standalone, expected } of cases) {
      const program = read(script, limitsWith({ "max-input-bytes": 1_000_000 }));
      const names = Array.isArray(tools) ? (tools as string[]) : Object.keys(tools ?? {});
      const verdict = preflight(program, { names: new Set(names), standalone: new Set(standalone) });
      if (!verdict.ok) continue;
      expect({ id, direct: recogniseDirect(verdict.checked)?.tool }).toEqual({ id, direct: expected.direct });
    }
  });
});
