import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { PANEL_TEXT_CHARS } from "../../src/protocol/panel-state.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";
import type { BodyPage, BodyState } from "./bodies.ts";
import { drawDiff } from "./draw-diff.ts";
import type { Lines } from "./draw-lines.ts";
import { drawLines } from "./draw-lines.ts";
import { drawMarkdown } from "./draw-markdown.ts";
import { drawVisible } from "./draw-pieces.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import type { RowItem } from "./items.ts";

/** Notes of the product itself, before what the tool answered. */
const NOTE = "◇ ";

/** What stands below the first line of an open row. */
export function drawBody(item: RowItem, drawing: Drawing): TemplateResult | typeof nothing {
  const { block, display } = item;
  const state = drawing.bodies.state(item.key);
  const isShort = display === "preview";
  if (block.artifact !== undefined && block.truncated === true && !isShort && block.format !== "diff") {
    drawing.bodies.begin(item.key, block.artifact);
  }
  const { notes, text } = splitNotes(block.body);
  if (text === "" && notes.length === 0 && (block.attachments ?? []).length === 0) return nothing;
  return html`<div class="body">
    ${notes.map((note) => html`<div class="body-note">${drawVisible(note)}</div>`)} ${drawText(text, item, drawing)}
    ${drawPaging(state, item, drawing)} ${drawProblem(state)}
    ${(block.attachments ?? []).map(
      ({ kind, mime, path }) =>
        html`<div class="body-note">
          <span class="codicon codicon-${kind === "image" ? "file-media" : "file-pdf"}" aria-hidden="true"></span>
          ${STRINGS.attachment(kind, mime)} ${visibleLine(path)}
        </div>`,
    )}
  </div>`;
}

function splitNotes(body: string): { readonly notes: readonly string[]; readonly text: string } {
  const lines = body.split("\n");
  const end = lines.findIndex((line) => !line.startsWith(NOTE));
  if (end === 0) return { notes: [], text: body };
  return end < 0 ? { notes: lines, text: "" } : { notes: lines.slice(0, end), text: lines.slice(end).join("\n") };
}

function drawText(preview: string, item: RowItem, drawing: Drawing): TemplateResult | typeof nothing {
  const { block } = item;
  if (preview === "") return nothing;
  if (block.format === "diff") return drawDiff(preview, item, drawing);
  const { page } = drawing.bodies.state(item.key);
  if (block.format === "markdown") return drawMarkdown(page?.text ?? preview, item, drawing);
  return drawLines(page === undefined ? linesOfPreview(preview, item) : linesOfPage(page, item), item, drawing);
}

function linesOfPreview(text: string, item: RowItem): Lines {
  return { text, language: languageOf(item), total: linesIn(item), partial: item.block.truncated === true };
}

function linesOfPage({ text, total }: BodyPage, item: RowItem): Lines {
  return { text, language: languageOf(item), total: linesIn(item), partial: text.length < total };
}

/** What failed says so in words, not in the language of what it was to give. */
function languageOf({ block }: RowItem): string {
  return block.status === "completed" ? (block.language ?? "") : "";
}

/** Lines of the whole output. */
function linesIn({ call, entry }: RowItem): number {
  const settled = call?.settled ?? (entry.kind === "envelope" ? entry.settled : undefined);
  return settled?.lines ?? 0;
}

/** Earlier and later parts of an output that is longer than one page. */
function drawPaging(state: BodyState, item: RowItem, drawing: Drawing): TemplateResult | typeof nothing {
  const { page, whole, loading } = state;
  if (!whole) return loading ? html`<div class="body-note">${STRINGS.loading}</div>` : nothing;
  const show = (start: number) => () => drawing.bodies.show(item.key, item.block.artifact, start);
  const tabindex = tabIndexIn(drawing, item);
  const button = (label: string, act: () => void): TemplateResult =>
    html`<button class="link-button" tabindex=${tabindex} @click=${act}>${label}</button>`;
  const end = page === undefined ? 0 : page.start + page.text.length;
  return html`<div class="body-pages">
    ${
      page !== undefined && page.start > 0
        ? button(STRINGS.earlierPart, show(Math.max(0, page.start - PANEL_TEXT_CHARS)))
        : nothing
    }
    ${
      page !== undefined && page.total > page.text.length
        ? html`<span>${STRINGS.partOf(page.start + 1, end, page.total)}</span>`
        : nothing
    }
    ${page !== undefined && end < page.total ? button(STRINGS.laterPart, show(end)) : nothing}
    ${loading ? html`<span>${STRINGS.loading}</span>` : button(STRINGS.showLess, () => drawing.bodies.less(item.key))}
  </div>`;
}

function drawProblem({ problem }: BodyState): TemplateResult | typeof nothing {
  return problem === undefined ? nothing : html`<div class="body-note problem">${problem}</div>`;
}
