import { argumentSchema } from "../pipeline/argument-schema.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { ArgumentSchemas, JsonSchema } from "../script/json-schema.ts";
import { callableName } from "../script/roster.ts";

/** One argument of a tool as its contract names it. */
export interface Argument {
  readonly name: string;
  /** JSON types, several joined by `|`; `any` where the schema says nothing. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

const CONTRACTS = new WeakMap<Tool, readonly Argument[]>();

/** The arguments of a tool in the order of its contract, required and optional ones (R186). */
export function argumentsOf(tool: Tool): readonly Argument[] {
  const known = CONTRACTS.get(tool);
  if (known !== undefined) return known;
  const schema = argumentSchema(tool) as JsonSchema;
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const made = Object.entries(schema.properties ?? {}).map(([name, member]): Argument => {
    const { description, ...rest } = member;
    const text = typeof description === "string" ? description : "";
    return { name, type: typeOf(member), required: required.has(name), description: text, schema: rest };
  });
  CONTRACTS.set(tool, made);
  return made;
}

/** What decides how guest values become a tool's JSON input: argument → JSON schema (R192). */
export function argumentSchemas(tool: Tool): ArgumentSchemas {
  return Object.fromEntries(argumentsOf(tool).map(({ name, schema }) => [name, schema]));
}

/** The summary that a tool is found by: its own, or the first sentence of its description (R268). */
export function summaryOf({ summary, description }: Tool): string {
  if (summary.trim() !== "") return summary.trim();
  const [first = ""] = /^.*?[.!?](?=\s|$)|^[^\n]*/s.exec(description.trim()) ?? [];
  return first.replaceAll(/\s+/g, " ").trim();
}

/** How a tool is called, in one line: `- (Read :file_path string [:offset integer]) - summary` (2.10, R274). */
export function callingShape(tool: Tool, standalone = false): string {
  const parts = argumentsOf(tool).map(({ name, type, required }) =>
    required ? ` :${name} ${type}` : ` [:${name} ${type}]`,
  );
  return `- (${callableName(tool)}${parts.join("")}) - ${summaryOf(tool)}${standalone ? " [standalone]" : ""}`;
}

/** An expression that calls a tool with placeholders for what it requires (2.10). */
export function expressionTemplate(tool: Tool): string {
  const required = argumentsOf(tool).filter((argument) => argument.required);
  return `(${callableName(tool)}${required.map((argument) => ` :${argument.name} ${placeholder(argument)}`).join("")})`;
}

/** One line of a contract: name, type, requirement, description, schema. */
export function argumentLine({ name, type, required, description, schema }: Argument): string {
  const about = description === "" ? "" : ` ${description}`;
  return `- ${name} ${type} ${required ? "required" : "optional"}${about} ${JSON.stringify(schema, withoutIntegerRange)}`;
}

function placeholder({ name, type }: Argument): string {
  switch (type.split("|")[0]) {
    case "number":
    case "integer":
      return "0";
    case "boolean":
      return "t";
    case "array":
      return "[]";
    case "object":
      return "'()";
    default:
      return `"<${name}>"`;
  }
}

/** The JSON types that a schema admits; alternatives one level deep, as they stand in real contracts. */
function typeOf(schema: JsonSchema): string {
  const own = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);
  const types = [...new Set([...own, ...alternatives])];
  if (types.length > 0) return types.join("|");
  if (schema.enum !== undefined) return [...new Set(schema.enum.map((value) => typeof value))].join("|");
  return "any";
}

/** Leaves out the bounds that every integer has. */
function withoutIntegerRange(key: string, value: unknown): unknown {
  const isBound = (key === "minimum" || key === "maximum") && typeof value === "number";
  return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}
