import type { Diagnostic } from "../../src/dialect/diagnostics.ts";
import { type Limits, DEFAULT_LIMITS } from "../../src/dialect/limits.ts";
import type { CallRequest, Machine, MachineOptions } from "../../src/dialect/machine.ts";
import { preflight } from "../../src/dialect/preflight.ts";
import { print } from "../../src/dialect/print.ts";
import type { Checked, Roster } from "../../src/dialect/program.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { SymbolTable, Value } from "../../src/dialect/values.ts";

/** What a whole run showed: what a script is told, and what it did on the way. */
export interface Run {
  readonly ok: boolean;
  readonly value?: string;
  readonly kind?: string;
  readonly diagnostic?: Diagnostic;
  readonly steps?: number;
  readonly calls: readonly {
    readonly name: string;
    readonly args: string;
    readonly batch?: number;
    readonly place: number;
  }[];
}

/** How a run is made; `host` answers tool calls, `fuel` gives the fuel of each slice in turn. */
export interface Setting {
  readonly create: (checked: Checked, options: MachineOptions) => Machine;
  readonly roster?: Roster;
  readonly limits?: Limits;
  readonly input?: Value;
  readonly host?: (symbols: SymbolTable) => (call: CallRequest) => Value;
  readonly fuel?: (slice: number) => number;
}

const NOBODY: Roster = { names: new Set(), standalone: new Set() };

/** Reads, checks and runs a script to its end. A script that is refused before it runs has no steps. */
export function runScript(script: string, setting: Setting): Run {
  const limits = setting.limits ?? DEFAULT_LIMITS;
  const program = read(script, limits);
  const variables = setting.input === undefined ? [] : ["input"];
  const verdict = preflight(program, setting.roster ?? NOBODY, { limits, variables });
  if (!verdict.ok) {
    const diagnostic = verdict.diagnostics.find(({ kind }) => kind !== "warning");
    return { ok: false, ...(diagnostic === undefined ? {} : { kind: diagnostic.kind, diagnostic }), calls: [] };
  }
  const options = setting.input === undefined ? { limits } : { limits, input: setting.input };
  return drive(setting.create(verdict.checked, options), { ...setting, symbols: program.symbols });
}

function drive(machine: Machine, setting: Setting & { readonly symbols: SymbolTable }): Run {
  const calls: Run["calls"][number][] = [];
  const answer = setting.host?.(setting.symbols);
  let joins = 0;
  for (let slice = 0; ; slice++) {
    const outcome = machine.advance(setting.fuel?.(slice) ?? 2_000);
    if (outcome.state === "done") return { ok: true, value: print(outcome.value), steps: outcome.steps, calls };
    if (outcome.state === "failed") {
      return { ok: false, kind: outcome.kind, diagnostic: outcome.diagnostic, steps: outcome.steps, calls };
    }
    if (outcome.state === "paused") continue;
    if (answer === undefined) throw new Error("the script calls tools and there is no host");
    if (outcome.joined) joins++;
    for (const { name, args, place } of outcome.calls) {
      calls.push({ name, args: print(args), place, ...(outcome.joined ? { batch: joins } : {}) });
    }
    machine.resume(outcome.calls.map(answer));
  }
}
