import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { PanelQuestion } from "../../src/protocol/panel-state.ts";
import { drawDiff } from "../rows/draw-diff.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import type { Drawing } from "../rows/drawing.ts";
import type { RowItem } from "../rows/items.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";
import { canKeep, editedOf, ruleOf, scopeOf } from "./answers.ts";
import type { CardCommand } from "./card-keys.ts";
import { callOf, hasDiff, placeOf, spreadDetails, titleOf } from "./card-facts.ts";
import type { Draft, Scope } from "./drafts.ts";

/** A card as it is drawn, and what its parts do. */
export interface Card {
  readonly item: RowItem;
  readonly drawing: Drawing;
  readonly questions: readonly PanelQuestion[];
  /** The question that is shown whole and that keys are for. */
  readonly chosen: PanelQuestion;
  readonly draft: Draft;
  /** Whether the answer is for the other questions, too. */
  readonly rest: boolean;
  /** Where the card is among those that wait, from 1. */
  readonly place: number;
  readonly count: number;
  readonly choose: (id: string) => void;
  readonly change: (change: Draft) => void;
  readonly changeRest: (rest: boolean) => void;
  readonly act: (command: CardCommand) => void;
}

const TEXT = STRINGS.card;

/** Everything on a card. */
export function drawCard(card: Card): TemplateResult {
  const { questions, chosen, draft, place, count, item } = card;
  const id = `card-${item.key}`;
  // Read out as a question by its title and its facts as soon as it has the focus; nothing else is kept from the person.
  return html`<div
    class="question-card access-${chosen.access}"
    role="alertdialog"
    aria-labelledby=${id}
    aria-describedby="facts-${item.key}"
    tabindex="-1"
  >
    <div class="card-head">
      <h2 class="card-title" id=${id}>
        ${titleOf(questions)}${
          questions.length > 1 ? nothing : html`<span class="visually-hidden"> ${visibleLine(chosen.subject)}</span>`
        }
      </h2>
      ${count > 1 ? html`<span class="card-count">${TEXT.place(place, count)}</span>` : nothing}
    </div>
    ${questions.length > 1 ? drawLines(card) : nothing}
    ${
      chosen.problem === undefined
        ? nothing
        : html`<div class="card-problem">
            <span class="codicon codicon-error" aria-hidden="true"></span><span>${drawVisible(chosen.problem)}</span>
          </div>`
    }
    ${chosen.diff === undefined ? nothing : drawDiff(chosen.diff, item, card.drawing)} ${drawSubject(card)}
    ${drawFacts(card)} ${drawRule(card)} ${drawDetails(card)}
    ${draft.denying === true ? drawFeedback(card) : drawButtons(card)}
  </div>`;
}

/** A line for each question of a join; the one that is chosen is shown whole below. */
function drawLines({ questions, chosen, choose }: Card): TemplateResult {
  return html`<ul class="card-lines" aria-label=${TEXT.calls}>
    ${questions.map(
      ({ id, tool, subject, requester }) =>
        html`<li>
          <button
            class="card-line"
            aria-current=${id === chosen.id ? "true" : nothing}
            title=${visibleLine(subject)}
            @click=${() => choose(id)}
          >
            <b>${drawVisible(tool)}</b> <span class="card-line-subject">${drawVisible(subject)}</span>${
              requester === undefined ? nothing : html`<span class="card-line-by">${drawVisible(requester)}</span>`
            }
          </button>
        </li>`,
    )}
  </ul>`;
}

/** What would be run or written, to be changed where that is possible, or as it is. */
function drawSubject(card: Card): TemplateResult | typeof nothing {
  const { chosen, item, draft, change } = card;
  const { editable, access, subject } = chosen;
  if (editable === undefined) {
    return access === "run"
      ? html`<pre class="card-command" role="group" aria-label=${TEXT.command} tabindex="0">
${drawVisible(subject)}</pre>`
      : nothing;
  }
  const label = access === "run" ? TEXT.command : TEXT.newText(editable.name);
  const { text, changed } = editedOf(chosen, draft);
  // A plain text area: the toolkit's grows no higher than its rows and has no name of its own for what is in it.
  return html`<div class="card-edit">
    <div class="card-edit-head">
      <label for="edit-${item.key}">${label}</label>
      ${changed ? drawReset({ said: changedWord(chosen), label: TEXT.reset, reset: () => change({ edited: editable.text }) }) : nothing}
    </div>
    <textarea
      id="edit-${item.key}"
      class="card-field card-text"
      data-place="text"
      spellcheck="false"
      autocomplete="off"
      .value=${live(text)}
      @input=${(event: Event) => change({ edited: (event.target as HTMLTextAreaElement).value })}
    ></textarea>
  </div>`;
}

function changedWord({ diff }: PanelQuestion): string {
  return diff === undefined ? TEXT.changed : TEXT.changedDiff;
}

interface Reset {
  readonly said: string;
  readonly label: string;
  readonly reset: () => void;
}

function drawReset({ said, label, reset }: Reset): TemplateResult {
  return html`<span class="card-changed">${said}</span>
    <button class="icon-button" title=${label} aria-label=${label} @click=${reset}>
      <span class="codicon codicon-discard" aria-hidden="true"></span>
    </button>`;
}

