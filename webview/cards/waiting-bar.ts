import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { PanelElement } from "../panel-element.ts";
import { shortPath } from "../rows/describe.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import type { PanelData } from "../store.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";
import { cardsOf } from "./card-facts.ts";
import type { ToolcallQuestionCard } from "./question-card-element.ts";

/** What can bring the row in which a question waits into sight. */
export interface Rows extends Element {
  readonly goToQuestion: (id: string) => void;
}

/** Frames in which a row that was out of sight is drawn. */
const MAX_FRAMES = 12;

/** Says above the composer that a question waits, and leads there: a card never takes the focus by itself. */
export class ToolcallWaiting extends PanelElement {
  private readonly onKey = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
    if (!altKey || ctrlKey || metaKey || shiftKey || code !== "KeyP" || this.data.questions.length === 0) return;
    event.preventDefault();
    this.goToQuestion();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.ownerDocument.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ownerDocument.removeEventListener("keydown", this.onKey);
  }

  protected override selects({ questions, state }: PanelData): readonly unknown[] {
    return [questions, state.roots];
  }

  protected override render(): TemplateResult | typeof nothing {
    const cards = cardsOf(this.data.questions);
    const [first] = cards[0] ?? [];
    if (first === undefined) return nothing;
    const { tool, subject } = first;
    return html`<section class="question-bar" aria-label=${STRINGS.card.questions(cards.length)}>
      <span class="question-bar-mark" aria-hidden="true">◆</span>
      <span class="question-bar-text" title=${visibleLine(subject)}>
        <b>${drawVisible(tool)}</b> ${drawVisible(STRINGS.card.waitsFor(shortPath(subject, this.data.state.roots)))}
      </span>
      ${cards.length > 1 ? html`<span class="question-bar-count">${STRINGS.card.place(1, cards.length)}</span>` : nothing}
      <button
        class="link-button"
        aria-keyshortcuts=${STRINGS.card.goToKey}
        title="${STRINGS.card.goTo} (${STRINGS.card.goToKey})"
        @click=${() => this.goToQuestion()}
      >
        ${STRINGS.card.goTo}<kbd aria-hidden="true">${STRINGS.card.goToKey}</kbd>
      </button>
    </section>`;
  }

  private goToQuestion(): void {
    const [first] = this.data.questions;
    if (first === undefined) return;
    this.ownerDocument.querySelector<Rows>("toolcall-rows")?.goToQuestion(first.id);
    let frames = 0;
    const focusCard = (): void => {
      const cards = [...this.ownerDocument.querySelectorAll<ToolcallQuestionCard>("toolcall-question-card")];
      const card = cards.find(({ item }) => item.questions.some(({ id }) => id === first.id));
      if (card !== undefined) card.takeFocus();
      else if (frames++ < MAX_FRAMES) requestAnimationFrame(focusCard);
    };
    requestAnimationFrame(focusCard);
  }
}
