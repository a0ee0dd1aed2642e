/** A text as a string of a script. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
