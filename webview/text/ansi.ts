/** Text with the look that escape sequences gave it; the look is a list of class names. */
export interface Span {
  readonly text: string;
  readonly classes: string;
}

interface Look {
  readonly foreground?: string;
  readonly background?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}

/** Sequences that begin with ESC or their one-character forms: control sequences, strings of the system, single ones. */

const SEQUENCE =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-Z\\^-~]|\u001b(?:\[[0-?]*[ -/]*)?$/g;

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** Most numbers in one sequence that are looked at. */
const MAX_CODES = 32;

/** Whether there is anything to interpret. */
export function hasEscapes(text: string): boolean {
  return text.includes("\u001b") || text.includes("\u009b");
}

/** Text without its escape sequences, in spans; colours and weights become class names, everything else is dropped. */
export function ansiSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let look: Look = {};
  let at = 0;
  const push = (end: number): void => {
    if (end > at) spans.push({ text: text.slice(at, end), classes: classesOf(look) });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    push(match.index);
    at = match.index + match[0].length;
    if (match[2] === "m") look = changed(look, match[1] ?? "");
  }
  push(text.length);
  return spans;
}

/** Text without its escape sequences. */
export function withoutEscapes(text: string): string {
  return hasEscapes(text) ? text.replaceAll(SEQUENCE, "") : text;
}

function changed(look: Look, parameters: string): Look {
  const codes = parameters
    .split(/[;:]/)
    .slice(0, MAX_CODES)
    .map((code) => (code === "" ? 0 : Number(code)));
  let now = look;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      now = code === 38 ? { ...now, ...named("foreground", colour) } : { ...now, ...named("background", colour) };
      at += used;
    } else now = simple(now, code);
  }
  return now;
}

function named(which: "foreground" | "background", colour: string | undefined): Look {
  return colour === undefined ? {} : { [which]: colour };
}

/** `5;N` of a palette, `2;R;G;B` of true colours; what is outside of the sixteen named ones keeps the theme's colour. */
function extended([kind, index]: readonly number[]): readonly [colour: string | undefined, used: number] {
  if (kind === 2) return [undefined, 4];
  if (kind !== 5 || index === undefined) return [undefined, 1];
  if (index < 8) return [COLOURS[index], 2];
  return [index < 16 ? `bright-${COLOURS[index - 8] as string}` : undefined, 2];
}

const SIMPLE: Readonly<Record<number, Look>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
};

/** The first code of each row of colours, and what it colours. */
const ROWS: readonly (readonly [first: number, which: "foreground" | "background", prefix: string])[] = [
  [30, "foreground", ""],
  [40, "background", ""],
  [90, "foreground", "bright-"],
  [100, "background", "bright-"],
];

function simple(look: Look, code: number): Look {
  if (code === 0) return {};
  if (code === 39) return without(look, "foreground");
  if (code === 49) return without(look, "background");
  const row = ROWS.find(([first]) => code >= first && code < first + COLOURS.length);
  if (row === undefined) return { ...look, ...SIMPLE[code] };
  const [first, which, prefix] = row;
  return { ...look, [which]: `${prefix}${COLOURS[code - first] as string}` };
}

function without(look: Look, which: "foreground" | "background"): Look {
  const { [which]: _gone, ...rest } = look;
  return rest;
}

function classesOf({ foreground, background, bold, dim, italic, underline }: Look): string {
  return [
    ...(foreground === undefined ? [] : [`ansi-${foreground}`]),
    ...(background === undefined ? [] : [`ansi-on-${background}`]),
    ...(bold === true ? ["ansi-bold"] : []),
    ...(dim === true ? ["ansi-dim"] : []),
    ...(italic === true ? ["ansi-italic"] : []),
    ...(underline === true ? ["ansi-underline"] : []),
  ].join(" ");
}
