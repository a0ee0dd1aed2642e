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
import { ToolcallSessions } from "./sessions/sessions-drawer.ts";
import { STRINGS } from "./strings.ts";
import { drawWelcome } from "./welcome.ts";

const ICONS = { info: "info", warning: "warning", error: "error" } as const;

/** The whole panel: what stands above the rows, the rows, what there is to know, and the composer. */
export class ToolcallPanel extends PanelElement {
  private sessionsOpen = false;

  protected override selects({ notices, opened, view, older }: PanelData): readonly unknown[] {
    return [notices, opened, view.entries.length + older === 0];
  }

  protected override render(): TemplateResult {
    const { context, sessionsOpen, data } = this;
    const isEmpty = data.opened && data.view.entries.length + data.older === 0;
    return html`
      <toolcall-header
        .context=${context}
        .sessionsOpen=${sessionsOpen}
        .toggleSessions=${() => this.showSessions(!sessionsOpen)}
      ></toolcall-header>
      <div class="panel-body">
        ${
          sessionsOpen
            ? html`<toolcall-sessions .context=${context} .close=${() => this.showSessions(false)}></toolcall-sessions>`
            : nothing
        }
        <main class="panel-rows" ?inert=${sessionsOpen}>
          ${isEmpty ? drawWelcome(context) : nothing}
          <toolcall-rows .context=${context} aria-hidden=${isEmpty ? "true" : nothing}></toolcall-rows>
        </main>
        <div class="notices">
          ${repeat(
            data.notices,
            ({ id }) => id,
            (notice) => this.drawNotice(notice),
          )}
        </div>
        <toolcall-waiting .context=${context} ?inert=${sessionsOpen}></toolcall-waiting>
        <toolcall-composer .context=${context} ?inert=${sessionsOpen}></toolcall-composer>
      </div>
    `;
  }

  /** The list has the focus while it is open; where it came from has it afterwards. */
  private showSessions(open: boolean): void {
    const had = this.querySelector("toolcall-sessions")?.contains(this.ownerDocument.activeElement) === true;
    this.sessionsOpen = open;
    this.requestUpdate();
    if (!open && had) {
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".header-sessions")?.focus());
    }
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
customElements.define("toolcall-sessions", ToolcallSessions);
