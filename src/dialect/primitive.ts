import type { Meter } from "./meter.ts";
import type { Value } from "./values.ts";

/** An example for documentation and tests: a script and its value as `print` writes it. */
export type Example = readonly [script: string, value: string];

/** A primitive of up to four operands; omitted optional ones arrive as nil, as in Emacs. */
export type FixedFunction = (meter: Meter, a: Value, b: Value, c: Value, d: Value) => Value; // eslint-disable-line max-params -- separate operands save an array for every call
/** A primitive of any number of operands. It must not keep or change `args`. */
export type RestFunction = (meter: Meter, args: readonly Value[]) => Value;

/** One primitive: everything about it in one record (R056–R060). */
export interface Primitive {
  readonly name: string;
  /** As in the manual: `(nth n list)`; arity follows from it. */
  readonly signature: string;
  /** One or two sentences in our own words. */
  readonly doc: string;
  readonly examples: readonly Example[];
  readonly min: number;
  /** Most operands, or Infinity after `&rest`. */
  readonly max: number;
  /** Set when `max` is finite. */
  readonly fixed?: FixedFunction;
  /** Set when `max` is Infinity. */
  readonly rest?: RestFunction;
  /** Operand positions that hold regexps, checked by preflight when they are literals (R168). */
  readonly regexps: readonly number[];
  /**
   * Whether it accepts the name of a two-operand primitive as its last operand (assoc, plist-get, plist-member: A28).
   */
  readonly takesTest: boolean;
}

/** What `definePrimitive` takes: a record without what follows from the signature. */
export interface PrimitiveSpec {
  readonly signature: string;
  readonly doc: string;
  readonly examples: readonly Example[];
  readonly fixed?: FixedFunction;
  readonly rest?: RestFunction;
  readonly regexps?: readonly number[];
  readonly takesTest?: boolean;
}

/** Makes a primitive's record; name and arity are read from the signature. */
export function definePrimitive(spec: PrimitiveSpec): Primitive {
  const words = spec.signature.slice(1, -1).split(" ");
  const parameters = words.slice(1);
  const optional = parameters.indexOf("&optional");
  const rest = parameters.indexOf("&rest");
  const required = [optional, rest, parameters.length].filter((index) => index >= 0);
  const markers = (optional >= 0 ? 1 : 0) + (rest >= 0 ? 1 : 0);
  return {
    name: words[0] as string,
    signature: spec.signature,
    doc: spec.doc,
    examples: spec.examples,
    min: Math.min(...required),
    max: rest >= 0 ? Infinity : parameters.length - markers,
    ...(spec.fixed === undefined ? {} : { fixed: spec.fixed }),
    ...(spec.rest === undefined ? {} : { rest: spec.rest }),
    regexps: spec.regexps ?? [],
    takesTest: spec.takesTest ?? false,
  };
}
