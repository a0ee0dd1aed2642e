import type { Route } from "../../dialect/index.ts";
import type { Command, Invocation } from "./command.ts";
import { optionValue } from "./command.ts";
import { fitted } from "./colours.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { CaseError, parseCase } from "./conformance-case.ts";
import type { Difference } from "./conformance-check.ts";
import { differences } from "./conformance-check.ts";
import { runCase } from "./conformance-run.ts";
import type { CliIo } from "./io.ts";
import { EXIT, FileError } from "./io.ts";
import { loadSource } from "./source.ts";

/** Characters of an expected or observed value that a failure shows. */
const SHOWN_CHARACTERS = 300;

/** What became of one case: differences by route; all of them empty when it passed. */
interface Verdict {
  readonly test: ConformanceCase;
  readonly byRoute: readonly (readonly [route: Route, found: readonly Difference[]])[];
}

/** `toolcall conformance`. */
export const conformanceCommand: Command = {
  name: "conformance",
  operands: "FILE.jsonl",
  min: 1,
  max: 1,
  summary: "run a file of cases with known answers, one JSON object a line",
  details: [
    "Each line has an id, a script, optionally canned tools, limits and schemas, and what is expected: value or error kind, tool calls, steps. Every field that a line gives is checked exactly, on each route.",
    "A failing case is printed with what was expected and what was got. The last line says how many cases passed and failed. With --json there is one object for each case and one for the sums.",
    "Exit code 1 when a case failed, 2 when a line is no case.",
  ],
  options: [
    {
      name: "route",
      value: "ROUTE",
      choices: ["tree", "vm", "both"],
      doc: "the evaluators to run; both is the default",
    },
    { name: "only", value: "TEXT", many: true, doc: "run only cases whose id contains this text" },
  ],
  examples: [
    "toolcall conformance cases.jsonl",
    "toolcall conformance cases.jsonl --route vm --only prim/format",
    "toolcall conformance cases.jsonl --json",
  ],
  run: runConformance,
};

async function runConformance(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const source = await loadSource(invocation.operands[0] as string, io);
  const routes = routesOf(optionValue(invocation, "route"));
  const wanted = invocation.options.get("only") ?? [];
  const counts = { passed: 0, failed: 0, malformed: 0 };
  for (const [index, line] of source.text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const test = caseAt(line, index + 1, source.name, invocation);
    if (test === undefined) counts.malformed++;
    else if (wanted.length === 0 || wanted.some((text) => test.id.includes(text))) {
      const verdict = judge(test, routes, io.now);
      counts[isPassed(verdict) ? "passed" : "failed"]++;
      report(verdict, json, io);
    }
  }
  return conclude(counts, source.name, invocation);
}

function routesOf(chosen: string | undefined): readonly Route[] {
  return chosen === "tree" || chosen === "vm" ? [chosen] : ["tree", "vm"];
}

/** The case a line holds; a line that holds none is reported. */
function caseAt(line: string, number: number, name: string, { io, json }: Invocation): ConformanceCase | undefined {
  try {
    return parseCase(line);
  } catch (error) {
    if (!(error instanceof CaseError)) throw error;
    if (json) io.out(`${JSON.stringify({ line: number, ok: false, error: error.message })}\n`);
    io.err(`${name}:${number}: ${error.message}\n`);
    return undefined;
  }
}

function judge(test: ConformanceCase, routes: readonly Route[], now: () => number): Verdict {
  return { test, byRoute: routes.map((route) => [route, judgeOn(test, route, now)] as const) };
}

/** A crash is a bug of ours and fails its case; the other cases still run. */
function judgeOn(test: ConformanceCase, route: Route, now: () => number): readonly Difference[] {
  try {
    return differences(test, runCase(test, route, now));
  } catch (error) {
    const got = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ field: "crash", expected: "an outcome", got }];
  }
}

function isPassed(verdict: Verdict): boolean {
  return verdict.byRoute.every(([, found]) => found.length === 0);
}

function report(verdict: Verdict, json: boolean, io: CliIo): void {
  const { test, byRoute } = verdict;
  if (json) {
    const routes = Object.fromEntries(
      byRoute.map(([route, found]) => [route, { ok: found.length === 0, differences: found }]),
    );
    io.out(`${JSON.stringify({ id: test.id, ok: isPassed(verdict), routes })}\n`);
    return;
  }
  for (const [route, found] of byRoute) {
    if (found.length === 0) continue;
    io.out(`FAIL ${test.id} on ${route}: ${fitted(JSON.stringify(test.script), SHOWN_CHARACTERS)}\n`);
    for (const { field, expected, got } of found) {
      io.out(`  ${field}: expected ${fitted(expected, SHOWN_CHARACTERS)}\n`);
      io.out(`  ${" ".repeat(field.length)}  got      ${fitted(got, SHOWN_CHARACTERS)}\n`);
    }
  }
}

function conclude(
  counts: { readonly passed: number; readonly failed: number; readonly malformed: number },
  name: string,
  { io, json, options }: Invocation,
): number {
  const { passed, failed, malformed } = counts;
  if (passed + failed + malformed === 0) {
    throw new FileError(
      options.has("only") ? `${name} holds no case whose id fits --only.` : `${name} holds no cases.`,
    );
  }
  if (malformed > 0) io.err(`${malformed} ${malformed === 1 ? "line is no case" : "lines are no cases"}.\n`);
  io.out(json ? `${JSON.stringify(counts)}\n` : `${passed} passed, ${failed} failed\n`);
  if (malformed > 0) return EXIT.usage;
  return failed > 0 ? EXIT.script : EXIT.ok;
}
