import type { ImaginedCall } from "../../agent/explain-call.ts";
import { explainCall } from "../../agent/explain-call.ts";
import type { Limits } from "../../dialect/index.ts";
import { createMachine, preflight, read } from "../../dialect/index.ts";
import type { Permissions } from "../../pipeline/permissions.ts";
import type { Host } from "../../ports/host.ts";
import { toInput } from "../../script/to-input.ts";
import type { Catalogue } from "../../tools/catalogue.ts";
import { UsageError } from "./command.ts";
import { describeAll } from "./report.ts";
import { expressionSource } from "./source.ts";

/** The first call that an expression would make. Throws `UsageError` when it would make none. */
export function firstCallOf(text: string, catalogue: Catalogue, limits: Limits): ImaginedCall {
  const source = expressionSource(text);
  const { callable } = catalogue;
  const verdict = preflight(read(text, limits), callable.roster, { limits });
  if (!verdict.ok) throw new UsageError(`the call cannot be read:\n${describeAll(verdict.diagnostics, source, false)}`);
  const outcome = createMachine(verdict.checked, { limits }).advance(limits["max-steps"]);
  const call = outcome.state === "calls" ? outcome.calls[0] : undefined;
  const found = call === undefined ? undefined : callable.find(call.name);
  if (call === undefined || found === undefined) {
    throw new UsageError(`${text} makes no call. Write one, such as '(Bash :command "git status")'.`);
  }
  const converted = toInput(call.name, call.args, found.schemas);
  if (!converted.ok) throw new UsageError(`the call's arguments cannot be used: ${converted.message}`);
  return { tool: found.tool, input: converted.input };
}

/** What would be decided about a call, and why. Throws `UsageError` when its tool does not take its arguments. */
export async function explainOrRefuse(
  call: ImaginedCall,
  host: Host,
  permissions: Permissions,
): ReturnType<Permissions["explain"]> {
  const explained = await explainCall(call, host, permissions);
  if ("problem" in explained) throw new UsageError(explained.problem);
  return explained;
}