function drawFacts({ chosen, item, drawing }: Card): TemplateResult {
  const { access, subject, reason, requester } = chosen;
  const isFile = access === "read" || access === "write";
  return html`<dl class="card-facts" id="facts-${item.key}">
    ${isFile ? drawFact(TEXT.file, placeOf(subject, drawing.roots), subject) : nothing}
    ${access === "other" ? drawFact(TEXT.about, subject) : nothing} ${drawFact(TEXT.why, reason)}
    ${drawFact(TEXT.call, callOf(chosen, item.entry))}
    ${requester === undefined ? nothing : drawFact(TEXT.by, requester)}
  </dl>`;
}

function drawFact(name: string, text: string, whole?: string): TemplateResult {
  return html`<dt>${name}</dt>
    <dd title=${whole === undefined ? nothing : visibleLine(whole)}>${drawVisible(text)}</dd>`;
}

/** The rule that would be kept, and where: a plain list, for the toolkit's gives screen readers no name of what is chosen. */
function drawRule({ chosen, draft, change, item }: Card): TemplateResult {
  const rule = ruleOf(chosen, draft);
  if (rule === undefined) return html`<div class="card-note">${TEXT.noRule}</div>`;
  const scope = scopeOf(chosen, draft);
  const isChanged = rule !== chosen.suggestedRule;
  return html`<div class="card-rule">
    <label class="visually-hidden" for="rule-${item.key}">${TEXT.rule}</label>
    <input
      id="rule-${item.key}"
      class="card-rule-text"
      data-place="rule"
      spellcheck="false"
      autocomplete="off"
      .value=${live(rule)}
      @input=${(event: Event) => change({ rule: (event.target as HTMLInputElement).value })}
    />
    ${isChanged ? drawReset({ said: "", label: TEXT.resetRule, reset: () => change({ rule: chosen.suggestedRule ?? "" }) }) : nothing}
    <select
      class="card-scope"
      data-place="rule"
      aria-label=${TEXT.scope}
      @change=${(event: Event) => change({ scope: (event.target as HTMLSelectElement).value as Scope })}
    >
      ${chosen.scopes.map(
        (each) => html`<option value=${each} ?selected=${each === scope}>${TEXT.scopes[each]}</option>`,
      )}
    </select>
  </div>`;
}

function drawDetails({ chosen, draft, change }: Card): TemplateResult {
  const toggled = (event: Event): void => {
    const { open } = event.target as HTMLDetailsElement;
    if (open !== (draft.details === true)) change({ details: open });
  };
  return html`<details class="card-details" ?open=${draft.details === true} @toggle=${toggled}>
    <summary>${TEXT.details}</summary>
    <pre role="group" aria-label=${TEXT.details} tabindex="0">${drawVisible(spreadDetails(chosen.details))}</pre>
  </details>`;
}

function drawButtons(card: Card): TemplateResult {
  const { chosen, draft, questions } = card;
  return html`${questions.length > 1 ? drawRest(card) : nothing}
    <div class="card-buttons">
      ${drawButton(card, { command: "allow", label: TEXT.allowOnce, shown: TEXT.keys.allow, keys: "Enter", main: true })}
      ${
        chosen.suggestedRule === undefined
          ? nothing
          : drawButton(card, {
              command: "keep",
              label: TEXT.keep,
              shown: TEXT.keys.keep,
              keys: "S",
              disabled: !canKeep(chosen, draft),
            })
      }
      ${hasDiff(chosen) ? drawButton(card, { command: "diff", label: TEXT.openDiff, shown: TEXT.keys.diff, keys: "D" }) : nothing}
      ${drawButton(card, { command: "deny", label: TEXT.deny, shown: TEXT.keys.deny, keys: "Backspace Delete" })}
    </div>`;
}

function drawRest({ rest, changeRest, questions }: Card): TemplateResult {
  return html`<label class="card-rest"
    ><input
      type="checkbox"
      .checked=${live(rest)}
      @change=${(event: Event) => changeRest((event.target as HTMLInputElement).checked)}
    />${TEXT.rest(questions.length - 1)}</label
  >`;
}

/** The field for the reason takes the place of the buttons: one thing to do at a time. */
function drawFeedback(card: Card): TemplateResult {
  const { draft, change, item } = card;
  return html`${card.questions.length > 1 ? drawRest(card) : nothing}
    <label class="card-feedback-label" for="feedback-${item.key}">${TEXT.feedback}</label>
    <input
      id="feedback-${item.key}"
      class="card-field card-feedback"
      data-place="feedback"
      autocomplete="off"
      .value=${live(draft.feedback ?? "")}
      @input=${(event: Event) => change({ feedback: (event.target as HTMLInputElement).value })}
    />
    <div class="card-buttons">
      ${drawButton(card, {
        command: "send-feedback",
        label: TEXT.sendDenial,
        shown: TEXT.keys.sendDenial,
        keys: "Enter",
        main: true,
      })}
      ${drawButton(card, { command: "back", label: TEXT.back, shown: TEXT.keys.back, keys: "Escape" })}
    </div>`;
}

interface Button {
  readonly command: CardCommand;
  readonly label: string;
  /** The key as it is shown, and as it is told to those who do not look. */
  readonly shown: string;
  readonly keys: string;
  readonly main?: boolean;
  readonly disabled?: boolean;
}

function drawButton({ act }: Card, { command, label, shown, keys, main, disabled }: Button): TemplateResult {
  return html`<vscode-button
    class="card-button card-${command}"
    appearance=${main === true ? "primary" : "secondary"}
    aria-keyshortcuts=${keys}
    ?disabled=${disabled === true}
    @click=${() => act(command)}
    >${label}<kbd aria-hidden="true">${shown}</kbd></vscode-button
  >`;
}
