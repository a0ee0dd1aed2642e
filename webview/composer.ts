import type { PropertyValues, TemplateResult } from "lit";
import { html, nothing } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import type { Suggestion } from "../src/protocol/panel-state.ts";
import type { PermissionModeName } from "../src/protocol/session-events.ts";
import { composerCommand } from "./composer/composer-keys.ts";
import { drawOverlay, OVERLAY_CHARS } from "./composer/draw-overlay.ts";
import { activeId, drawPicker, PICKER_ID } from "./composer/draw-picker.ts";
import { drawQueue } from "./composer/draw-queue.ts";
import { drawFullAuto, drawTools } from "./composer/draw-tools.ts";
import { droppedFiles, FILE_LIST_TYPES } from "./composer/dropped-files.ts";
import type { Field } from "./composer/field.ts";
import { isAtEdge, lineSituation, putText, replaceAll } from "./composer/field.ts";
import type { Recalling } from "./composer/history.ts";
import { MAX_HISTORY, recall, sentTexts } from "./composer/history.ts";
import type { Picker } from "./composer/picker.ts";
import { insertionOf, moveIn, pickerCommand } from "./composer/picker.ts";
import type { Finder } from "./composer/finder.ts";
import { createFinder } from "./composer/finder.ts";
import type { ScriptScan } from "./composer/scan-script.ts";
import { isScript, pairAt, SCAN_CHARS, scanScript } from "./composer/scan-script.ts";
import { sendNow } from "./composer/send-order.ts";
import { triggerAt } from "./composer/triggers.ts";
import { isComposing } from "./composing.ts";
import { MAX_DRAFT_CHARS } from "./memory.ts";
import { PanelElement } from "./panel-element.ts";
import type { Composed, PanelData } from "./store.ts";
import { STRINGS } from "./strings.ts";
import type { Highlighter } from "./text/highlight.ts";
import { createHighlighter } from "./text/highlight.ts";

const TEXT = STRINGS.composer;
/** Quiet before an unsent text is kept, in ms. */
const DRAFT_MS = 300;

