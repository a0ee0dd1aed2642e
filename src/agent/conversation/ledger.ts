import { previewOf } from "../../protocol/bounds.ts";
import type { AgentEvent, EventName, EventOf } from "../../protocol/events.ts";

/** Bounds of what a ledger keeps. */
const KEPT = { requestChars: 4_000, requests: 20, files: 100, decisions: 20 } as const;
/** Characters of a request that is not the first or the last. */
const HEAD_CHARS = 200;

/** Facts of a session that outlive every summary, because events tell them and not a model. */
export interface Ledger {
  readonly take: (event: AgentEvent) => void;
  /** The facts as text; empty when there are none. */
  readonly text: () => string;
}

/** A ledger without facts: goal, requests, changed files, and what the person decided. */
export function createLedger(): Ledger {
  let goal: string | undefined;
  const requests: string[] = [];
  const files = new Set<string>();
  const questions = new Map<string, string>();
  const decisions: string[] = [];
  const steps: { readonly [Kind in EventName]?: (event: EventOf<Kind>) => void } = {
    "message-sent": ({ from, withheld, text }) => {
      if (from !== "person" || withheld === true) return;
      goal ??= previewOf(text, KEPT.requestChars);
      push(requests, previewOf(text, KEPT.requestChars), KEPT.requests);
    },
    "file-changed": ({ path }) => {
      // The last change stands last, and the oldest go first.
      files.delete(path);
      files.add(path);
      for (const oldest of files) if (files.size > KEPT.files) files.delete(oldest);
    },
    "file-undone": ({ how, path }) => {
      if (how !== "left") files.delete(path);
    },
    "permission-asked": ({ id, tool, subject }) => {
      questions.set(id, `${tool}: ${previewOf(subject, HEAD_CHARS)}`);
    },
    "permission-withdrawn": ({ id }) => void questions.delete(id),
    "permission-answered": ({ id, answer, feedback }) => {
      const question = questions.get(id);
      const why = feedback === undefined ? "" : ` (${previewOf(feedback, HEAD_CHARS)})`;
      if (question !== undefined) push(decisions, `${answer} ${question}${why}`, KEPT.decisions);
      questions.delete(id);
    },
  };
  return {
    take: (event) => {
      const step = steps[event.kind] as ((event: AgentEvent) => void) | undefined;
      step?.(event);
    },
    text: () =>
      [
        ...(goal === undefined ? [] : [`The first request:\n${goal}`]),
        ...list(
          "Requests since",
          requests.slice(1, -1).map((request) => previewOf(request, HEAD_CHARS)),
        ),
        ...(requests.length > 1 ? [`The last request:\n${requests.at(-1) ?? ""}`] : []),
        ...list("Files changed", [...files]),
        ...list("Decisions of the person", decisions),
      ].join("\n\n"),
  };
}

function push(list: string[], item: string, most: number): void {
  list.push(item);
  if (list.length > most) list.shift();
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}:\n${items.map((item) => `- ${item}`).join("\n")}`];
}
