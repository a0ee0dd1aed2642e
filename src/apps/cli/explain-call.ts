import type { JsonObject } from "../../base/json.ts";
import type { Limits } from "../../dialect/index.ts";
import { createMachine, preflight, read } from "../../dialect/index.ts";
import type { PermissionCheck, Permissions } from "../../pipeline/permissions.ts";
import { resolveResources } from "../../pipeline/resources.ts";
import type { Tool } from "../../pipeline/tool.ts";
import type { Host } from "../../ports/host.ts";
import { toInput } from "../../script/to-input.ts";
import type { Catalogue } from "../../tools/catalogue.ts";
import { UsageError } from "./command.ts";
import { describeAll } from "./report.ts";
import { expressionSource } from "./source.ts";

/** A call that nobody makes: its tool and its arguments. */
export interface ImaginedCall {
  readonly tool: Tool;
  readonly input: JsonObject;
}

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
export async function explainCall(
  { tool, input }: ImaginedCall,
  host: Host,
  permissions: Permissions,
): ReturnType<Permissions["explain"]> {
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(
      `${tool.name} does not take these arguments: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
    );
  }
  const resources = await resolveResources(tool.resources(parsed.data, host), host);
  if ("stop" in resources) throw new UsageError(resources.message);
  const check: PermissionCheck = {
    callId: "explain",
    tool: tool.name,
    category: tool.category,
    effect: tool.effect,
    source: "user",
    resources,
    details: "",
  };
  return permissions.explain(check);
}
