import * as z from "zod";
import type { Tool } from "./tool.ts";

/** The part of a tool's JSON schema that messages and repair look at. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

const KNOWN = new WeakMap<z.ZodType, ArgumentSchema>();

/** The JSON schema of a tool's arguments; empty for what JSON schema cannot say. */
export function argumentSchema(tool: Tool): ArgumentSchema {
  const known = KNOWN.get(tool.input);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" }) as ArgumentSchema;
  KNOWN.set(tool.input, made);
  return made;
}

/** Where something stands in the arguments: keys and positions from the outside in. */
export type ArgumentPath = readonly (string | number)[];

/** The schema of a place, undefined where none describes it. */
export function schemaAt(schema: ArgumentSchema, path: ArgumentPath): ArgumentSchema | undefined {
  let at: ArgumentSchema | undefined = schema;
  for (const step of path) at = typeof step === "number" ? at?.items : at?.properties?.[step];
  return at;
}

/** Whether the member at this place may be left out. */
export function isOptional(schema: ArgumentSchema, path: ArgumentPath): boolean {
  const last = path.at(-1);
  const holder = schemaAt(schema, path.slice(0, -1));
  return typeof last === "string" && holder?.properties !== undefined && holder.required?.includes(last) !== true;
}
