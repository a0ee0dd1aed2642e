import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { STRINGS } from "../strings.ts";
import { boundLines } from "../text/bounded-lines.ts";
import { visibleLine } from "../text/visible.ts";
import { drawMarkdown } from "./draw-markdown.ts";
import { drawVisible } from "./draw-pieces.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import type { MessageItem } from "./items.ts";

/** Lines of what a person said that are shown before there is "Show all". */
const PERSON_LINES = 12;
/** Lines that are drawn at most; the composer and an editor take longer texts. */
const MOST_LINES = 2_000;
/** Characters of a message that are read out with its name. */
const LABEL_CHARS = 200;

/** Something that was said: what the person said as a bubble, what a model said as its Markdown, what there is to know. */
export function drawMessage(item: MessageItem, drawing: Drawing): TemplateResult {
  const { role, state, note } = item.entry;
  return html`<div class="message ${role} ${state}">
    ${role === "notice" ? html`<span class="mark failed" aria-hidden="true">×</span>` : nothing}
    <div class="message-text">${drawText(item, drawing)}</div>
    ${state === "running" ? html`<div class="message-note">${drawVisible(note ?? STRINGS.answering)}</div>` : nothing}
    ${state === "stopped" ? html`<div class="message-note">${STRINGS.stopped}</div>` : nothing}
    ${drawRest(item, drawing)}
  </div>`;
}

/** What is read out for a message. */
export function messageLabel({ entry: { role, text, state } }: MessageItem): string {
  const said = visibleLine(text.slice(0, LABEL_CHARS));
  return [`${STRINGS.roles[role]}: ${said}`, ...(state === "completed" ? [] : [STRINGS.messageStates[state]])].join(
    ", ",
  );
}

function textOf({ key, entry }: MessageItem, { bodies }: Drawing): string {
  return bodies.state(key).page?.text ?? entry.text;
}

function drawText(item: MessageItem, drawing: Drawing): unknown {
  const text = textOf(item, drawing);
  if (item.entry.role === "model") return text === "" ? nothing : drawMarkdown(text, item, drawing);
  const { whole } = drawing.bodies.state(item.key);
  const { lines, total } = boundLines(text, { most: whole ? MOST_LINES : PERSON_LINES, columns: drawing.columns });
  const toggle = (): void => (whole ? drawing.bodies.less(item.key) : drawing.bodies.show(item.key, undefined, 0));
  return html`${lines.map(({ text: line, missing }) => html`<div class="message-line">${drawVisible(line)}${missing > 0 ? "…" : nothing}</div>`)}
  ${
    whole || total > lines.length
      ? html`<button class="link-button more" tabindex=${tabIndexIn(drawing, item)} @click=${toggle}>
          ${whole ? STRINGS.showLess : STRINGS.showAll(total)}
        </button>`
      : nothing
  }`;
}

/** A long message is had whole when somebody wants it. */
function drawRest(item: MessageItem, drawing: Drawing): TemplateResult | typeof nothing {
  const { artifact } = item.entry;
  const { page, problem } = drawing.bodies.state(item.key);
  if (problem !== undefined) return html`<div class="body-note problem">${problem}</div>`;
  if (artifact === undefined || page !== undefined) return nothing;
  return html`<button
    class="link-button more"
    tabindex=${tabIndexIn(drawing, item)}
    @click=${() => drawing.bodies.show(item.key, artifact, 0)}
  >
    ${STRINGS.showWhole}
  </button>`;
}
