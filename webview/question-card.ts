import type { TemplateResult } from "lit";
import { html } from "lit";
import type { PanelQuestion } from "../src/protocol/panel-state.ts";
import type { PanelContext } from "./panel-element.ts";
import { STRINGS } from "./strings.ts";

/** The card of the questions that one row waits for: one, or those of a parallel join together. */
export function drawQuestions(questions: readonly PanelQuestion[], { host }: PanelContext): TemplateResult {
  return html`<div class="question-card">
    ${questions.map(
      ({ id, subject, reason }) => html`
        <div>${subject}: ${reason}</div>
        <button
          class="link-button"
          @click=${() => host.post({ kind: "answer-permission", id, answer: "allow", scope: "once" })}
        >
          ${STRINGS.allowOnce}
        </button>
        <button
          class="link-button"
          @click=${() => host.post({ kind: "answer-permission", id, answer: "deny", scope: "once" })}
        >
          ${STRINGS.deny}
        </button>
      `,
    )}
  </div>`;
}
