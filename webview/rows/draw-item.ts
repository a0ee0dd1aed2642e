import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { STRINGS } from "../strings.ts";
import { boundLines } from "../text/bounded-lines.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import { drawMessage, messageLabel } from "./draw-message.ts";
import { drawToggle } from "./draw-toggle.ts";
import { drawRow, labelOf } from "./draw-row.ts";
import { drawTokens, drawVisible } from "./draw-pieces.ts";
import { sizeOf } from "./figures.ts";
import type { FootItem, Item, OlderItem, ScriptItem, SummaryItem } from "./items.ts";

/** Lines of a script that are shown before there is "Show all". */
const SCRIPT_LINES = 12;
/** Lines of a script that was asked for whole. */
const WHOLE_SCRIPT_LINES = 5_000;

/** What stands in one place of the list. */
export function drawItem(item: Item, drawing: Drawing): TemplateResult {
  switch (item.kind) {
    case "message":
      return drawMessage(item, drawing);
    case "row":
      return drawRow(item, drawing);
    case "script":
      return drawScript(item, drawing);
    case "foot":
      return drawFoot(item, drawing);
    case "summary":
      return drawSummary(item, drawing);
    case "older":
      return drawOlder(item);
  }
}

/** What is read out for an item. */
export function itemLabel(item: Item, drawing: Drawing): string {
  switch (item.kind) {
    case "message":
      return messageLabel(item);
    case "row":
      return labelOf(item, drawing);
    case "script":
      return STRINGS.script;
    case "foot":
      return STRINGS.scriptFoot;
    case "summary":
      return item.text;
    case "older":
      return STRINGS.older(item.count);
  }
}

function drawScript(item: ScriptItem, drawing: Drawing): TemplateResult {
  const { whole } = drawing.bodies.state(item.key);
  const text = item.entry.opened.expression;
  const { lines, total } = boundLines(text, {
    most: whole ? WHOLE_SCRIPT_LINES : SCRIPT_LINES,
    columns: drawing.columns,
  });
  const tokens = drawing.highlighter.lines(text, "toolcall");
  const toggle = (): void => (whole ? drawing.bodies.less(item.key) : drawing.bodies.show(item.key, undefined, 0));
  return html`<div
      class="script ${whole ? "whole" : ""}"
      role="group"
      aria-label=${STRINGS.script}
      tabindex=${whole ? 0 : nothing}
    >
      ${lines.map((line, at) => {
        const colours = line.missing === 0 ? tokens?.[at] : undefined;
        const shown = colours === undefined ? drawVisible(line.text) : drawTokens(colours);
        return html`<div class="line">
          <span class="line-text">${shown}${line.missing > 0 ? "…" : nothing}</span>
        </div>`;
      })}
    </div>
    ${
      whole || total > lines.length
        ? html`<button class="link-button more" tabindex=${tabIndexIn(drawing, item)} @click=${toggle}>
            ${whole ? STRINGS.showLess : STRINGS.showAll(total)}
          </button>`
        : nothing
    }`;
}

function drawFoot(item: FootItem, drawing: Drawing): TemplateResult {
  const { id, settled, children } = item.entry;
  const { savedBytes = 0, savedRoundTrips = 0 } = settled ?? {};
  const denied = children.find((call) => call.settled?.status === "denied")?.settled?.preview;
  const said = /^Permission denied: (.+)$/m.exec(denied ?? "")?.[1];
  const open = (): void => drawing.context.host.post({ kind: "open-script", id });
  return html`<div class="foot">
    ${said === undefined ? nothing : html`<span class="feedback">“${drawVisible(said)}”</span>`}
    ${savedBytes > 0 ? html`<span>${STRINGS.keptOut(sizeOf(savedBytes))}</span>` : nothing}
    ${savedRoundTrips > 0 ? html`<span>${STRINGS.savedTrips(savedRoundTrips)}</span>` : nothing}
    <button class="link-button quiet" tabindex=${tabIndexIn(drawing, item)} @click=${open}>
      ${STRINGS.openScript}
    </button>
  </div>`;
}

function drawSummary(item: SummaryItem, drawing: Drawing): TemplateResult {
  return html`<div class="row expandable summary" @click=${() => drawing.toggle(item)}>
    <span class="mark completed" aria-hidden="true">✓</span>
    <span class="title">${drawToggle(item, item.text, drawing)}<span class="said">${item.text}</span></span>
  </div>`;
}

function drawOlder({ count }: OlderItem): TemplateResult {
  return html`<div class="older">${STRINGS.older(count)}</div>`;
}
