import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { drawQuestions } from "../question-card.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";
import type { Action } from "./actions.ts";
import { actionsOf } from "./actions.ts";
import type { TitlePart } from "./describe.ts";
import { describeCall } from "./describe.ts";
import { drawBody } from "./draw-body.ts";
import { drawVisible } from "./draw-pieces.ts";
import { drawToggle } from "./draw-toggle.ts";
import type { Drawing } from "./drawing.ts";
import { follow, tabIndexIn } from "./drawing.ts";
import type { Figures } from "./figures.ts";
import { durationOf, figuresOf } from "./figures.ts";
import type { RowItem } from "./items.ts";
import { markOf, standingOf, wordOf } from "./marks.ts";

/** A row: what it says in one line, and below it, while it is open, its body; the card of its questions in any case. */
export function drawRow(item: RowItem, drawing: Drawing): TemplateResult {
  const standing = standingOf(item);
  const isHeader = isScript(item);
  return html`<div
      class="row ${isHeader ? "header" : ""} ${item.expandable ? "expandable" : ""}"
      @click=${(event: MouseEvent) => onClick(event, item, drawing)}
    >
      <span class="mark ${standing} ${isLive(item) ? "live" : ""}" aria-hidden="true">${markOf(standing)}</span>
      <span class="title">
        ${drawTwist(item, drawing)}<b class="name">${drawVisible(item.block.name)}</b>${
          isHeader ? html`<span class="said">${drawVisible(headerRest(item))}</span>` : drawParts(item, drawing)
        }
      </span>
      <span class="figures">${drawFigures(item)}</span>
      ${drawActions(item, drawing)}
    </div>
    ${item.open && !isHeader ? drawBody(item, drawing) : nothing}
    ${item.questions.length > 0 ? drawQuestions(item, drawing) : nothing}`;
}

/** Whether a row is the header of a composed script. */
export function isScript({ block }: RowItem): boolean {
  return block.script !== undefined;
}

/** What is read out for a row. */
export function labelOf(item: RowItem, drawing: Drawing): string {
  const { block } = item;
  const said = isScript(item) ? [block.header] : [block.name, ...partsOf(item, drawing).map(({ text }) => text)];
  const where = [
    ...(block.requester === undefined ? [] : [STRINGS.byAgent(block.requester)]),
    ...(item.frame === "none" || item.level === 1 ? [] : [STRINGS.inScript]),
  ];
  return visibleLine([said.join(" "), wordOf(standingOf(item)), ...figureTexts(item), ...where].join(", "));
}

/** Only what stands at the top is alive: its mark moves and its time runs. */
function isLive({ block, level, entry }: RowItem): boolean {
  return block.status === "running" && level === 1 && block.id === entry.id;
}

function drawTwist(item: RowItem, drawing: Drawing): TemplateResult {
  if (!item.expandable) return html`<span class="twist"></span>`;
  return drawToggle(item, item.block.name, drawing);
}

function partsOf({ block, call }: RowItem, { roots }: Drawing): readonly TitlePart[] {
  return describeCall(block, call, roots);
}

function drawParts(item: RowItem, drawing: Drawing): readonly TemplateResult[] {
  return partsOf(item, drawing).map(({ text, file }) => {
    if (file === undefined) return html`<span class="said" title=${visibleLine(text)}>${drawVisible(text)}</span>`;
    const open = (event: Event): void => {
      event.stopPropagation();
      follow(drawing, { kind: "file", ...file });
    };
    return html`<button
      class="link-button said path"
      role="link"
      title=${visibleLine(file.path)}
      tabindex=${tabIndexIn(drawing, item)}
      @click=${open}
    >
      ${drawPath(text)}
    </button>`;
  });
}

/** A path of which, where there is little room, the folders give way first: the name says most. */
function drawPath(path: string): TemplateResult {
  const name = path.lastIndexOf("/") + 1;
  return html`<span class="folders">${drawVisible(path.slice(0, name))}</span
    ><span class="file-name">${drawVisible(path.slice(name))}</span>`;
}

