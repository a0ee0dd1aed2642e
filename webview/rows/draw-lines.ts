import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { STRINGS } from "../strings.ts";
import { boundLines, LINE_CHARS, OPEN_LINES, PREVIEW_LINES, WHOLE_LINE_CHARS } from "../text/bounded-lines.ts";
import type { BoundedLine } from "../text/bounded-lines.ts";
import { numberedText } from "../text/numbered.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import type { Drawn } from "./draw-pieces.ts";
import { drawOutput, drawTokens } from "./draw-pieces.ts";
import type { RowItem } from "./items.ts";

/** A text that is drawn line by line. */
export interface Lines {
  readonly text: string;
  readonly language: string;
  /** Lines of the whole output, and whether `text` is only part of it. */
  readonly total: number;
  readonly partial: boolean;
}

/** Lines of one page in the box that scrolls; a page has as many at most, however short they are. */
const PAGE_LINES = 20_000;
/** Lines that the browser lays out together, or not at all while they are out of sight. */
const CHUNK_LINES = 100;

/** The lines of a body: the first ones with a way to see all, or a page of them in a box that scrolls. */
export function drawLines(lines: Lines, item: RowItem, drawing: Drawing): TemplateResult {
  const { whole, wholeLines } = drawing.bodies.state(item.key);
  const numbered = lines.language === "" ? undefined : numberedText(lines.text);
  const text = numbered?.text ?? lines.text;
  const most = whole ? PAGE_LINES : item.display === "preview" ? PREVIEW_LINES : OPEN_LINES;
  const { lines: cut, total } = boundLines(text, most);
  const whatIsWhole = wholeLines.size === 0 ? undefined : boundLines(text, most, WHOLE_LINE_CHARS).lines;
  const tokens = drawing.highlighter.lines(text, lines.language);
  const drawn = cut.map((line, at) => {
    const long = wholeLines.has(at) ? (whatIsWhole?.[at] ?? line) : line;
    const colours = long.missing === 0 && long.text.length <= LINE_CHARS ? tokens?.[at] : undefined;
    return drawLine({ line: long, at, number: numbered?.numbers[at] }, colours && drawTokens(colours), item, drawing);
  });
  const isCut = total > cut.length || lines.partial;
  return html`<div
      class="lines ${whole ? "whole" : ""} ${numbered === undefined ? "" : "numbered"}"
      role="group"
      tabindex=${whole ? 0 : nothing}
      aria-label=${STRINGS.outputOf(item.block.name)}
    >
      ${whole ? chunked(drawn) : drawn}
    </div>
    ${numbered === undefined || numbered.rest === "" ? nothing : html`<div class="lines-note">${numbered.rest}</div>`}
    ${!whole && isCut ? drawMore(Math.max(lines.total, total), item, drawing) : nothing}`;
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
  const all = (): void => drawing.bodies.show(item.key, item.block.artifact, 0);
  return html`<button class="link-button more" tabindex=${tabIndexIn(drawing, item)} @click=${all}>
    ${STRINGS.showAll(total)}
  </button>`;
}
