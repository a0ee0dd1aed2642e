import type { CommandAnalysis, CommandWord } from "../../../ports/commands.ts";
import { unparsedCommand } from "../../../ports/commands.ts";
import { createCollector } from "./collector.ts";

/** Longest line that cmd.exe takes. */
const MAX_LINE = 8_191;

/** Characters to which cmd.exe gives a meaning that depends on where it stands. */
const SPECIAL = /[%!^()<>|@;,=`'\r\n]/;

function wordOf(part: string): CommandWord {
  const text = part.replaceAll('"', "");
  return { text, dynamic: false, wildcard: /[*?]/.test(text), home: false };
}

/**
 * Analyses a line of cmd.exe: plain commands, alone or joined by `&` and `&&`. Whatever else it could mean is not guessed:
 * variables, escapes, pipes, redirections and parentheses make the line unparsed.
 */
export function analyseCmd(source: string): CommandAnalysis {
  const fail = (reason: string): CommandAnalysis => unparsedCommand("cmd", reason);
  if (source.length > MAX_LINE) return fail(`it has more than ${MAX_LINE} characters`);
  if (/[\x00-\x1f\x7f]/.test(source)) return fail("it contains control characters");
  const special = SPECIAL.exec(source)?.[0];
  if (special !== undefined) return fail(`it contains ${JSON.stringify(special)}, whose meaning depends on its place`);
  if ((source.split('"').length - 1) % 2 !== 0) return fail("a quote in it is not closed");
  const collector = createCollector("cmd", fail);
  for (const part of source.match(/(?:[^&"]|"[^"]*")+/g) ?? []) {
    const words = part.trim().match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
    if (words.length > 0) collector.command({ words: words.map(wordOf), source: part.trim(), origin: "line" });
  }
  return collector.result();
}
