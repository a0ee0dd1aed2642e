import { isScript, placeAt, SCAN_CHARS } from "./scan-script.ts";

/** What the text before the caret asks for: something to mention, a command, or the name of a tool. */
export interface Trigger {
  readonly sign: "@" | "/" | "(";
  /** Where the sign is; what is chosen goes from here, or from after a bracket, to the caret. */
  readonly start: number;
  readonly query: string;
  /** Whether it stands in a string of a script, whose quotes are there already. */
  readonly inString: boolean;
}

/** UTF-16 units that are searched for. */
const QUERY_CHARS = 100;

const COMMAND = /^\s*(\/[\w-]*)$/;
const MENTION = /(?:^|[\s("'`])(@[^\s@"()]*)$/;
const TOOL = /(\([A-Za-z][\w-]*)$/;

/** What the text before a caret asks for; nothing in comments of scripts, and of what was typed too far back. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(Math.max(0, caret - QUERY_CHARS - 2), caret);
  const command = caret === text.length && caret <= QUERY_CHARS ? COMMAND.exec(before)?.[1] : undefined;
  if (command !== undefined) return made(command, caret);
  const mention = MENTION.exec(before)?.[1];
  if (!isScript(text)) return mention === undefined ? undefined : made(mention, caret);
  return inScript(text, caret, mention ?? TOOL.exec(before)?.[1]);
}

/** In a script, names of tools belong to its code, mentions to its strings, too. */
function inScript(text: string, caret: number, written: string | undefined): Trigger | undefined {
  if (written === undefined) return undefined;
  const place = caret > SCAN_CHARS ? "code" : placeAt(text, caret);
  const isWanted = place === "code" || (place === "string" && written.startsWith("@"));
  return isWanted ? made(written, caret, place === "string") : undefined;
}

function made(written: string, caret: number, inString = false): Trigger {
  const sign = written.charAt(0) as Trigger["sign"];
  return { sign, start: caret - written.length, query: written.slice(1), inString };
}
