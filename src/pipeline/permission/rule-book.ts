import type { Host } from "../../ports/host.ts";
import type { PermissionDecision } from "../permissions.ts";
import { compileRule } from "./rule-match.ts";
import type { CompiledRule } from "./rule-match.ts";
import { printRule } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";

/** Where rules come from, innermost first (2.12). */
export type Bucket = Exclude<PermissionDecision["bucket"], undefined>;

/** The buckets in the order in which they are asked. */
export const BUCKETS: readonly Bucket[] = ["invocation", "request", "session", "workspace", "user", "default"];

/** Rules by what they say. */
export type RuleLists = Readonly<Partial<Record<RuleAction, readonly Rule[]>>>;

/** Rules by where they come from. */
export type RulesByBucket = Readonly<Partial<Record<Bucket, RuleLists>>>;

/** A rule and where it stands. */
export interface BookedRule extends CompiledRule {
  readonly bucket: Bucket;
  /** The script it was made for; such a rule holds for that script's calls only. */
  readonly request: string | undefined;
}

/** Most rules that one bucket keeps; the oldest made by answers go first. */
export const MAX_RULES = 1_000;

/** All rules that hold. */
export interface RuleBook {
  /** The rules of a bucket that concern a script's calls; without `request`, all but those of scripts. */
  readonly of: (bucket: Bucket, request: string | undefined) => readonly BookedRule[];
  /** Every rule that denies, of all buckets, innermost first. */
  readonly denials: (request: string | undefined) => readonly BookedRule[];
  /** The rules that allow or ask, one list for each bucket that has some, innermost first. */
  readonly rulings: (request: string | undefined) => readonly (readonly BookedRule[])[];
  /** Answers whether it was new. */
  readonly add: (bucket: Bucket, action: RuleAction, rule: Rule, request?: string) => boolean;
  readonly remove: (bucket: Bucket, action: RuleAction, rule: Rule) => boolean;
  /** Replaces what a bucket holds. */
  readonly replace: (bucket: Bucket, lists: RuleLists) => void;
  /** A rule as it would be held, without holding it. */
  readonly booked: (bucket: Bucket, action: RuleAction, rule: Rule, request?: string) => BookedRule;
  /** Says where relative paths of rules may begin: the workspace's folders, each also by its real path. */
  readonly rebase: (roots: readonly string[]) => void;
  /** Drops the rules made for a script. */
  readonly forget: (request: string) => void;
}

/** A rule book. The workspace of a host that does not trust it may deny and ask, never allow. */
export function createRuleBook(host: Host, initial: RulesByBucket): RuleBook {
  const held = new Map<Bucket, BookedRule[]>(BUCKETS.map((bucket) => [bucket, []]));
  const list = (bucket: Bucket): BookedRule[] => held.get(bucket) ?? [];
  let { workspace } = host;
  const booked: RuleBook["booked"] = (bucket, action, rule, request) => ({
    ...compileRule(rule, action, workspace),
    bucket,
    request,
  });
  const add: RuleBook["add"] = (bucket, action, rule, request) => {
    if (bucket === "workspace" && action === "allow" && !host.workspace.trusted) return false;
    const rules = list(bucket);
    const text = printRule(rule);
    const known = rules.some((other) => isSame(other, action, text) && other.request === request);
    if (known) return false;
    rules.push(booked(bucket, action, rule, request));
    if (rules.length > MAX_RULES) rules.shift();
    return true;
  };
  const replace: RuleBook["replace"] = (bucket, lists) => {
    held.set(bucket, []);
    for (const action of ["deny", "ask", "allow"] as const) {
      for (const rule of lists[action] ?? []) add(bucket, action, rule);
    }
  };
  for (const bucket of BUCKETS) replace(bucket, initial[bucket] ?? {});
  const of: RuleBook["of"] = (bucket, request) =>
    list(bucket).filter((rule) => rule.request === undefined || rule.request === request);
  const filled = (): Bucket[] => BUCKETS.filter((bucket) => list(bucket).length > 0);
  return {
    of,
    denials: (request) => filled().flatMap((bucket) => of(bucket, request).filter(({ action }) => action === "deny")),
    rulings: (request) => filled().map((bucket) => of(bucket, request).filter(({ action }) => action !== "deny")),
    add,
    remove(bucket, action, rule) {
      const before = list(bucket);
      const after = before.filter((other) => !isSame(other, action, printRule(rule)));
      held.set(bucket, after);
      return after.length < before.length;
    },
    replace,
    booked,
    rebase(roots) {
      workspace = { ...workspace, roots };
      for (const [bucket, rules] of held) {
        held.set(
          bucket,
          rules.map((booked) => ({ ...booked, ...compileRule(booked.rule, booked.action, workspace) })),
        );
      }
    },
    forget(request) {
      held.set(
        "request",
        list("request").filter((rule) => rule.request !== request),
      );
    },
  };
}

function isSame(other: CompiledRule, action: RuleAction, text: string): boolean {
  return other.action === action && printRule(other.rule) === text;
}
