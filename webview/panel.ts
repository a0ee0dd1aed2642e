import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { ToolcallWaiting } from "./cards/waiting-bar.ts";
import { ToolcallComposer } from "./composer.ts";
import { ToolcallHeader } from "./header.ts";
import { PanelElement } from "./panel-element.ts";
import { ToolcallRows } from "./rows/toolcall-rows.ts";
import type { Notice, PanelData } from "./store.ts";
import { compose, dismissNotice } from "./store.ts";
import { STRINGS } from "./strings.ts";

const ICONS = { info: "info", warning: "warning", error: "error" } as const;

/** The whole panel: what stands above the rows, the rows, what there is to know, and the composer. */
export class ToolcallPanel extends PanelElement {
  protected override selects({ notices, opened }: PanelData): readonly unknown[] {
    return [notices, opened];
  }

  protected override render(): TemplateResult {
    const { context } = this;
    return html`
      <toolcall-header .context=${context}></toolcall-header>
      <toolcall-rows role="main" .context=${context}></toolcall-rows>
      <div class="notices">
        ${repeat(
          this.data.notices,
          ({ id }) => id,
          (notice) => this.drawNotice(notice),
        )}
      </div>
      <toolcall-waiting .context=${context}></toolcall-waiting>
      <toolcall-composer .context=${context}></toolcall-composer>
    `;
  }

  private drawNotice({ id, level, text, example }: Notice): TemplateResult {
    const tryIt = (): void =>
      this.context.store.change((data) => dismissNotice(compose(data, example ?? "", "replace"), id));
    const dismiss = (): void => this.context.store.change((data) => dismissNotice(data, id));
    return html`<div class="notice ${level}" role=${level === "error" ? "alert" : "status"}>
      <span class="codicon codicon-${ICONS[level]}" aria-hidden="true"></span>
      <span class="notice-text">${text}</span>
      ${
        example === undefined
          ? nothing
          : html`<button class="link-button" @click=${tryIt}>${STRINGS.tryExample}</button>`
      }
      <button class="icon-button" title=${STRINGS.dismiss} aria-label=${STRINGS.dismiss} @click=${dismiss}>
        <span class="codicon codicon-close" aria-hidden="true"></span>
      </button>
    </div>`;
  }
}

customElements.define("toolcall-panel", ToolcallPanel);
customElements.define("toolcall-header", ToolcallHeader);
customElements.define("toolcall-rows", ToolcallRows);
customElements.define("toolcall-composer", ToolcallComposer);
customElements.define("toolcall-waiting", ToolcallWaiting);
