import { programName } from "./command-text.ts";
import type { CommandFacts, Segment } from "./command-facts.ts";
import { requestOf } from "./evaluate.ts";
import type { Facts } from "./facts.ts";
import { allPlaces } from "./facts.ts";
import { isPowerful, subcommandOf } from "./suggest-rule.ts";

/** Denials of one aim after which a turn ends: it is not tried a third time. */
export const MAX_DENIALS = 2;
/** Most aims that are remembered in one turn. */
const MAX_AIMS = 1_000;

/** What was denied in the turn that is under way. */
export interface DeniedAims {
  /** A turn begins: nothing was denied in it. */
  readonly begin: () => void;
  /** Takes in a denial; answers whether the turn ends by it. Calls of one script count once: one denial ends it. */
  readonly deny: (facts: Facts) => boolean;
}

/** Nothing denied yet. */
export function createDeniedAims(): DeniedAims {
  const requests = new Map<string, Set<string>>();
  return {
    begin: () => {
      requests.clear();
    },
    deny(facts) {
      const { callId } = facts.check;
      const request = requestOf(callId) ?? callId;
      let ends = false;
      for (const aim of aimsOf(facts)) {
        const denied = requests.get(aim) ?? new Set();
        if (requests.size < MAX_AIMS) requests.set(aim, denied);
        denied.add(request);
        ends ||= denied.size >= MAX_DENIALS;
      }
      return ends;
    },
  };
}

/**
 * What a call is meant to bring about, in words that stay the same when it is tried another way: the file, whichever tool
 * writes it; the program, whatever its options. A call about nothing in particular is about its tool.
 */
export function aimsOf(facts: Facts): readonly string[] {
  const { tool } = facts.check;
  const aims = [
    ...facts.commands.flatMap((command) => command.segments.map((segment) => commandAim(segment, command))),
    ...allPlaces(facts)
      .filter(({ from }) => from !== "operand")
      .map(({ real, access }) => `${access} ${real}`),
    ...facts.domains.map((domain) => `domain ${domain}`),
    ...facts.names.map((name) => `name ${name}`),
  ];
  return aims.length > 0 ? [...new Set(aims)] : [`tool ${tool}`];
}

/** A program with its subcommand; one that does whatever it is told has another aim with every line. */
function commandAim(segment: Segment, command: CommandFacts): string {
  const words = subcommandOf(segment, command);
  const says = words !== undefined && (words.length > 1 || !isPowerful(programName(segment.command, command.shell)));
  return `run ${says ? words.join(" ") : (segment.texts[0] ?? command.line)}`;
}
