/** Text as the world outside a script may have it: well-formed, each raw byte or lone surrogate replaced by U+FFFD. */
export function toText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
