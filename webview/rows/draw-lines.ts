import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { STRINGS } from "../strings.ts";
import { boundLines, OPEN_LINES, PREVIEW_LINES, WHOLE_LINE_CHARS } from "../text/bounded-lines.ts";
import type { BoundedLine, LineBounds } from "../text/bounded-lines.ts";
import type { Token } from "../text/highlight.ts";
import { numberedText } from "../text/numbered.ts";
import { PAGE_LINES } from "./bodies.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import type { Drawn } from "./draw-pieces.ts";
import { drawOutput, drawTokens, drawVisible } from "./draw-pieces.ts";
import type { RowItem } from "./items.ts";

/** A text that is drawn line by line. */
export interface Lines {
  readonly text: string;
  readonly language: string;
  /** Lines of the whole output, and whether `text` is only part of it. */
  readonly total: number;
  readonly partial: boolean;
}

/** All lines of a page: `PAGE_LINES` at most. */
const WHOLE: LineBounds = { most: PAGE_LINES };
/** Lines that the browser lays out together, or not at all while they are out of sight. */
const CHUNK_LINES = 100;

/** The lines of a body: the first ones with a way to see all, or a page of them in a box that scrolls. */
export function drawLines(lines: Lines, item: RowItem, drawing: Drawing): TemplateResult {
  const { whole, wholeLines } = drawing.bodies.state(item.key);
  const numbered = lines.language === "" ? undefined : numberedText(lines.text);
  const text = numbered?.text ?? lines.text;
  const tokens = drawing.highlighter.lines(text, lines.language);
  const shown: Shown = { text, tokens, numbers: numbered?.numbers, wholeLines };
  const box = (content: unknown): TemplateResult =>
    html`<div
      class="lines ${whole ? "whole" : ""} ${numbered === undefined ? "" : "numbered"}"
      role="group"
      tabindex=${whole ? 0 : nothing}
      aria-label=${STRINGS.outputOf(item.block.name)}
    >
      ${content}
    </div>`;
  const rest = drawRest(numbered?.rest ?? "");
  if (whole) {
    // A page can have thousands of lines; they are drawn anew only when they are others.
    const given = [text, tokens, wholeLines, drawing.activeKey === item.key];
    return html`${box(guard(given, () => chunked(drawnLines(shown, WHOLE, item, drawing).drawn)))}${rest}`;
  }
  const bounds = { most: item.display === "preview" ? PREVIEW_LINES : OPEN_LINES, columns: drawing.columns };
  const { drawn, total, isCut } = drawnLines(shown, bounds, item, drawing);
  const more = isCut || lines.partial ? drawMore(Math.max(lines.total, total), item, drawing) : nothing;
  return html`${box(drawn)}${rest}${more}`;
}

interface Shown {
  readonly text: string;
  readonly tokens: readonly (readonly Token[])[] | undefined;
  readonly numbers: readonly number[] | undefined;
  /** Lines that are not cut. */
  readonly wholeLines: ReadonlySet<number>;
}

interface DrawnLines {
  readonly drawn: readonly TemplateResult[];
  readonly total: number;
  readonly isCut: boolean;
}

function drawnLines(shown: Shown, bounds: LineBounds, item: RowItem, drawing: Drawing): DrawnLines {
  const { text, tokens, numbers, wholeLines } = shown;
  const { lines, total } = boundLines(text, bounds);
  const long = wholeLines.size === 0 ? lines : boundLines(text, { ...bounds, chars: WHOLE_LINE_CHARS }).lines;
  const drawn = lines.map((cut, at) => {
    const line = wholeLines.has(at) ? (long[at] ?? cut) : cut;
    const colours = line.missing === 0 ? tokens?.[at] : undefined;
    return drawLine({ line, at, number: numbers?.[at] }, colours && drawTokens(colours), item, drawing);
  });
  return { drawn, total, isCut: total > lines.length };
}

function drawRest(rest: string): TemplateResult | typeof nothing {
  return rest === "" ? nothing : html`<div class="lines-note">${drawVisible(rest)}</div>`;
}

function chunked(lines: readonly TemplateResult[]): readonly TemplateResult[] {
  const chunks: TemplateResult[] = [];
  for (let at = 0; at < lines.length; at += CHUNK_LINES) {
    chunks.push(html`<div class="chunk">${lines.slice(at, at + CHUNK_LINES)}</div>`);
  }
  return chunks;
}

interface Placed {
  readonly line: BoundedLine;
  readonly at: number;
  readonly number: number | undefined;
}

function drawLine(placed: Placed, colours: Drawn | undefined, item: RowItem, drawing: Drawing): TemplateResult {
  const { line, at, number } = placed;
  const whole = (): void => drawing.bodies.wholeLine(item.key, at);
  const rest =
    line.missing === 0
      ? nothing
      : html`<button class="link-button" tabindex=${tabIndexIn(drawing, item)} @click=${whole}>
          ${STRINGS.moreCharacters(line.missing)}
        </button>`;
  const gutter = number === undefined ? nothing : html`<span class="line-number" data-number=${number}></span>`;
  return html`<div class="line">
    ${gutter}<span class="line-text">${colours ?? drawOutput(line.text)}</span>${rest}
  </div>`;
}

function drawMore(total: number, item: RowItem, drawing: Drawing): TemplateResult {
  const { artifact, truncated } = item.block;
  if (artifact === undefined && truncated === true) return html`<div class="lines-note">${STRINGS.notKept}</div>`;
  const all = (): void => drawing.bodies.show(item.key, artifact, 0);
  return html`<button class="link-button more" tabindex=${tabIndexIn(drawing, item)} @click=${all}>
    ${STRINGS.showAll(total)}
  </button>`;
}
