import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Monty, type ResourceLimits } from "@pydantic/monty";
import { getQuickJS, type QuickJSWASMModule, shouldInterruptAfterDeadline } from "quickjs-emscripten";
import {
  createMachine,
  DEFAULT_LIMITS,
  type Limits,
  preflight,
  print,
  read,
  type Route,
  type Value,
} from "../../src/dialect/index.ts";
import { str } from "../../src/dialect/values.ts";

/** Runs one program from its text to its value, with every budget on, and answers the value as text. */
export interface Engine {
  readonly name: string;
  /** Ending of the program files this engine reads. */
  readonly ending: "tcl" | "py" | "js";
  readonly run: (source: string, limits: Limits) => string;
}

/** Milliseconds of one call. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const PROGRAMS = new URL("../../test/bench/programs/", import.meta.url);

/** The text of a program file, or undefined when the program has no such counterpart. */
export function programText(name: string, ending: string): string | undefined {
  try {
    return readFileSync(new URL(`${name}.${ending}`, PROGRAMS), "utf8");
  } catch {
    return undefined;
  }
}

/** What the one host tool of the programs, Read, answers. */
const PAGE = readFileSync(new URL("page.txt", PROGRAMS), "utf8");

/** The slice a host gives the machine before it looks at its event loop again (2.7). */
export const SLICE = 2_000;

function ours(route: Route): Engine["run"] {
  const roster = { names: new Set(["Read"]), standalone: new Set<string>() };
  return (source, limits) => {
    const checked = preflight(read(source, limits), roster, { limits });
    if (!checked.ok) throw new Error(`refused: ${checked.diagnostics[0]?.code ?? ""}`);
    const machine = createMachine(checked.checked, { limits, route });
    for (;;) {
      const outcome = machine.advance(SLICE);
      if (outcome.state === "calls") machine.resume(outcome.calls.map((): Value => str(PAGE)));
      else if (outcome.state === "done") return print(outcome.value);
      else if (outcome.state === "failed") throw new Error(`failed: ${outcome.diagnostic.code}`);
    }
  };
}

const MONTY_LIMITS: ResourceLimits = {
  maxAllocations: 100_000_000,
  maxDurationSecs: 60,
  maxMemory: 512 * 1024 * 1024,
  maxRecursionDepth: 2_000,
};

function monty(): Engine["run"] {
  return (source) =>
    JSON.stringify(new Monty(source).run({ limits: MONTY_LIMITS, externalFunctions: { Read: () => PAGE } }));
}

function quickjs(module: QuickJSWASMModule): Engine["run"] {
  return (source) => {
    const runtime = module.newRuntime();
    runtime.setMemoryLimit(512 * 1024 * 1024);
    runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + 60_000));
    const context = runtime.newContext();
    try {
      const tool = context.newFunction("Read", () => context.newString(PAGE));
      context.setProp(context.global, "Read", tool);
      tool.dispose();
      const value = context.unwrapResult(context.evalCode(source));
      const text = JSON.stringify(context.dump(value));
      value.dispose();
      return text;
    } finally {
      context.dispose();
      runtime.dispose();
    }
  };
}

/** All engines that are compared, ours first. */
export async function engines(): Promise<readonly Engine[]> {
  return [
    { name: "vm", ending: "tcl", run: ours("vm") },
    { name: "tree", ending: "tcl", run: ours("tree") },
    { name: "monty", ending: "py", run: monty() },
    { name: "quickjs", ending: "js", run: quickjs(await getQuickJS()) },
  ];
}

/** The budgets of a program: the defaults with what `limits.json` raises. */
export function limitsOf(name: string): Limits {
  const raised = JSON.parse(readFileSync(new URL("../../test/bench/limits.json", import.meta.url), "utf8")) as Record<
    string,
    Partial<Limits>
  >;
  return { ...DEFAULT_LIMITS, ...raised[name] };
}
