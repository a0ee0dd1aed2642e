import type { PropertyValues, TemplateResult } from "lit";
import { html, LitElement } from "lit";
import type { PanelQuestion } from "../../src/protocol/panel-state.ts";
import type { Drawing } from "../rows/drawing.ts";
import type { RowItem } from "../rows/items.ts";
import { isComposing } from "../composing.ts";
import type { Answer } from "./answers.ts";
import { allowAndKeep, allowOnce, canKeep, deny } from "./answers.ts";
import { cardKeyOf, cardsOf, hasDiff } from "./card-facts.ts";
import type { CardCommand, CardKey, CardPlace } from "./card-keys.ts";
import { CARD_QUIET_MS, cardCommand } from "./card-keys.ts";
import { drawCard } from "./draw-card.ts";
import type { Drafts } from "./drafts.ts";
import { draftsOf } from "./drafts.ts";

/** For how long a card that comes after an answer gets the focus that was on the one before, in ms. */
const FOLLOW_MS = 1_500;

/**
 * The card of the questions that a row waits for. What is written on it is kept outside of it, for a row that is scrolled
 * away takes its card along. It never takes the focus from somebody who types.
 */
export class ToolcallQuestionCard extends LitElement {
  static override properties = { item: { attribute: false }, drawing: { attribute: false } };
  declare item: RowItem;
  declare drawing: Drawing;
  private row: Element | null = null;
  private readonly onRowKey = (event: Event): void => {
    if (event.target === this.row) this.onKey(event as KeyboardEvent, "card");
  };

  override connectedCallback(): void {
    super.connectedCallback();
    this.row = this.closest(".item");
    this.row?.addEventListener("keydown", this.onRowKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.row?.removeEventListener("keydown", this.onRowKey);
    this.row = null;
  }

  /** Puts the focus on the card as a whole: its keys work there, and it is read out. */
  takeFocus(): void {
    this.card()?.focus({ preventScroll: true });
    this.card()?.scrollIntoView({ block: "nearest" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { item, drawing } = this;
    const { questions } = item;
    const drafts = this.drafts();
    const chosen = this.chosen();
    const cards = cardsOf(drawing.context.store.data().questions);
    const key = this.key();
    const change = (how: () => void): void => {
      how();
      this.requestUpdate();
    };
    return html`${drawCard({
      item,
      drawing,
      questions,
      chosen,
      draft: drafts.of(chosen),
      rest: drafts.card(key).rest === true,
      place: 1 + cards.findIndex(([first]) => first?.id === questions[0]?.id),
      count: cards.length,
      choose: (id) => change(() => drafts.changeCard(key, { chosen: id })),
      change: (draft) => change(() => drafts.change(chosen, draft)),
      changeRest: (rest) => change(() => drafts.changeCard(key, { rest })),
      act: (command) => this.act(command),
    })}`;
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    this.card()?.addEventListener("keydown", (event) => this.onKey(event, placeOf(event.target as Element)));
    const drafts = this.drafts();
    if (performance.now() - drafts.followed() > FOLLOW_MS || !this.mayFollow()) return;
    drafts.follow(-Infinity);
    this.takeFocus();
  }

  private mayFollow(): boolean {
    const { activeElement, body } = this.ownerDocument;
    return activeElement === null || activeElement === body || activeElement.matches(".rows *");
  }

  private drafts(): Drafts {
    return draftsOf(this.drawing.context.store);
  }

  private key(): string {
    return cardKeyOf(this.item.questions[0] as PanelQuestion);
  }

  private chosen(): PanelQuestion {
    const { questions } = this.item;
    const { chosen } = this.drafts().card(this.key());
    return questions.find(({ id }) => id === chosen) ?? (questions[0] as PanelQuestion);
  }

  private card(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".question-card");
  }

  private onKey(event: KeyboardEvent, place: CardPlace): void {
    const command = cardCommand(keyOf(event), place);
    if (command === "none") return;
    // Neither the tree nor the field has it.
    event.preventDefault();
    event.stopPropagation();
    if (performance.now() - this.drafts().card(this.key()).since < CARD_QUIET_MS) return;
    this.act(command);
  }

  private act(command: CardCommand): void {
    const chosen = this.chosen();
    const drafts = this.drafts();
    const draft = drafts.of(chosen);
    const rest = this.item.questions.length > 1 && drafts.card(this.key()).rest === true;
    switch (command) {
      case "allow":
        return this.answer(allowOnce(chosen, draft, rest));
      case "keep":
        return canKeep(chosen, draft) ? this.answer(allowAndKeep(chosen, draft, rest)) : undefined;
      case "send-feedback":
        return this.answer(deny(chosen, draft, rest));
      case "diff":
        if (hasDiff(chosen)) this.drawing.context.host.post({ kind: "open-diff", id: chosen.id });
        return;
      case "deny":
        return this.showFeedback(true);
      case "back":
        return this.showFeedback(false);
      case "leave-field":
        return this.takeFocus();
      case "none":
        return;
    }
  }

  private showFeedback(denying: boolean): void {
    this.drafts().change(this.chosen(), { denying });
    this.requestUpdate();
    void this.updateComplete.then(() => {
      if (denying) this.querySelector<HTMLElement>(".card-feedback")?.focus();
      else this.takeFocus();
    });
  }

  private answer(answer: Answer): void {
    const drafts = this.drafts();
    if (!drafts.answer(this.chosen())) return;
    const row = this.row as HTMLElement | null;
    if (row?.contains(this.ownerDocument.activeElement) === true) {
      // The card is about to go: the focus stays in its row, or goes on to the card that comes next.
      row.focus({ preventScroll: true });
      drafts.follow(performance.now());
    }
    // What the rest of a join was not answered with is asked about anew.
    drafts.changeCard(this.key(), { rest: false });
    this.drawing.context.host.post(answer);
  }
}

function placeOf(target: Element): CardPlace {
  const place = target.closest<HTMLElement>("[data-place]")?.dataset["place"];
  if (place === "text" || place === "rule" || place === "feedback") return place;
  return target.closest("button, vscode-button, input, summary, a, pre") === null ? "card" : "control";
}

function keyOf(event: KeyboardEvent): CardKey {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
  return {
    key,
    code,
    shift: shiftKey,
    command: ctrlKey || metaKey,
    alt: altKey,
    repeats: repeat,
    composing: isComposing(event),
  };
}
