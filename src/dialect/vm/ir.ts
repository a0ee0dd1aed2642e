/** What the analyser makes of forms: names resolved, conveniences and templates expanded, macro calls left open (A09). */
import type { Fault } from "../fault.ts";
import type { Primitive } from "../primitive.ts";
import type { Move } from "../expansion.ts";
import type { Definition } from "../program.ts";
import type { Parameters } from "../parameters.ts";
import type { Pair, Sym, Value } from "../values.ts";

/** A mutable cell for a variable that is both shared with a closure (or an expansion) and assigned. */
export class Box {
  declare value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/** One lexical variable. */
export interface Variable {
  readonly name: Sym;
  /** The function whose frame holds it. */
  readonly owner: FunctionUnit;
  assigned: boolean;
  captured: boolean;
  /** Set when a macro call can see it: an expansion may do anything with it. */
  open: boolean;
  /** Its register, once emitted. */
  register: number;
}

/** A function under compilation: a lambda, a definition, the script's body or one expansion. */
export interface FunctionUnit {
  readonly parent: FunctionUnit | undefined;
  /** Variables of outer functions that it uses, in the order of its captured values. */
  readonly captures: Variable[];
  readonly captureIndex: Map<Variable, number>;
  /** Cells that expansions made in this function, with the cells of the source they stand for. */
  readonly moves: (readonly Move[])[];
  /** The cell to blame for code that has no place of its own: the macro call it came from. */
  readonly from: Pair | undefined;
}

/** The variables in scope, innermost first. */
export interface Scope {
  readonly variable: Variable;
  readonly next: Scope | undefined;
}

/** A function analysed and ready to emit. */
export interface FunctionNode {
  readonly unit: FunctionUnit;
  readonly name: string;
  readonly parameters: Parameters;
  readonly variables: readonly Variable[];
  readonly body: Node;
}

/** `steps` are charged when evaluation enters the node. `origin` is the cell to blame when it fails: a list form's first cell, an atom's own. */
interface Base {
  readonly steps: number;
  readonly origin: Pair | undefined;
}

/** What a computed call needs: the callable and its arguments. */
export interface IndirectParts {
  readonly callable: Node;
  readonly args: readonly Node[];
}

/** One tool call of a join. */
export interface JoinEntry {
  readonly tool: string;
  readonly args: readonly Node[];
  readonly origin: Pair;
}

/** One analysed form. */
export type Node = Base &
  (
    | { readonly op: "const"; readonly value: Value }
    | { readonly op: "local"; readonly variable: Variable }
    | { readonly op: "global"; readonly box: Box }
    | { readonly op: "fail"; readonly before: readonly Node[]; readonly fault: Fault }
    | { readonly op: "progn"; readonly nodes: readonly Node[] }
    | { readonly op: "if"; readonly test: Node; readonly then: Node; readonly otherwise: Node }
    | { readonly op: "cond"; readonly clauses: readonly { readonly test: Node; readonly body: Node | undefined }[] }
    | { readonly op: "and"; readonly nodes: readonly Node[] }
    | { readonly op: "or"; readonly nodes: readonly Node[] }
    | {
        readonly op: "let";
        readonly variables: readonly Variable[];
        readonly values: readonly Node[];
        readonly sequential: boolean;
        readonly body: Node;
      }
    | { readonly op: "setq"; readonly target: Variable | Box; readonly value: Node }
    | { readonly op: "while"; readonly test: Node; readonly body: Node }
    | {
        readonly op: "lambda";
        readonly fn: FunctionNode;
        readonly params: Value;
        readonly body: Value;
        readonly bare: boolean;
      }
    | { readonly op: "primitive"; readonly primitive: Primitive; readonly args: readonly Node[] }
    | { readonly op: "call"; readonly definition: Definition; readonly args: readonly Node[] }
    | { readonly op: "tool"; readonly tool: string; readonly args: readonly Node[] }
    | ({ readonly op: "funcall" } & IndirectParts)
    | ({ readonly op: "apply" } & IndirectParts)
    | { readonly op: "mapcar"; readonly callable: Node; readonly list: Node }
    | { readonly op: "parallel"; readonly entries: readonly JoinEntry[] }
    | { readonly op: "parallel-map"; readonly variable: Variable; readonly entry: JoinEntry; readonly list: Node }
    | {
        readonly op: "macro";
        readonly definition: Definition;
        readonly args: Value;
        readonly scope: Scope | undefined;
        readonly unit: FunctionUnit;
      }
  );
