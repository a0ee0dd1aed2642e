import type { PathStyle } from "../../ports/paths.ts";

/** A text as one word of a command line, whatever is in it. */
export function shellWord(text: string, { separator }: PathStyle): string {
  if (/^[A-Za-z0-9_./:=+-]+$/.test(text)) return text;
  // Names on Windows hold no double quotes.
  return separator === "/" ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