/** `ToolCall: 4/6 completed` without its first word, which stands apart. */
function headerRest({ block }: RowItem): string {
  return block.header.slice(block.name.length);
}

const NO_FIGURES: Figures = { amount: "", duration: "" };

function figuresIn({ call, block, entry }: RowItem): Figures {
  if (call !== undefined) return figuresOf(call);
  const isResult = block.name === "Returned" && entry.kind === "envelope" && entry.settled !== undefined;
  return isResult ? { amount: STRINGS.lines(entry.settled.lines), duration: "" } : NO_FIGURES;
}

function figureTexts(item: RowItem): readonly string[] {
  const { amount, duration } = figuresIn(item);
  return [amount, duration].filter((text) => text !== "");
}

function drawFigures(item: RowItem): TemplateResult {
  const { requester, status } = item.block;
  const { amount, duration } = figuresIn(item);
  const isRunning = status === "running" && item.call?.state === "running" && item.call.progress === undefined;
  const said = isLive(item) && isRunning ? "" : amount;
  const between = (text: string): string => (said === "" ? text : ` · ${text}`);
  return html`${requester === undefined ? nothing : html`<span class="requester">${drawVisible(requester)} · </span>`}${drawVisible(
    said,
  )}${duration === "" ? nothing : html`<span class="duration">${between(duration)}</span>`}${
    isLive(item) ? drawTimer(item, between("")) : nothing
  }`;
}

/** The text of a timer is put there by the clock of the list, without drawing anything again. */
function drawTimer({ entry: { at } }: RowItem, before: string): TemplateResult {
  return html`${before}<span
      class="timer"
      data-since=${at}
      aria-hidden="true"
      .textContent=${durationOf(sinceNow(at))}
    ></span>`;
}

function sinceNow(at: number): number {
  return Math.max(0, Date.now() - at);
}

function drawActions(item: RowItem, drawing: Drawing): TemplateResult {
  const actions = actionsOf(item, drawing.context).filter(({ near }) => near === true);
  const tabindex = tabIndexIn(drawing, item);
  return html`<span class="row-actions">
    ${isScript(item) ? drawScriptToggle(item, drawing) : nothing}
    ${actions.map((action) => drawAction(action, tabindex))}
    <button
      class="icon-button"
      title=${STRINGS.moreActions}
      aria-label=${STRINGS.moreActions}
      aria-haspopup="menu"
      tabindex=${tabindex}
      @click=${(event: MouseEvent) => {
        event.stopPropagation();
        drawing.openMenu(item, event.currentTarget as Element);
      }}
    >
      <span class="codicon codicon-ellipsis" aria-hidden="true"></span>
    </button>
  </span>`;
}

function drawScriptToggle(item: RowItem, drawing: Drawing): TemplateResult | typeof nothing {
  if (!item.open) return nothing;
  const label = item.scriptOpen === true ? STRINGS.hideScript : STRINGS.showScript;
  return html`<button
    class="icon-button"
    title=${label}
    aria-label=${label}
    aria-pressed=${item.scriptOpen === true ? "true" : "false"}
    tabindex=${tabIndexIn(drawing, item)}
    @click=${(event: Event) => {
      event.stopPropagation();
      drawing.toggleScript(item);
    }}
  >
    <span class="codicon codicon-code" aria-hidden="true"></span>
  </button>`;
}

function drawAction({ id, label, icon, run }: Action, tabindex: 0 | -1): TemplateResult {
  return html`<button
    class="icon-button action-${id}"
    title=${label}
    aria-label=${label}
    tabindex=${tabindex}
    @click=${(event: Event) => {
      event.stopPropagation();
      run();
    }}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

function onClick(event: MouseEvent, item: RowItem, drawing: Drawing): void {
  // Whoever selects text does not want the row to move.
  const selection = (event.currentTarget as Element).ownerDocument.getSelection();
  if (selection !== null && !selection.isCollapsed) return;
  if (item.expandable) drawing.toggle(item);
}
