import type { Host } from "../../ports/host.ts";
import type { PermissionMode, Via } from "../permissions.ts";
import type { CommandFacts, Segment } from "./command-facts.ts";
import { allPlaces } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { isGranted, isInside, protectionOfPlace } from "./place.ts";
import type { Grant, Place } from "./place.ts";
import type { BookedRule, RuleBook } from "./rule-book.ts";
import { isAbout, isExactly, matchesCommand, matchesPlace, matchesWord } from "./rule-match.ts";
import { printRule } from "./rule.ts";

/** What a tool's own checker says; it may only tighten. */
export interface SlotVerdict {
  readonly outcome: "ask" | "deny";
  readonly reason: string;
}

/** All that a decision depends on besides the call. */
export interface Regime {
  readonly host: Host;
  readonly mode: PermissionMode;
  readonly book: RuleBook;
  /** Allowed folders in the form of `comparable`, each also by its real path. */
  readonly roots: readonly string[];
  readonly grants: readonly Grant[];
  readonly checker?: (facts: Facts) => SlotVerdict | undefined;
}

/** One thing of a call that needs permission. */
export type Subject =
  | { readonly kind: "call" }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "segment"; readonly segment: Segment; readonly command: CommandFacts }
  | { readonly kind: "domain" | "name"; readonly word: string };

/** What would be decided without asking anybody. */
export interface Verdict {
  readonly outcome: "allow" | "ask" | "deny";
  readonly via: Via;
  /** In words, without content of the call. */
  readonly why: string;
  readonly rule?: BookedRule;
  readonly protected: boolean;
  /** What is not allowed yet, when it asks. */
  readonly open: readonly Subject[];
}

function verdict(outcome: Verdict["outcome"], via: Via, why: string, more: Partial<Verdict> = {}): Verdict {
  return { outcome, via, why, protected: false, open: [], ...more };
}

/** The script whose call this is: `ENVELOPE` of `ENVELOPE/N` (R207). */
export function requestOf(callId: string): string | undefined {
  const at = callId.lastIndexOf("/");
  return at > 0 ? callId.slice(0, at) : undefined;
}

/** What of a call needs permission, each thing for itself. */
function subjectsOf({ places, commands, domains, names }: Facts): readonly Subject[] {
  const subjects: Subject[] = [
    ...places.map((place): Subject => ({ kind: "place", place })),
    ...commands.flatMap((command) => [
      ...command.segments
        .filter(({ needed }) => needed)
        .map((segment): Subject => ({ kind: "segment", segment, command })),
      ...command.places.map((place): Subject => ({ kind: "place", place })),
    ]),
    ...domains.map((word): Subject => ({ kind: "domain", word })),
    ...names.map((word): Subject => ({ kind: "name", word })),
  ];
  return subjects.length > 0 ? subjects : [{ kind: "call" }];
}

/** Whether a rule matches one thing of a call. */
function matches(rule: BookedRule, subject: Subject, tool: string, host: Host): boolean {
  switch (subject.kind) {
    case "call":
      return isAbout(rule, tool) && rule.rule.specifier === undefined;
    case "place":
      return matchesPlace(rule, tool, subject.place, host);
    case "segment": {
      if (!isAbout(rule, tool)) return false;
      const { segment, command } = subject;
      const texts = rule.action === "allow" ? segment.texts : [...segment.knownTexts, command.line];
      return texts.some((text) => matchesCommand(rule, text, command.shell !== "bash"));
    }
    default:
      return matchesWord(rule, tool, subject.kind, subject.word);
  }
}

/** Also segments that need no permission of their own are known to rules that tighten. */
function tightened(facts: Facts): readonly Subject[] {
  const hidden = facts.commands.flatMap((command) => [
    ...command.segments
      .filter(({ needed }) => !needed)
      .map((segment): Subject => ({ kind: "segment", segment, command })),
  ]);
  return [...subjectsOf(facts), ...hidden];
}

function isWhole(rule: BookedRule, facts: Facts): boolean {
  const { tool } = facts.check;
  return (
    isAbout(rule, tool) &&
    (rule.rule.specifier === undefined || facts.commands.some(({ line }) => matchesCommand(rule, line, false)))
  );
}

