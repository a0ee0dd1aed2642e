import type { JsonObject } from "../base/json.ts";
import type { PermissionCheck, Permissions } from "../pipeline/permissions.ts";
import { resolveResources } from "../pipeline/resources.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { Host } from "../ports/host.ts";

/** A call that nobody makes: its tool and its arguments. */
export interface ImaginedCall {
  readonly tool: Tool;
  readonly input: JsonObject;
}

/** What would be decided about a call, or why nothing can be said about it. */
export type ExplainedCall = Awaited<ReturnType<Permissions["explain"]>> | { readonly problem: string };

/** What would be decided about a call, and why. Nothing but its paths is looked at. */
export async function explainCall(
  { tool, input }: ImaginedCall,
  host: Host,
  permissions: Permissions,
): Promise<ExplainedCall> {
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      problem: `${tool.name} does not take these arguments: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
    };
  }
  const resources = await resolveResources(tool.resources(parsed.data, host), host);
  if ("stop" in resources) return { problem: resources.message };
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
