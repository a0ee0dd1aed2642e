import type { ConformanceCase, ExpectedCall } from "./conformance-case.ts";
import type { Observed, ObservedCall } from "./conformance-run.ts";

/** One field of a case that is not as expected. Both sides are text, shortened by whoever shows them. */
export interface Difference {
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

/** Compares what a case expects with what a route showed; empty when all is as expected. */
export function differences(test: ConformanceCase, observed: Observed): readonly Difference[] {
  const { expected } = test;
  return [
    ...differs("ok", String(expected.ok), String(observed.ok), () => observed.message ?? observed.value),
    ...differs("value", expected.value, observed.value),
    ...differs("kind", expected.kind, observed.kind, () => observed.message),
    ...differs("steps", textOf(expected.steps), textOf(observed.steps)),
    ...missingParts("value_contains", expected.valueContains, observed.value),
    ...missingParts("message_contains", expected.messageContains, observed.message),
    ...differentDirect(test, observed),
    ...differentCalls(expected.calls, observed.calls),
  ];
}

/** One difference or none; an `expected` of undefined is not checked. `more` gives words that explain what was got. */
function differs(
  field: string,
  expected: string | undefined,
  got: string | undefined,
  more?: () => string | undefined,
): readonly Difference[] {
  if (expected === undefined || expected === got) return [];
  const explanation = more?.();
  const shown = got ?? "nothing";
  return [{ field, expected, got: explanation === undefined ? shown : `${shown} (${explanation})` }];
}

function textOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number);
}

function missingParts(field: string, parts: readonly string[], got: string | undefined): readonly Difference[] {
  return parts
    .filter((part) => got?.includes(part) !== true)
    .map((part) => ({ field, expected: JSON.stringify(part), got: got ?? "nothing" }));
}

/** A script without `direct` is a composed one; that only means something where there is a tool to call. */
function differentDirect(test: ConformanceCase, observed: Observed): readonly Difference[] {
  if (test.roster.names.size === 0) return [];
  return differs("direct", test.expected.direct ?? "composed", observed.direct ?? "composed");
}

function differentCalls(
  expected: readonly ExpectedCall[] | undefined,
  got: readonly ObservedCall[],
): readonly Difference[] {
  if (expected === undefined) return [];
  return [
    ...differs("number of calls", String(expected.length), String(got.length)),
    ...expected.flatMap((call, index) => differentCall(`call ${index + 1}`, call, got[index])),
  ];
}

function differentCall(where: string, expected: ExpectedCall, got: ObservedCall | undefined): readonly Difference[] {
  if (got === undefined) return [];
  return [
    ...differs(`${where} name`, expected.name, got.name),
    ...differs(`${where} args`, expected.args, got.args),
    ...differs(`${where} batch`, textOf(expected.batch) ?? "none", textOf(got.batch) ?? "none"),
    ...differs(`${where} json`, canonical(expected.json), canonical(got.json)),
  ];
}

/** JSON text with every number spelled one way and blanks removed; the order of keys counts. */
function canonical(json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
