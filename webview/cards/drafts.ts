import type { PanelQuestion } from "../../src/protocol/panel-state.ts";
import type { PanelStore } from "../store.ts";

/** Where an answer may hold. */
export type Scope = PanelQuestion["scopes"][number];

/** What a person has written at a question and not sent yet. */
export interface Draft {
  /** The argument as the person changed it. */
  readonly edited?: string;
  readonly rule?: string;
  readonly scope?: Scope;
  /** Whether the field for the reason of a denial is open, and what stands in it. */
  readonly denying?: boolean;
  readonly feedback?: string;
  /** Whether the whole arguments are shown. */
  readonly details?: boolean;
}

/** What is known of a card besides its questions. */
export interface CardState {
  /** When the card was first there, in ms of the page. */
  readonly since: number;
  /** Whether the answer is for the other questions of the card, too. */
  readonly rest?: boolean;
  /** The question of the card that is shown whole. */
  readonly chosen?: string;
}

/** What was written at questions, apart from the elements that show them: a card may be scrolled away and drawn anew. */
export interface Drafts {
  readonly of: (question: PanelQuestion) => Draft;
  readonly change: (question: PanelQuestion, change: Draft) => void;
  readonly card: (key: string) => CardState;
  readonly changeCard: (key: string, change: Partial<CardState>) => void;
  /** Notes that a question was answered; false when that was so a moment ago. */
  readonly answer: (question: PanelQuestion) => boolean;
  /** When the last answer was given by somebody whose focus was on a card. */
  readonly followed: () => number;
  readonly follow: (at: number) => void;
}

/** Questions and cards of which something is kept; those touched longest ago go first. */
export const MAX_DRAFTS = 200;
/** For how long one answer is not given again, in ms: a key that is pressed twice. */
export const ANSWER_AGAIN_MS = 600;

interface Kept {
  readonly base: string | undefined;
  readonly draft: Draft;
}

/** An account of what was written at questions. `now` is the page's clock in ms; `session` names what is shown. */
export function createDrafts(now: () => number, session: () => string): Drafts {
  const drafts = new Map<string, Kept>();
  const cards = new Map<string, CardState>();
  const answered = new Map<string, number>();
  let followed = -Infinity;
  const within = (id: string): string => `${session()}\n${id}`;

  const of = ({ id, editable, problem }: PanelQuestion): Draft => {
    const kept = drafts.get(within(id));
    if (kept === undefined) return {};
    // A draft belongs to the text it was made of; only a question asked again because of what was written keeps it.
    return kept.base === editable?.text || problem !== undefined ? kept.draft : {};
  };
  const card = (key: string): CardState => {
    const known = cards.get(within(key));
    if (known !== undefined) return known;
    const begun = { since: now() };
    put(cards, within(key), begun);
    return begun;
  };
  return {
    of,
    change: (question, change) =>
      put(drafts, within(question.id), { base: question.editable?.text, draft: { ...of(question), ...change } }),
    card,
    changeCard: (key, change) => put(cards, within(key), { ...card(key), ...change }),
    answer: ({ id }) => {
      const at = now();
      if (at - (answered.get(within(id)) ?? -Infinity) < ANSWER_AGAIN_MS) return false;
      put(answered, within(id), at);
      return true;
    },
    followed: () => followed,
    follow: (at) => {
      followed = at;
    },
  };
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_DRAFTS && oldest !== undefined) map.delete(oldest);
}

const BY_STORE = new WeakMap<PanelStore, Drafts>();

/** The drafts of a panel. */
export function draftsOf(store: PanelStore): Drafts {
  const known = BY_STORE.get(store);
  if (known !== undefined) return known;
  const drafts = createDrafts(
    () => performance.now(),
    () => store.data().view.session ?? "",
  );
  BY_STORE.set(store, drafts);
  return drafts;
}