/** Where a person types: a text or a script, sent with Enter. */
export class ToolcallComposer extends PanelElement {
  private picker: Picker | undefined;
  private finder: Finder | undefined;
  private highlighter: Highlighter | undefined;
  private recalling: Recalling | undefined;
  private sent: readonly string[] = [];
  private editing: string | undefined;
  private confirming = false;
  private composed: Composed | undefined;
  private focuses = 0;
  private saving = 0;
  private readonly onSelection = (): void => {
    const field = this.field();
    if (field !== null && this.ownerDocument.activeElement === field && isScript(field.value)) this.requestUpdate();
  };
  private readonly onGlobalKey = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
    if (!altKey || ctrlKey || metaKey || shiftKey || code !== "KeyX" || !this.data.state.working) return;
    event.preventDefault();
    this.stop();
  };
  private readonly onHide = (): void => this.save();

  override connectedCallback(): void {
    super.connectedCallback();
    this.finder ??= createFinder(this.context, (picker) => {
      this.picker = picker;
      this.requestUpdate();
    });
    this.highlighter ??= createHighlighter(() => this.requestUpdate());
    this.ownerDocument.addEventListener("selectionchange", this.onSelection);
    this.ownerDocument.addEventListener("keydown", this.onGlobalKey);
    window.addEventListener("pagehide", this.onHide);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ownerDocument.removeEventListener("selectionchange", this.onSelection);
    this.ownerDocument.removeEventListener("keydown", this.onGlobalKey);
    window.removeEventListener("pagehide", this.onHide);
    this.save();
  }

  protected override selects({ composed, focuses, state, settings }: PanelData): readonly unknown[] {
    return [composed, focuses, state, settings.enterSends];
  }

  protected override render(): TemplateResult {
    const { state, settings } = this.data;
    const text = this.field()?.value ?? this.context.host.memory().draft ?? "";
    const script = isScript(text);
    const scan = script && text.length <= SCAN_CHARS ? scanScript(text) : undefined;
    return html`<footer class="composer" aria-label=${TEXT.region}>
      ${drawQueue(state.queue, {
        editing: this.editing,
        edit: (id) => this.edit(id),
        save: (id, changed) => this.saveQueued(id, changed),
        leave: () => this.edit(undefined),
        drop: (id) => this.context.host.post({ kind: "drop-queued", id }),
        sendNow: (id) => sendNow(state.queue, id, state.working).forEach((intent) => this.context.host.post(intent)),
      })}
      ${this.confirming ? this.drawConfirming() : nothing} ${this.drawBox(text, script, scan)}
      <div class="composer-state">${scan === undefined ? nothing : drawBalance(scan)}</div>
      ${drawTools({
        state,
        enterSends: settings.enterSends,
        canSend: text.trim() !== "",
        mention: () => this.mention(),
        setMode: (mode) => this.setMode(mode),
        send: () => this.send(),
        stop: () => this.stop(),
      })}
      <div class="visually-hidden" role="status">
        ${this.picker === undefined ? nothing : TEXT.found(this.picker.items.length)}
      </div>
    </footer>`;
  }

  /** The field is named a text box, for it has lines; what its list of suggestions is stands in its attributes. */
  private drawBox(text: string, script: boolean, scan: ScriptScan | undefined): TemplateResult {
    const coloured = scan !== undefined && text.length <= OVERLAY_CHARS;
    const { picker } = this;
    return html`<div
      class="composer-box ${script ? "script-text" : ""} ${coloured ? "coloured" : ""}"
      @dragover=${(event: DragEvent) => this.onDragOver(event)}
      @drop=${(event: DragEvent) => this.onDrop(event)}
    >
      ${picker === undefined ? nothing : drawPicker(picker, (item) => this.choose(item))}
      ${coloured ? this.drawColours(text, scan) : nothing}
      <textarea
        class="composer-input"
        rows="1"
        aria-label=${TEXT.label}
        aria-autocomplete="list"
        aria-controls=${ifDefined(picker && PICKER_ID)}
        aria-activedescendant=${ifDefined(picker && activeId(picker))}
        placeholder=${TEXT.hint}
        spellcheck=${script ? "false" : "true"}
        autocomplete="off"
        @keydown=${(event: KeyboardEvent) => this.onKey(event)}
        @input=${() => this.onInput()}
        @scroll=${() => this.alignOverlay()}
        @blur=${() => this.onBlur()}
      ></textarea>
    </div>`;
  }

  private drawColours(text: string, scan: ScriptScan): TemplateResult {
    const field = this.field();
    const isHere = field !== null && this.ownerDocument.activeElement === field;
    const pair =
      isHere && field.selectionStart === field.selectionEnd ? (pairAt(scan, field.selectionStart) ?? []) : [];
    return drawOverlay(text, this.highlighter?.lines(text, "toolcall"), { pair, extra: scan.extra });
  }

  private drawConfirming(): TemplateResult {
    const end = (): void => {
      this.confirming = false;
      this.requestUpdate();
      this.querySelector<HTMLElement>(".composer-mode")?.focus();
    };
    const agree = (): void => {
      this.context.host.post({ kind: "set-mode", mode: "full-auto" });
      end();
    };
    return drawFullAuto(agree, end);
  }

  protected override firstUpdated(): void {
    const { draft } = this.context.host.memory();
    const field = this.field();
    if (field !== null && draft !== undefined) field.value = draft;
    // What the host said before the panel was there was meant for it, too.
    this.requestUpdate();
  }

  protected override updated(_changed: PropertyValues): void {
    const { composed, focuses, state } = this.data;
    this.alignOverlay();
    this.querySelector(`.picker-item[aria-selected="true"]`)?.scrollIntoView({ block: "nearest" });
    if (this.editing !== undefined && !state.queue.some(({ id }) => id === this.editing)) this.edit(undefined);
    if (composed !== undefined && composed !== this.composed) this.takeComposed(composed);
    this.composed = composed;
    if (focuses !== this.focuses) this.field()?.focus();
    this.focuses = focuses;
  }

  private takeComposed({ text, how }: Composed): void {
    const field = this.field();
    if (field === null) return;
    if (how === "insert") putText(field, { start: field.selectionStart, text, back: 0 });
    else {
      // What was typed meanwhile can be had back with the arrow up.
      if (field.value.trim() !== "" && field.value !== text) this.keepSent(field.value);
      replaceAll(field, text);
    }
    field.focus();
    this.onInput();
  }

  private field(): Field | null {
    return this.querySelector<Field>(".composer-input");
  }

  private onInput(): void {
    const field = this.field();
    if (field === null) return;
    this.recalling = undefined;
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.save(), DRAFT_MS);
    const { selectionStart, selectionEnd, value } = field;
    this.finder?.look(selectionStart === selectionEnd ? triggerAt(value, selectionStart) : undefined);
    this.requestUpdate();
  }

  private onBlur(): void {
    this.save();
    this.closePicker();
    this.requestUpdate();
  }

  private save(): void {
    window.clearTimeout(this.saving);
    const draft = this.field()?.value.slice(0, MAX_DRAFT_CHARS) ?? "";
    if (draft === (this.context.host.memory().draft ?? "")) return;
    this.context.host.remember((memory) => ({ ...memory, draft }));
  }

  private onKey(event: KeyboardEvent): void {
    const field = this.field();
    if (field === null || isComposing(event)) return;
    const { key, shiftKey: shift, altKey: alt } = event;
    const command = event.ctrlKey || event.metaKey;
    if (this.pickerKey(event, shift || alt || command)) return;
    const situation = { enterSends: this.data.settings.enterSends, ...lineSituation(field) };
    const does = composerCommand({ key, shift, alt, command }, situation);
    if (does === "send") {
      event.preventDefault();
      this.send();
    } else if (does === "break" && command) {
      event.preventDefault();
      putText(field, { start: field.selectionStart, text: "\n", back: 0 });
    } else if (does === "recall-earlier") this.recallAtEdge(field, -1);
    else if (does === "recall-later") this.recallAtEdge(field, 1);
  }

  /** Whether the picker had the key. */
  private pickerKey(event: KeyboardEvent, held: boolean): boolean {
    const { picker } = this;
    const field = this.field();
    if (picker === undefined || field === null) return false;
    const item = picker.items[Math.max(0, picker.active)];
    const does = pickerCommand(picker, event.key, held);
    // A command that stands there whole is sent, not put in once more.
    if (does === "none" || (event.key === "Enter" && item?.insert === field.value.trim())) return false;
    event.preventDefault();
    event.stopPropagation();
    if (does === "close") this.closePicker();
    else if (does === "accept" && item !== undefined) this.choose(item);
    else this.picker = moveIn(picker, does === "next" ? 1 : -1);
    this.requestUpdate();
    return true;
  }

  private choose(item: Suggestion): void {
    const { picker } = this;
    const field = this.field();
    if (picker === undefined || field === null) return;
    this.closePicker();
    putText(field, insertionOf(picker, item));
    this.closePicker();
    this.requestUpdate();
  }

  private closePicker(): void {
    this.picker = undefined;
    this.finder?.look(undefined);
  }

  /** The field has the key first: only where the caret cannot go any further, another message is shown. */
  private recallAtEdge(field: Field, by: 1 | -1): void {
    const before = { at: field.selectionStart, text: field.value };
    requestAnimationFrame(() => {
      if (field.value !== before.text || !isAtEdge(field, before.at, by)) return;
      const texts = sentTexts(this.data.view, this.sent);
      const found = recall(texts, { recalling: this.recalling, text: field.value, by });
      if (found === undefined) return;
      replaceAll(field, found.text);
      this.onInput();
      this.closePicker();
      this.recalling = found.recalling;
    });
  }

  private send(): void {
    const field = this.field();
    const text = field?.value ?? "";
    if (field === null || text.trim() === "") return;
    this.context.host.post({ kind: "send", text });
    this.keepSent(text);
    replaceAll(field, "");
    this.closePicker();
    this.onInput();
    this.save();
    field.focus();
  }

  private keepSent(text: string): void {
    this.sent = [...this.sent, text].slice(-MAX_HISTORY);
    this.recalling = undefined;
  }

  private stop(): void {
    this.context.host.post({ kind: "cancel" });
  }

  private mention(): void {
    const field = this.field();
    if (field === null) return;
    field.focus();
    const before = field.value.charAt(field.selectionStart - 1);
    putText(field, { start: field.selectionStart, text: before === "" || /\s/.test(before) ? "@" : " @", back: 0 });
  }

  private setMode(mode: PermissionModeName): void {
    if (mode !== "full-auto") {
      this.confirming = false;
      this.context.host.post({ kind: "set-mode", mode });
      this.requestUpdate();
      return;
    }
    this.confirming = true;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".full-auto-no")?.focus());
  }

  private edit(id: string | undefined): void {
    this.editing = id;
    this.requestUpdate();
    const selector = id === undefined ? ".composer-input" : ".queued-edit";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  private saveQueued(id: string, text: string): void {
    this.context.host.post({ kind: "change-queued", id, text });
    this.edit(undefined);
  }

  private alignOverlay(): void {
    const overlay = this.querySelector(".composer-overlay");
    const field = this.field();
    if (overlay !== null && field !== null) overlay.scrollTop = field.scrollTop;
  }

  private onDragOver(event: DragEvent): void {
    if (FILE_LIST_TYPES.some((type) => event.dataTransfer?.types.includes(type))) event.preventDefault();
  }

  private onDrop(event: DragEvent): void {
    const field = this.field();
    const lists = FILE_LIST_TYPES.map((type) => event.dataTransfer?.getData(type) ?? "");
    const files = droppedFiles(lists.find((list) => list !== "") ?? "", this.data.state.roots);
    if (field === null || files.length === 0) return;
    event.preventDefault();
    field.focus();
    putText(field, { start: field.selectionStart, text: `${files.join(" ")} `, back: 0 });
  }
}

function drawBalance({ missing, extra, inString }: ScriptScan): TemplateResult {
  const problem = inString
    ? TEXT.openString
    : extra.length > 0
      ? TEXT.extra(extra.length)
      : missing !== ""
        ? TEXT.missing(missing.length, missing)
        : undefined;
  return problem === undefined
    ? html`<span class="balance balanced">✓ ${TEXT.balanced}</span>`
    : html`<span class="balance unbalanced">${problem}</span>`;
}
