import type { AllowAnswer, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import type { Host } from "../../ports/host.ts";
import { requestOf } from "./evaluate.ts";
import type { Verdict } from "./evaluate.ts";
import type { Facts } from "./facts.ts";
import type { Grant } from "./place.ts";
import type { Bucket } from "./rule-book.ts";
import { parseRule, printRule } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";
import { exactRules, grantsFor } from "./suggest-rule.ts";

/** What an answer leaves behind. */
export interface KeptAnswer {
  readonly bucket: Bucket;
  /** The script that it holds for. */
  readonly script: string | undefined;
  readonly action: RuleAction;
  readonly rules: readonly Rule[];
  readonly grants: readonly Grant[];
  /** Why something of it is not kept. */
  readonly problem: string | undefined;
}

/** A question and what it was about. */
export interface Asked {
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly request: Pick<ApprovalRequest, "suggestedRule">;
  /** The person has changed the call since: whether a rule covers what it is now. One that does not is not kept. */
  readonly covers?: (rule: Rule) => boolean;
}

/** The bucket of a scope; in a workspace that is not trusted nothing is kept for the workspace. */
function bucketOf(scope: Exclude<AllowAnswer["scope"], "once">, { workspace }: Host): Bucket {
  if (scope === "script") return "request";
  return scope === "workspace" && !workspace.trusted ? "session" : scope;
}

function allowed({ rule, scope }: AllowAnswer, asked: Asked, host: Host): KeptAnswer | undefined {
  const { facts, verdict, request } = asked;
  if (scope === "once") return undefined;
  const bucket = bucketOf(scope, host);
  const script = bucket === "request" ? requestOf(facts.check.callId) : undefined;
  // A call that belongs to no script has nothing that could end.
  if (bucket === "request" && script === undefined) return undefined;
  const text = rule ?? request.suggestedRule;
  const parsed = text === undefined ? undefined : parseRule(text);
  const why = parsed === undefined ? undefined : refusalOf(parsed, asked);
  return {
    bucket,
    script,
    action: "allow",
    rules: parsed !== undefined && "rule" in parsed && why === undefined ? [parsed.rule] : [],
    grants: grantsFor(verdict),
    problem: why === undefined ? undefined : `The rule was not kept, and only this call was allowed. ${why}`,
  };
}

/** Why a rule is not kept. */
function refusalOf(parsed: ReturnType<typeof parseRule>, { covers }: Asked): string | undefined {
  if ("problem" in parsed) return parsed.problem.message;
  return covers === undefined || covers(parsed.rule)
    ? undefined
    : `${printRule(parsed.rule)} does not cover the call as it was changed; allow it again with a rule that does.`;
}

/** What a person's answer leaves behind beyond the call it is about; undefined when that is nothing. */
export function keptAnswer(answer: ApprovalAnswer, asked: Asked, host: Host): KeptAnswer | undefined {
  if (answer.answer === "withdrawn" || answer.scope === "once") return undefined;
  if (answer.answer === "allow") return allowed(answer, asked, host);
  const rules = exactRules(asked.facts);
  return { bucket: "session", script: undefined, action: "deny", rules, grants: [], problem: undefined };
}
