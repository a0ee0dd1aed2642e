import type { ApprovalRequest } from "../../ports/approval.ts";
import type { Host } from "../../ports/host.ts";
import type { Verdict } from "./evaluate.ts";
import type { Facts } from "./facts.ts";
import { allPlaces } from "./facts.ts";
import { printRule } from "./rule.ts";
import { suggestRule } from "./suggest-rule.ts";

/** Most paths that a question names. */
const MAX_SHOWN = 5;

function listed(paths: readonly string[]): string {
  const distinct = [...new Set(paths)];
  const more = distinct.length > MAX_SHOWN ? ` and ${distinct.length - MAX_SHOWN} more` : "";
  return `${distinct.slice(0, MAX_SHOWN).join(", ")}${more}`;
}

/** What the call is about: the whole command, real paths, hosts or names. */
function subjectText(facts: Facts): string {
  const { commands, places, domains, names, check } = facts;
  if (commands.length > 0) return commands.map(({ line }) => line).join("\n");
  if (places.length > 0) return listed(places.map(({ real }) => real));
  return [...domains, ...names].join(", ") || check.tool;
}

/** Why it is asked, with the real paths that are the reason (report 34). */
export function reasonText({ why, via, open }: Verdict): string {
  const isAboutPaths = via === "workspace-boundary" || via === "protected-path";
  const paths = open.flatMap((subject) => (subject.kind === "place" ? [subject.place] : []));
  if (!isAboutPaths || paths.length === 0) return why;
  const shown = paths.map(({ written, real }) => (written === real ? real : `${real} (through ${written})`));
  return `${listed(shown)}: ${why}`;
}

/** What the call would do, in the word that a question has for it. */
export function accessOf(facts: Facts): ApprovalRequest["access"] {
  if (facts.commands.length > 0) return "run";
  const places = allPlaces(facts);
  if (places.some(({ access }) => access === "write")) return "write";
  return places.length > 0 ? "read" : facts.check.effect === "run" ? "run" : "other";
}

/** The question as a person sees it. */
export function promptFor(facts: Facts, verdict: Verdict, host: Host, roots: readonly string[]): ApprovalRequest {
  const { callId, tool, requester, details, diff, group, editable, problem } = facts.check;
  const rule = suggestRule(facts, verdict, host, roots);
  return {
    callId,
    tool,
    ...(requester !== undefined && { requester }),
    ...(group !== undefined && { group }),
    subject: subjectText(facts),
    access: accessOf(facts),
    reason: reasonText(verdict),
    ...(rule !== undefined && { suggestedRule: printRule(rule) }),
    details,
    ...(diff !== undefined && { diff }),
    ...(editable !== undefined && { editable }),
    ...(problem !== undefined && { problem }),
  };
}
