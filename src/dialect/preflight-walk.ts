import { BACKQUOTE } from "./backquote.ts";
import { arityText } from "./arity.ts";
import { type ConvenienceName, convenienceProblem } from "./conveniences.ts";
import { Fault } from "./fault.ts";
import { countOf, formProblem } from "./form-problem.ts";
import { FORMS, type FormName } from "./forms.ts";
import { parseParameters } from "./parameters.ts";
import { add, addFault, type Report, warn } from "./preflight-report.ts";
import { printShort } from "./print-short.ts";
import type { Primitive } from "./primitive.ts";
import type { Definition } from "./program.ts";
import { regexpProblem } from "./regexp/regexp.ts";
import { resolveOperator } from "./resolve.ts";
import type { Value } from "./values.ts";
import { NIL, Pair, READER_QUOTE, Str, Sym, T } from "./values.ts";

/** A walk over one script: what it reports to, and whether standalone-only tools are refused. */
export interface Walk extends Report {
  readonly composed: boolean;
}

/** The variables in scope, innermost first. */
type Scope = { readonly name: Sym; readonly next: Scope } | undefined;

/** Walks the body of a definition with its parameters in scope. Nesting is bounded by `max-depth`, so the walk may recurse. */
export function walkDefinition(walk: Walk, definition: Definition, variables: readonly string[]): void {
  walkForms(walk, definition.body, bindParameters(definition.params, hostScope(walk, variables)));
}

/** Walks the forms that run. */
export function walkBody(walk: Walk, body: Value, variables: readonly string[]): void {
  walkForms(walk, body, hostScope(walk, variables));
}

function hostScope(walk: Walk, variables: readonly string[]): Scope {
  let scope: Scope;
  for (const name of variables) scope = { name: walk.program.symbols.intern(name), next: scope };
  return scope;
}

function bindParameters(params: Value, scope: Scope): Scope {
  const parsed = parseParameters(params);
  if ("problem" in parsed) return scope;
  let inner = scope;
  for (const name of [...parsed.required, ...parsed.optional, ...(parsed.rest === undefined ? [] : [parsed.rest])]) {
    inner = { name, next: inner };
  }
  return inner;
}

function isBound(name: Sym, scope: Scope): boolean {
  for (let entry = scope; entry !== undefined; entry = entry.next) if (entry.name === name) return true;
  return false;
}

function walkForms(walk: Walk, forms: Value, scope: Scope): void {
  for (let cell = forms; cell instanceof Pair; cell = cell.cdr) walkForm(walk, cell, scope);
}

function walkForm(walk: Walk, cell: Pair, scope: Scope): void {
  const form = cell.car;
  if (form instanceof Sym) {
    const constant = form === NIL || form === T || form.keyword;
    if (!constant && !isBound(form, scope)) certain(walk, cell, `Unbound variable: ${form.name}`);
  } else if (form instanceof Pair) {
    if (form.car instanceof Sym && form.car !== NIL && !form.car.keyword) walkCall(walk, form, scope);
    else walkBadOperator(walk, form, scope);
  }
}

/** A warning about something that is certain to fail when it is evaluated. */
function certain(walk: Walk, cell: Pair, problem: string): void {
  warn(walk, cell, "W300", { problem });
}

function walkBadOperator(walk: Walk, form: Pair, scope: Scope): void {
  certain(walk, form, `the operator of a call must be a name, not ${printShort(form.car)}`);
  if (form.car instanceof Pair) walkForm(walk, form, scope);
  walkForms(walk, form.cdr, scope);
}

function walkCall(walk: Walk, form: Pair, scope: Scope): void {
  const resolution = resolveOperator(form.car as Sym, walk.names);
  switch (resolution.kind) {
    case "form":
      walkSpecialForm(walk, resolution.name, form, scope);
      return;
    case "convenience":
      walkConvenience(walk, resolution.name, form, scope);
      return;
    case "backquote":
      walkTemplate(walk, form, scope);
      return;
    case "primitive":
      walkPrimitive(walk, resolution.primitive, form);
      break;
    case "macro":
      checkArity(walk, form, resolution.definition);
      return;
    case "function":
      checkArity(walk, form, resolution.definition);
      break;
    case "tool":
      checkTool(walk, form, resolution);
      break;
    case "definer":
      add(walk, "malformed", form, { code: "E134", args: { name: resolution.name } });
      return;
    case "unknown":
      noteUnknown(walk, form, resolution.name);
  }
  walkForms(walk, form.cdr, scope);
}

