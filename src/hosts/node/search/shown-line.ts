/** A path as part of a line: line breaks in a name are written `\n` and `\r`, so that a line stays one. */
export function onOneLine(path: string): string {
  return /[\n\r]/.test(path) ? path.replaceAll("\n", "\\n").replaceAll("\r", "\\r") : path;
}

/** The line that stands for a binary file with a match, which is named but not shown. */
export function binaryLine(path: string): string {
  return `${onOneLine(path)}: binary file matches`;
}
