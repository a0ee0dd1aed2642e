import type { Meter } from "./meter.ts";
import type { SymbolTable, Value } from "./values.ts";
import { bytesOf, list, nodesOf, str } from "./values.ts";

/**
 * What a script sees of a tool's result, charged to the retained budget. One over the value budget is replaced
 * by the plist of a failed call, so that the script can go on (R213).
 */
export function admitResult(value: Value, meter: Meter, symbols: SymbolTable): Value {
  const fits = bytesOf(value) <= meter.maxValueBytes && nodesOf(value) <= meter.maxValueNodes;
  const kept = fits ? value : list([symbols.intern(":error"), str("Nested tool result rejected")]);
  meter.retain(bytesOf(kept));
  return kept;
}