function checkTool(walk: Walk, form: Pair, tool: { readonly name: string; readonly standalone: boolean }): void {
  if (tool.standalone && walk.composed) add(walk, "standalone", form, { code: "E121", args: { name: tool.name } });
}

function noteUnknown(walk: Walk, form: Pair, name: string): void {
  if (!walk.unknown.has(name)) walk.unknown.set(name, form);
}

function checkArity(walk: Walk, form: Pair, definition: Definition): void {
  const parsed = parseParameters(definition.params);
  if ("problem" in parsed) return;
  const max = parsed.rest === undefined ? parsed.required.length + parsed.optional.length : Infinity;
  warnArity(walk, form, { min: parsed.required.length, max });
}

function warnArity(walk: Walk, form: Pair, arity: { readonly min: number; readonly max: number }): void {
  const got = countOf(form.cdr);
  if (got >= arity.min && got <= arity.max) return;
  const name = (form.car as Sym).name;
  const expected = arityText(arity.min, arity.max);
  certain(walk, form, `${name}: expected ${expected} ${expected === "1" ? "argument" : "arguments"}, got ${got}`);
}

function walkPrimitive(walk: Walk, primitive: Primitive, form: Pair): void {
  warnArity(walk, form, primitive);
  let index = 0;
  for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr, index++) {
    if (!(cell.car instanceof Str)) continue;
    if (primitive.regexps.includes(index)) checkRegexp(walk, primitive, { cell, pattern: cell.car, index });
    else if (primitive.name === "format" && index === 0) checkFormat(walk, cell, cell.car.text);
  }
}

function checkRegexp(walk: Walk, primitive: Primitive, literal: { cell: Pair; pattern: Str; index: number }): void {
  const { cell, pattern, index } = literal;
  if (primitive.name === "split-string" && index === 1 && pattern.chars === 0) {
    addFault(walk, cell, new Fault("E164", "atomic-work", { name: primitive.name }));
    return;
  }
  const problem = regexpProblem(pattern.text, walk.limits);
  if (problem !== undefined) addFault(walk, cell, problem);
}

function checkFormat(walk: Walk, cell: Pair, text: string): void {
  const tilde = /~[asdSAD]/u.exec(text);
  if (tilde !== null && !text.includes("%")) {
    const what = `format with ${tilde[0]}`;
    warn(walk, cell, "W310", {
      what,
      instead: "Directives begin with %: %s for any value, %S readable, %d for integers.",
    });
  }
}

function walkTemplate(walk: Walk, form: Pair, scope: Scope): void {
  const problem = BACKQUOTE.problem(form);
  const expanded = problem === undefined ? BACKQUOTE.expand(form, walk.program.symbols) : { problem };
  if ("problem" in expanded) {
    add(walk, "static", expanded.cell ?? form, { code: "E140", args: { problem: expanded.problem }, kind: "script" });
    return;
  }
  // The expansion is new data; its unquoted parts are the source's own cells and keep their places.
  walkForm(walk, new Pair(expanded.form, NIL, 0, 0), scope);
}

function walkConvenience(walk: Walk, name: ConvenienceName, form: Pair, scope: Scope): void {
  const problem = convenienceProblem(name, form);
  if (problem !== undefined) certain(walk, form, `malformed ${name}: ${problem}`);
  if (name === "push" || name === "when" || name === "unless") {
    walkForms(walk, form.cdr, scope);
    return;
  }
  const spec = form.cdr instanceof Pair ? form.cdr.car : NIL;
  const body = form.cdr instanceof Pair ? form.cdr.cdr : NIL;
  if (!(spec instanceof Pair)) {
    walkForms(walk, body, scope);
    return;
  }
  // Only the list or count runs; a third part makes the loop malformed, which is found when it is evaluated.
  if (spec.cdr instanceof Pair) walkForm(walk, spec.cdr, scope);
  walkForms(walk, body, spec.car instanceof Sym ? { name: spec.car, next: scope } : scope);
}

function walkSpecialForm(walk: Walk, name: FormName, form: Pair, scope: Scope): void {
  const problem = formProblem(name, form);
  if (problem !== undefined) {
    add(walk, "malformed", form, { code: "E122", args: { name, problem, shape: FORMS[name].shape } });
    if (name !== "quote") walkForms(walk, form.cdr, scope);
    return;
  }
  const walker = FORM_WALKERS[name];
  if (walker === undefined) walkForms(walk, form.cdr, scope);
  else walker(walk, form, scope);
}

