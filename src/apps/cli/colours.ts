const CODES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

/** A way to make text stand out on a terminal. */
export type Style = keyof typeof CODES;

/** Paints text, or leaves it as it is. */
export type Painter = (style: Style, text: string) => string;

/** A painter for a stream that does, or does not, welcome colours. */
export function painter(colours: boolean): Painter {
  return (style, text) => (colours && text !== "" ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

/** Whether a stream welcomes colours: a terminal that is not dumb, unless NO_COLOR is set to anything but "". */
export function welcomesColours(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return isTerminal && !refused;
}

/** Text cut to about `most` characters, saying how many are left out. */
export function fitted(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return `${characters.slice(0, most).join("")}... (${characters.length - most} more characters)`;
}
