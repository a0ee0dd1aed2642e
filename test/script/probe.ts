import { read } from "../../src/dialect/reader/read.ts";
import type { SymbolTable, Value } from "../../src/dialect/values.ts";
import { createSymbolTable, Pair } from "../../src/dialect/values.ts";
import type { ArgumentSchemas } from "../../src/script/json-schema.ts";

/** A tool's contract with every kind of argument, the one of the conformance cases. */
export const PROBE: ArgumentSchemas = {
  text: { type: "string" },
  count: { type: "integer" },
  flag: { type: "boolean" },
  items: { type: "array", items: { type: "string" } },
  payload: {
    type: "object",
    properties: {
      on: { type: "boolean" },
      list: { type: "array", items: { type: "object", properties: { label: { type: "string" } } } },
      empty: { type: "object" },
      note: { type: "string" },
    },
  },
  any: {},
};

/** The first datum of a text as a guest value. */
export function datum(text: string): Value {
  const program = read(text);
  const [error] = program.diagnostics.filter(({ kind }) => kind !== "warning");
  if (error !== undefined || !(program.forms instanceof Pair))
    throw new Error(`not read: ${text} ${JSON.stringify(error)}`);
  return program.forms.car;
}

/** A fresh table of symbols. */
export function symbols(): SymbolTable {
  return createSymbolTable();
}
