import type { Limits, Roster } from "../../dialect/index.ts";
import { LIMITS, limitsWith } from "../../dialect/index.ts";
import type { ArgumentSchemas } from "../../script/json-schema.ts";
import { DEFAULT_SLICE_STEPS } from "./drive.ts";

/** One call that a case expects. */
export interface ExpectedCall {
  readonly name: string;
  /** The arguments as `print` writes them. */
  readonly args?: string;
  /** Number of the join the call belongs to, from 1; undefined for a plain call. */
  readonly batch?: number;
  /** The converted arguments as JSON text. */
  readonly json?: string;
}

/** What a case expects; fields that are not there are not checked, except `direct`, whose absence says "composed". */
export interface Expected {
  readonly ok: boolean;
  readonly value?: string;
  readonly valueContains: readonly string[];
  readonly messageContains: readonly string[];
  readonly kind?: string;
  readonly calls?: readonly ExpectedCall[];
  readonly direct?: string;
  readonly steps?: number;
}

/** One line of a conformance file. */
export interface ConformanceCase {
  readonly id: string;
  readonly script: string;
  readonly roster: Roster;
  /** Canned answers by tool name, as JSON; a tool without one answers `<NAME>`. */
  readonly answers: ReadonlyMap<string, unknown>;
  readonly limits: Limits;
  readonly sliceSteps: number;
  readonly schemas: Readonly<Record<string, ArgumentSchemas>>;
  readonly expected: Expected;
}

/** Why a line is no case, in words that name the field. */
export class CaseError extends Error {
  override readonly name = "CaseError";
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line. Throws `CaseError` when it is no JSON or a field does not have its shape. */
export function parseCase(line: string): ConformanceCase {
  const fields = asObject(parseJson(line), "the line");
  const tools = fields["tools"] ?? [];
  const answers = new Map(Array.isArray(tools) ? [] : Object.entries(asObject(tools, "tools")));
  const names = Array.isArray(tools) ? strings(tools, "tools") : [...answers.keys()];
  const limits = asObject(fields["limits"] ?? {}, "limits");
  return {
    id: asString(fields["id"], "id"),
    script: asString(fields["script"], "script"),
    roster: { names: new Set(names), standalone: new Set(strings(fields["standalone"] ?? [], "standalone")) },
    answers,
    limits: limitsWith(caseLimits(limits)),
    sliceSteps:
      limits["step-slice"] === undefined ? DEFAULT_SLICE_STEPS : asInteger(limits["step-slice"], "step-slice"),
    schemas: asSchemas(fields["schemas"] ?? {}),
    expected: asExpected(asObject(fields["expected"], "expected")),
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    throw new CaseError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Budgets of a case are taken as given; a negative time budget is already used up when the second slice begins. */
function caseLimits(limits: Fields): Partial<Limits> {
  const changes: Record<string, number> = {};
  for (const [name, value] of Object.entries(limits)) {
    if (name === "step-slice") continue;
    if (!Object.hasOwn(LIMITS, name))
      throw new CaseError(`limits has no ${name}; it takes step-slice, ${Object.keys(LIMITS).join(", ")}`);
    changes[name] = asInteger(value, name);
  }
  return changes;
}

function asSchemas(value: unknown): Readonly<Record<string, ArgumentSchemas>> {
  const schemas = asObject(value, "schemas");
  return Object.fromEntries(
    Object.entries(schemas).map(([tool, byArgument]) => {
      const where = `schemas of ${tool}`;
      const entries = Object.entries(asObject(byArgument, where));
      return [tool, Object.fromEntries(entries.map(([name, schema]) => [name, asObject(schema, `${where}: ${name}`)]))];
    }),
  );
}

function asExpected(fields: Fields): Expected {
  return {
    ok: asBoolean(fields["ok"], "expected.ok"),
    valueContains: strings(fields["value_contains"] ?? [], "expected.value_contains"),
    messageContains: strings(fields["message_contains"] ?? [], "expected.message_contains"),
    ...optional("value", fields["value"], asString),
    ...optional("kind", fields["kind"], asString),
    ...optional("direct", fields["direct"], asString),
    ...optional("steps", fields["steps"], asInteger),
    ...optional("calls", fields["calls"], asCalls),
  };
}

function asCalls(value: unknown, where: string): readonly ExpectedCall[] {
  if (!Array.isArray(value)) throw new CaseError(`${where} has to be an array`);
  return value.map((entry, index) => {
    const fields = asObject(entry, `${where}[${index}]`);
    return {
      name: asString(fields["name"], `${where}[${index}].name`),
      ...optional("args", fields["args"], asString),
      ...optional("batch", fields["batch"], asInteger),
      ...optional("json", fields["json"], asString),
    };
  });
}

function optional<K extends string, T>(
  name: K,
  value: unknown,
  convert: (value: unknown, where: string) => T,
): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [name]: convert(value, `expected.${name}`) } as Partial<Record<K, T>>);
}

function asObject(value: unknown, where: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new CaseError(`${where} has to be an object`);
}

function asString(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  throw new CaseError(`${where} has to be a string`);
}

function asBoolean(value: unknown, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw new CaseError(`${where} has to be true or false`);
}

function asInteger(value: unknown, where: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new CaseError(`${where} has to be a whole number`);
}

function strings(value: unknown, where: string): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new CaseError(`${where} has to be an array of strings`);
}