/** The first rule of all buckets that denies something of the call. */
function denial(facts: Facts, { book, host }: Regime): BookedRule | undefined {
  const { tool, callId } = facts.check;
  const rules = book.denials(requestOf(callId));
  if (rules.length === 0) return undefined;
  const subjects = tightened(facts);
  return rules.find((rule) => isWhole(rule, facts) || subjects.some((subject) => matches(rule, subject, tool, host)));
}

/** Whether a call changes nothing as far as can be known. */
function changesNothing(facts: Facts): boolean {
  const { effect } = facts.check;
  if (allPlaces(facts).some(({ access, from }) => access === "write" && from === "tool")) return false;
  if (effect === "run") return facts.commands.length > 0 && facts.commands.every(({ readOnly }) => readOnly);
  return effect === "read" || effect === "ask";
}

function protectedPlaces(facts: Facts, { host, grants }: Regime): { secret: boolean; control: Place[] } {
  const ungranted = allPlaces(facts).filter((place) => !isGranted(place, grants, host));
  const kinds = ungranted.map((place) => ({ place, protection: protectionOfPlace(place, host) }));
  return {
    secret: kinds.some(({ protection }) => protection === "secret"),
    control: kinds
      .filter(
        ({ place, protection }) => place.access === "write" && (protection === "control" || place.sweeping === true),
      )
      .map(({ place }) => place),
  };
}

const SECRET = "it holds keys or credentials, and only a grant for exactly this path opens it";
const CONTROL = "it decides what editor, agent or version control do, so that writing it always asks";

/** Steps 1 to 4: what no rule that allows can undo. */
function refusal(facts: Facts, regime: Regime): Verdict | undefined {
  const denied = denial(facts, regime);
  if (denied !== undefined) return verdict("deny", "deny-rule", `${nameOf(denied)} forbids it`, { rule: denied });
  if (regime.mode === "plan" && !changesNothing(facts)) {
    return verdict(
      "deny",
      "plan-mode",
      "plan mode allows reading only; leave it, or trust the workspace first, to make changes",
    );
  }
  const { secret, control } = protectedPlaces(facts, regime);
  if (secret) return verdict("deny", "protected-path", SECRET, { protected: true });
  const slot = regime.checker?.(facts);
  if (slot !== undefined) return verdict(slot.outcome, "tool-slot", slot.reason, { open: subjectsOf(facts) });
  const obscure = facts.commands.find((command) => command.obscure !== undefined)?.obscure;
  if (obscure !== undefined) return verdict("ask", "tool-slot", `it cannot be told what it runs: ${obscure}`);
  if (control.length === 0) return undefined;
  const open = control.map((place): Subject => ({ kind: "place", place }));
  return verdict("ask", "protected-path", CONTROL, { protected: true, open });
}

function nameOf({ rule, action, bucket }: BookedRule): string {
  return `the rule ${action} ${printRule(rule)} (${bucket})`;
}

/** A rule without specifier is general; within a bucket the others come first, then what is stricter (2.12). */
function strength({ rule, action }: BookedRule): number {
  return (rule.specifier === undefined ? 0 : 2) + (action === "ask" ? 1 : 0);
}

