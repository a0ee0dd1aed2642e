/** A text whose lines carry their numbers, as Read gives it, taken apart. */
export interface NumberedText {
  /** The number before each line. */
  readonly numbers: readonly number[];
  /** The lines without their numbers. */
  readonly text: string;
  /** What follows the numbered lines, such as a notice that there is more. */
  readonly rest: string;
}

const NUMBERED = /^ *(\d{1,9})\t(.*)$/;

/** Takes numbers off the lines of a text; undefined when its first line has none. */
export function numberedText(text: string): NumberedText | undefined {
  const lines = text.split("\n");
  const numbers: number[] = [];
  const plain: string[] = [];
  for (const line of lines) {
    const match = NUMBERED.exec(line);
    if (match === null) break;
    numbers.push(Number(match[1]));
    plain.push(match[2] as string);
  }
  if (numbers.length === 0) return undefined;
  return { numbers, text: plain.join("\n"), rest: lines.slice(numbers.length).join("\n").trim() };
}
