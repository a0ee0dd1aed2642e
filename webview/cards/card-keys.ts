/** What a key does at a card. */
export type CardCommand = "allow" | "keep" | "diff" | "deny" | "send-feedback" | "back" | "leave-field" | "none";

/** What has the focus: the card or its row, a button in it, the field of a text or a rule, or the one for a reason. */
export type CardPlace = "card" | "control" | "text" | "rule" | "feedback";

/** A key as it was pressed. */
export interface CardKey {
  readonly key: string;
  /** Where the key is on the keyboard, for letters of other scripts. */
  readonly code?: string;
  readonly shift?: boolean;
  /** Ctrl or Command. */
  readonly command?: boolean;
  readonly alt?: boolean;
  /** Held down so that it repeats itself, or part of a composition. */
  readonly repeats?: boolean;
  readonly composing?: boolean;
}

/** For how long a card takes no keys after it has appeared, in ms: what is typed then was meant for something else. */
export const CARD_QUIET_MS = 250;

type Table = Readonly<Record<string, CardCommand>>;

const LETTERS: Table = { s: "keep", d: "diff", Backspace: "deny", Delete: "deny" };
const KEYS: Readonly<Record<CardPlace, Table>> = {
  card: { ...LETTERS, Enter: "allow" },
  // A button has Enter and the space bar for itself.
  control: LETTERS,
  text: { Escape: "leave-field" },
  rule: { Escape: "leave-field" },
  feedback: { Enter: "send-feedback", Escape: "back" },
};
const WITH_COMMAND: Readonly<Partial<Record<CardPlace, Table>>> = {
  card: { Enter: "allow" },
  text: { Enter: "allow" },
  rule: { Enter: "keep" },
};

/** What a key does while a place of a card has the focus. A key that repeats or composes a character does nothing. */
export function cardCommand(pressed: CardKey, place: CardPlace): CardCommand {
  const { shift, command, alt, repeats, composing } = pressed;
  if ([alt, repeats, composing].includes(true)) return "none";
  const table = command === true ? (WITH_COMMAND[place] ?? {}) : KEYS[place];
  const name = nameOf(pressed);
  if (shift === true && name.length > 1) return "none";
  return Object.hasOwn(table, name) ? (table[name] as CardCommand) : "none";
}

/** A letter as on a Latin keyboard, whatever script it types. */
function nameOf({ key, code = "" }: CardKey): string {
  if (key.length !== 1) return key;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) && key > "\u007f" ? code.slice(3).toLowerCase() : key;
}