/** The allow or ask rule that decides about one thing: of the innermost bucket that has one for it. */
function rulingOf(
  subject: Subject,
  facts: Facts,
  buckets: readonly (readonly BookedRule[])[],
  host: Host,
): BookedRule | undefined {
  const { tool } = facts.check;
  const lines = facts.commands.map(({ line }) => line);
  for (const rules of buckets) {
    const fitting = rules.filter(
      (rule) =>
        matches(rule, subject, tool, host) ||
        (isAbout(rule, tool) && lines.length === 1 && isExactly(rule, lines[0] ?? "") && isOfCommand(subject)),
    );
    const [best] = fitting.sort((a, b) => strength(b) - strength(a));
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Whether a rule that allows would settle everything that is open about a call, or all of the call when nothing is. */
export function coversCall(rule: BookedRule, facts: Facts, open: readonly Subject[], host: Host): boolean {
  const subjects = open.length > 0 ? open : subjectsOf(facts);
  return subjects.every((subject) => rulingOf(subject, facts, [[rule]], host) !== undefined);
}

function isOfCommand(subject: Subject): boolean {
  return subject.kind === "segment" || (subject.kind === "place" && subject.place.from !== "tool");
}

/** What an allowing rule cannot do: let a call out of the allowed folders by a command's wildcard (report 46). */
function isOutside(subject: Subject, regime: Regime): boolean {
  if (subject.kind !== "place") return false;
  const { place } = subject;
  if (place.unknown !== undefined) return regime.mode !== "full-auto" || place.from === "tool";
  return !isInside(place, regime.roots, regime.host) && !isGranted(place, regime.grants, regime.host);
}

/** Whether the mode lets a thing through that no rule speaks of and that lies inside. */
function isAllowedByMode(subject: Subject, facts: Facts, mode: PermissionMode): boolean {
  if (mode === "full-auto") return true;
  const { effect } = facts.check;
  switch (subject.kind) {
    case "segment":
      return subject.segment.readOnly;
    case "place": {
      const { access, from } = subject.place;
      if (from === "operand") return true;
      if (access === "read") return true;
      return from === "tool" && mode === "edits" && effect === "write";
    }
    default:
      return effect === "read" || effect === "ask";
  }
}

/** The decision of 2.12 about a call, as far as it can be made without a person. Hooks are not in it. */
export function evaluate(facts: Facts, regime: Regime): Verdict {
  const refused = refusal(facts, regime);
  if (refused !== undefined) return refused;
  const { host, book } = regime;
  const buckets = book.rulings(requestOf(facts.check.callId));
  const rulings = subjectsOf(facts).map((subject) => ({ subject, ruling: rulingOf(subject, facts, buckets, host) }));
  const asking = rulings.find(({ ruling }) => ruling?.action === "ask")?.ruling;
  if (asking !== undefined) {
    const isOpen = ({ subject, ruling }: (typeof rulings)[number]): boolean =>
      ruling === undefined
        ? isOutside(subject, regime) || !isAllowedByMode(subject, facts, regime.mode)
        : ruling.action === "ask";
    const open = rulings.filter(isOpen).map(({ subject }) => subject);
    return verdict("ask", "rule", `${nameOf(asking)} wants to be asked`, { rule: asking, open });
  }
  const silent = rulings.filter(({ ruling }) => ruling === undefined).map(({ subject }) => subject);
  const [allowing] = rulings.flatMap(({ ruling }) => ruling ?? []);
  if (silent.length === 0 && allowing !== undefined) {
    return verdict("allow", "rule", `${nameOf(allowing)} allows it`, { rule: allowing });
  }
  return withoutRules(silent, facts, regime, allowing);
}

/** Steps 6 and 7: folders and mode, for the things that no rule speaks of. */
function withoutRules(silent: readonly Subject[], facts: Facts, regime: Regime, rule: BookedRule | undefined): Verdict {
  const { mode } = regime;
  const outside = silent.filter((subject) => isOutside(subject, regime));
  const unsaid = silent.filter((subject) => !isAllowedByMode(subject, facts, mode));
  const open = [...new Set([...outside, ...unsaid])];
  if (outside.length > 0) {
    const unknown = outside.flatMap((subject) => (subject.kind === "place" ? (subject.place.unknown ?? []) : []));
    const why = unknown[0] === undefined ? "it is outside the allowed folders" : `a path cannot be seen: ${unknown[0]}`;
    return verdict("ask", "workspace-boundary", why, { open });
  }
  if (open.length > 0) return verdict("ask", "mode", `the mode ${mode} asks before it`, { open });
  if (rule !== undefined && silent.every(isOfCommand)) {
    return verdict("allow", "rule", `${nameOf(rule)} allows it`, { rule });
  }
  const granted = silent.some(
    (subject) =>
      subject.kind === "place" &&
      subject.place.unknown === undefined &&
      !isInside(subject.place, regime.roots, regime.host),
  );
  if (granted) return verdict("allow", "resource-grant", "a grant names exactly this path");
  const inside = mode !== "full-auto" && silent.some((subject) => subject.kind === "place");
  return inside
    ? verdict("allow", "allowed-root", `it is inside the allowed folders, and the mode ${mode} allows it there`)
    : verdict("allow", "mode", `the mode ${mode} allows it`);
}
