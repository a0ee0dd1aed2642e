import type { TemplateResult } from "lit";
import { html } from "lit";
import { PanelElement } from "./panel-element.ts";
import type { PanelData } from "./store.ts";
import { STRINGS } from "./strings.ts";

/** Where a person types: a text or a script, sent with Enter. */
export class ToolcallComposer extends PanelElement {
  protected override selects({ composed, focuses, state }: PanelData): readonly unknown[] {
    return [composed, focuses, state];
  }

  protected override render(): TemplateResult {
    return html`<footer class="composer">
      <textarea
        class="composer-input"
        rows="2"
        aria-label=${STRINGS.composerLabel}
        placeholder=${STRINGS.composerHint}
        @keydown=${(event: KeyboardEvent) => this.onKey(event)}
      ></textarea>
    </footer>`;
  }

  private onKey(event: KeyboardEvent): void {
    const input = event.target as HTMLTextAreaElement;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || input.value.trim() === "") return;
    event.preventDefault();
    this.context.host.post({ kind: "send", text: input.value });
    input.value = "";
  }
}
