import * as z from "zod";
import type { JsonObject } from "../base/json.ts";
import type { HookVerdict } from "./hooks.ts";

const JSON_OBJECT = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

const ANSWER = z.strictObject({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  systemMessage: z.string().optional(),
  additionalContext: z.string().optional(),
  permissionDecision: z.enum(["allow", "deny", "ask"]).optional(),
  permissionReason: z.string().optional(),
  updatedInput: JSON_OBJECT.optional(),
  updatedResult: z.string().optional(),
});

/** What one hook answered: its verdict and what it wants a person to see; or why its answer is none. */
export type HookAnswer =
  | { readonly ok: true; readonly verdict: HookVerdict; readonly message?: string }
  | { readonly ok: false; readonly problem: string };

/** No decision. */
export const NO_DECISION: HookVerdict = { contexts: [] };

/** Reads what a hook wrote (2.11): nothing is no decision, else a JSON object with keys in camelCase or snake_case. */
export function parseHookAnswer(text: string): HookAnswer {
  if (text.trim() === "") return { ok: true, verdict: NO_DECISION };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: "its output is not JSON" };
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return { ok: false, problem: "its output is not a JSON object" };
  }
  const answer = ANSWER.safeParse(camelCased(json));
  if (!answer.success) return { ok: false, problem: problemOf(answer.error) };
  return {
    ok: true,
    verdict: verdictOf(answer.data),
    ...(answer.data.systemMessage !== undefined && { message: answer.data.systemMessage }),
  };
}

function camelCased(json: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(json).map(([key, value]: [string, unknown]) => [
      key.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function problemOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.code === "unrecognized_keys") {
    return `its output has the unknown key ${issue.keys.join(", ")}; known: ${Object.keys(ANSWER.shape).join(", ")}`;
  }
  return `its output is wrong at ${issue?.path.join(".") ?? "its top"}: ${issue?.message ?? "unknown"}`;
}

function verdictOf(answer: z.infer<typeof ANSWER>): HookVerdict {
  const { permissionDecision, permissionReason, additionalContext, updatedInput, updatedResult, stopReason } = answer;
  return {
    contexts: additionalContext === undefined || additionalContext === "" ? [] : [additionalContext],
    ...(permissionDecision !== undefined && { decision: permissionDecision }),
    ...(permissionReason !== undefined && { reason: permissionReason }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(updatedResult !== undefined && { updatedResult }),
    ...(answer.continue === false && { stop: stopReason ?? "a hook ended the turn" }),
  };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Two verdicts as one: deny > ask > allow with the reason of the stricter, contexts add up, the later rewrite wins. */
export function mergeVerdicts(one: HookVerdict, other: HookVerdict): HookVerdict {
  const strict = (verdict: HookVerdict): number => (verdict.decision === undefined ? -1 : STRICTNESS[verdict.decision]);
  const { decision, reason } = strict(other) > strict(one) ? other : one;
  const updatedInput = other.updatedInput ?? one.updatedInput;
  const updatedResult = other.updatedResult ?? one.updatedResult;
  const stop = one.stop ?? other.stop;
  return {
    contexts: [...one.contexts, ...other.contexts],
    ...(decision !== undefined && { decision }),
    ...(reason !== undefined && { reason }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(updatedResult !== undefined && { updatedResult }),
    ...(stop !== undefined && { stop }),
  };
}
