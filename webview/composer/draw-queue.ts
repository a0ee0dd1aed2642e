import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { QueuedMessage } from "../../src/protocol/panel-state.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import { STRINGS } from "../strings.ts";

const TEXT = STRINGS.composer;
/** UTF-16 units of a waiting message that are shown; the whole of it is there to be changed. */
const SHOWN_CHARS = 300;

/** What can be done with messages that wait. */
export interface QueueActs {
  /** The message that is being changed. */
  readonly editing: string | undefined;
  readonly edit: (id: string) => void;
  readonly save: (id: string, text: string) => void;
  readonly leave: () => void;
  readonly drop: (id: string) => void;
  readonly sendNow: (id: string) => void;
}

/** The messages that wait until what runs has ended. */
export function drawQueue(queue: readonly QueuedMessage[], acts: QueueActs): TemplateResult | typeof nothing {
  if (queue.length === 0) return nothing;
  return html`<ol class="queue" aria-label=${TEXT.queueLabel}>
    ${repeat(
      queue,
      ({ id }) => id,
      (message) =>
        html`<li class="queued">
          ${message.id === acts.editing ? drawEditing(message, acts) : drawWaiting(message, acts)}
        </li>`,
    )}
  </ol>`;
}

function drawWaiting({ id, text }: QueuedMessage, { edit, drop, sendNow }: QueueActs): TemplateResult {
  const line = text.trim().slice(0, SHOWN_CHARS).replaceAll(/\s+/g, " ");
  return html`<span class="codicon codicon-history" aria-hidden="true"></span>
    <span class="queued-text" title=${text.slice(0, SHOWN_CHARS)}>${drawVisible(line)}</span>
    ${drawAct("edit", TEXT.edit, () => edit(id))} ${drawAct("debug-start", TEXT.sendNow, () => sendNow(id))}
    ${drawAct("close", TEXT.drop, () => drop(id))}`;
}

function drawAct(icon: string, label: string, act: (event: Event) => void): TemplateResult {
  return html`<button class="icon-button" title=${label} aria-label=${label} @click=${act}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

function drawEditing({ id, text }: QueuedMessage, { save, leave }: QueueActs): TemplateResult {
  const fieldOf = (event: Event): HTMLTextAreaElement | null =>
    (event.currentTarget as Element).closest(".queued")?.querySelector<HTMLTextAreaElement>(".queued-edit") ?? null;
  const keep = (event: Event): void => save(id, fieldOf(event)?.value ?? text);
  const onKey = (event: KeyboardEvent): void => {
    const isSaved = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isSaved) keep(event);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<textarea
      class="queued-edit card-field card-text"
      aria-label=${TEXT.editLabel}
      spellcheck="false"
      .defaultValue=${text}
      @keydown=${onKey}
    ></textarea>
    ${drawAct("check", TEXT.save, keep)} ${drawAct("close", TEXT.cancel, leave)}`;
}
