/** What a key does in the composer when no picker has it. */
export type ComposerCommand = "send" | "break" | "recall-earlier" | "recall-later" | "none";

/** A key as it was pressed. */
export interface ComposerKey {
  readonly key: string;
  readonly shift?: boolean;
  /** Ctrl or Command. */
  readonly command?: boolean;
  readonly alt?: boolean;
  /** Part of the composition of a character. */
  readonly composing?: boolean;
}

/** Where the caret is, and how messages are sent. */
export interface ComposerSituation {
  readonly enterSends: boolean;
  /** Whether the caret is in the first and in the last line, with nothing selected. */
  readonly first: boolean;
  readonly last: boolean;
}

/** What a key does. Enter sends, or with `enterSends` off only with Ctrl or Command held; any other Enter breaks the line. */
export function composerCommand(pressed: ComposerKey, situation: ComposerSituation): ComposerCommand {
  if (pressed.composing === true) return "none";
  if (pressed.key === "Enter") return enter(pressed, situation.enterSends);
  if (pressed.shift === true || pressed.command === true || pressed.alt === true) return "none";
  if (pressed.key === "ArrowUp" && situation.first) return "recall-earlier";
  return pressed.key === "ArrowDown" && situation.last ? "recall-later" : "none";
}

function enter({ shift, command, alt }: ComposerKey, enterSends: boolean): ComposerCommand {
  if (command === true) return "send";
  if (alt === true) return "none";
  return shift === true || !enterSends ? "break" : "send";
}
