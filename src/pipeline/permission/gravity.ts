import type { ApprovalRequest } from "../../ports/approval.ts";
import type { Via } from "../permissions.ts";

/** What a person was asked, as far as an answer to it may count for something else. */
export interface Gravity {
  readonly via: Via;
  readonly access: ApprovalRequest["access"];
}

/** Reasons to ask, by how much they weigh: who agreed for one of them did not agree for a weightier one. */
const REASONS: readonly Via[] = ["mode", "workspace-boundary", "rule", "pre-tool-hook", "tool-slot", "protected-path"];

/**
 * Whether agreeing to one question says yes to another, too: the other is asked for the same or a lesser reason, and does
 * the same or only reads. What is asked for another reason is never among it.
 */
export function agreesTo(given: Gravity, other: Gravity): boolean {
  const reason = REASONS.indexOf(other.via);
  if (reason < 0 || reason > REASONS.indexOf(given.via)) return false;
  return other.access === given.access || other.access === "read";
}
