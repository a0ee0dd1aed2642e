import { admitExpansion } from "../expansion.ts";
import type { Value } from "../values.ts";
import { analyze, createUnit, type Site } from "./analyze.ts";
import { completeArguments, enterFunction, protoOf, pushFrame } from "./calls.ts";
import { emitFunction } from "./emit.ts";
import type { Box } from "./ir.ts";
import type { MacroSite } from "./proto.ts";
import { type Captured, ensureRegisters, type State } from "./state.ts";

/** Runs a macro's body on the unevaluated argument forms; when it returns, `runExpansion` goes on (R153). */
export function callMacro(state: State, site: MacroSite): void {
  const proto = protoOf(state, site.entry);
  const base = state.fp + site.base;
  ensureRegisters(state.stack, base + site.args.length + 1);
  site.args.forEach((arg, index) => {
    state.stack[base + index] = arg;
  });
  if (proto.exact !== site.args.length) completeArguments(state, proto, base, site.args.length);
  pushFrame(state, site.target, site);
  enterFunction(state, proto, base, []);
}

/**
 * Compiles a macro's value and runs it where the call stands, with the variables in sight there (R155–R157).
 * The caller's activation is the running one again.
 */
export function runExpansion(state: State, site: MacroSite, expansion: Value): void {
  admitExpansion(expansion, state.meter, site.entry.definition.name.name);
  // Every variable in sight was made reachable from the call's own frame, so the expansion needs no outer functions.
  const unit = createUnit(undefined, site.origin);
  const at: Site = { unit, scope: site.scope };
  const body = analyze(state.context, at, expansion);
  const parameters = { required: [], optional: [], rest: undefined };
  const proto = emitFunction(state.emit, { unit, name: "expansion", parameters, variables: [], body });
  const captured: Captured = unit.captures.map((variable) =>
    variable.owner === site.unit
      ? (state.stack[state.fp + variable.register] as Box)
      : (state.captured[site.unit.captureIndex.get(variable) as number] as Box),
  );
  if (site.tail) {
    enterFunction(state, proto, state.fp, captured);
    return;
  }
  pushFrame(state, site.target, undefined);
  enterFunction(state, proto, state.fp + site.base, captured);
}