type FormWalker = (walk: Walk, form: Pair, scope: Scope) => void;

const FORM_WALKERS: Readonly<Partial<Record<FormName, FormWalker>>> = {
  quote: () => undefined,
  let: (walk, form, scope) => {
    walkLet(walk, form, scope, false);
  },
  "let*": (walk, form, scope) => {
    walkLet(walk, form, scope, true);
  },
  setq: walkSetq,
  cond: walkCond,
  lambda: walkLambda,
  funcall: walkIndirect,
  apply: walkIndirect,
  mapcar: walkIndirect,
  parallel: walkParallel,
};

function walkLet(walk: Walk, form: Pair, scope: Scope, sequential: boolean): void {
  const clause = form.cdr as Pair;
  let inner = scope;
  for (let cell = clause.car; cell instanceof Pair; cell = cell.cdr) {
    const binding = cell.car;
    const name = binding instanceof Pair ? binding.car : binding;
    if (binding instanceof Pair) walkForms(walk, binding.cdr, sequential ? inner : scope);
    if (name instanceof Sym && name !== NIL && !name.keyword) {
      if (name === T) warn(walk, cell, "W330", { name: "t" });
      inner = { name, next: inner };
    } else certain(walk, cell, `${printShort(name)} cannot be bound`);
  }
  walkForms(walk, clause.cdr, inner);
}

function walkSetq(walk: Walk, form: Pair, scope: Scope): void {
  for (let cell = form.cdr; cell instanceof Pair; cell = (cell.cdr as Pair).cdr) {
    const name = cell.car;
    if (!(name instanceof Sym) || name === NIL || name.keyword || (name === T && !isBound(name, scope))) {
      certain(walk, cell, `${printShort(name)} cannot be assigned`);
      walkForm(walk, cell, scope);
    } else if (!isBound(name, scope)) certain(walk, cell, `setq of the unbound variable ${name.name}`);
    walkForm(walk, cell.cdr as Pair, scope);
  }
}

function walkCond(walk: Walk, form: Pair, scope: Scope): void {
  for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
    if (cell.car instanceof Pair) walkForms(walk, cell.car, scope);
    else if (cell.car !== NIL) certain(walk, cell, `a cond clause must be a list, not ${printShort(cell.car)}`);
  }
}

function walkLambda(walk: Walk, form: Pair, scope: Scope): void {
  const clause = form.cdr as Pair;
  const parsed = parseParameters(clause.car);
  if ("problem" in parsed) certain(walk, clause, `bad parameter list: ${parsed.problem}`);
  walkForms(walk, clause.cdr, bindParameters(clause.car, scope));
}

/** funcall, apply, mapcar: a literal function name is looked at, the rest is walked (R169). */
function walkIndirect(walk: Walk, form: Pair, scope: Scope): void {
  const clause = form.cdr as Pair;
  const name = quotedSymbol(walk, clause.car);
  if (name !== undefined) {
    const resolution = resolveOperator(name, walk.names);
    if (resolution.kind === "tool" && resolution.standalone) {
      add(walk, "standalone", clause, { code: "E121", args: { name: resolution.name } });
    } else if (!["primitive", "function", "tool"].includes(resolution.kind)) {
      certain(walk, clause, `${name.name} cannot be called through ${(form.car as Sym).name}`);
    }
  }
  walkForms(walk, clause, scope);
}

function quotedSymbol(walk: Walk, form: Value): Sym | undefined {
  if (!(form instanceof Pair) || !(form.cdr instanceof Pair) || !(form.car instanceof Sym)) return undefined;
  const isQuote = form.car === READER_QUOTE || form.car === walk.program.symbols.intern("quote");
  return isQuote && form.cdr.car instanceof Sym ? form.cdr.car : undefined;
}

function walkParallel(walk: Walk, form: Pair, scope: Scope): void {
  for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
    const call = cell.car;
    const isTool =
      call instanceof Pair && call.car instanceof Sym && resolveOperator(call.car, walk.names).kind === "tool";
    if (!isTool) certain(walk, cell, `every entry of parallel must be one direct tool call, not ${printShort(call)}`);
    walkForm(walk, cell, scope);
  }
}
