import type { TemplateResult } from "lit";
import { html } from "lit";
import { ToolcallQuestionCard } from "./cards/question-card-element.ts";
import type { Drawing } from "./rows/drawing.ts";
import type { RowItem } from "./rows/items.ts";

/** The card of the questions that one row waits for: one, or those of a parallel join together. */
export function drawQuestions(item: RowItem, drawing: Drawing): TemplateResult {
  return html`<toolcall-question-card .item=${item} .drawing=${drawing}></toolcall-question-card>`;
}

customElements.define("toolcall-question-card", ToolcallQuestionCard);
