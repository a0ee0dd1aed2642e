import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { isComposing } from "./composing.ts";
import { menuOf } from "./header/menu-of.ts";
import { PanelElement } from "./panel-element.ts";
import { drawVisible } from "./rows/draw-pieces.ts";
import type { ToolcallMenu } from "./rows/menu.ts";
import type { PanelData } from "./store.ts";
import { STRINGS } from "./strings.ts";
import { visibleLine } from "./text/visible.ts";
import { TITLE_CHARS } from "./title-chars.ts";

const TEXT = STRINGS.header;

/** What stands above the rows: the way to other sessions, the session's name, and whether something runs or waits. */
export class ToolcallHeader extends PanelElement {
  static override properties = {
    ...PanelElement.properties,
    toggleSessions: { attribute: false },
    sessionsOpen: { attribute: false },
  };
  declare toggleSessions: () => void;
  declare sessionsOpen: boolean;
  private renaming = false;

  protected override selects({ title, state, questions, view }: PanelData): readonly unknown[] {
    return [title, state.working, questions.length, view.session];
  }

  protected override render(): TemplateResult {
    const { state, questions } = this.data;
    const standing = questions.length > 0 ? "waiting" : state.working ? "working" : "quiet";
    return html`<header class="panel-header">
      <button
        class="icon-button header-sessions"
        title=${TEXT.sessions}
        aria-label=${TEXT.sessions}
        aria-expanded=${this.sessionsOpen ? "true" : "false"}
        @click=${() => this.toggleSessions()}
      >
        <span class="codicon codicon-history" aria-hidden="true"></span>
      </button>
      ${this.renaming ? this.drawRename() : this.drawTitle()}
      ${
        standing === "quiet"
          ? nothing
          : html`<span class="header-standing ${standing}">${TEXT.standings[standing]}</span>`
      }
      <button
        class="icon-button header-new"
        title=${TEXT.newSession}
        aria-label=${TEXT.newSession}
        @click=${() => this.context.host.post({ kind: "new-session" })}
      >
        <span class="codicon codicon-add" aria-hidden="true"></span>
      </button>
      <button
        class="icon-button header-more"
        title=${TEXT.more}
        aria-label=${TEXT.more}
        aria-haspopup="menu"
        @click=${(event: Event) => this.openMenu(event.currentTarget as HTMLElement)}
      >
        <span class="codicon codicon-ellipsis" aria-hidden="true"></span>
      </button>
      <div class="header-progress ${standing}" aria-hidden="true"></div>
      <toolcall-menu></toolcall-menu>
    </header>`;
  }

  /** The name is a button: F2, Enter and a double click change it. A session that has not begun has none yet. */
  private drawTitle(): TemplateResult {
    const title = this.data.title === "" ? STRINGS.newSession : this.data.title;
    const canRename = this.data.view.session !== undefined;
    if (!canRename) return html`<h1 class="panel-title" title=${visibleLine(title)}>${drawVisible(title)}</h1>`;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "F2") return;
      event.preventDefault();
      this.rename();
    };
    return html`<h1 class="panel-title">
      <button
        class="title-button"
        title="${visibleLine(title)} (${TEXT.renameHint})"
        @click=${(event: MouseEvent) => event.detail === 0 && this.rename()}
        @dblclick=${() => this.rename()}
        @keydown=${onKey}
      >
        ${drawVisible(title)}
      </button>
    </h1>`;
  }

  private drawRename(): TemplateResult {
    const onKey = (event: KeyboardEvent): void => {
      if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      this.endRename(event.key === "Enter" ? (event.target as HTMLInputElement).value : "");
    };
    return html`<input
      class="title-input"
      aria-label=${STRINGS.sessions.newName}
      maxlength=${TITLE_CHARS}
      .defaultValue=${this.data.title}
      @keydown=${onKey}
      @blur=${() => this.renaming && this.endRename("", "leave")}
    />`;
  }

  private rename(): void {
    this.renaming = true;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const input = this.querySelector<HTMLInputElement>(".title-input");
      input?.focus();
      input?.select();
    });
  }

  private endRename(title: string, how?: "leave"): void {
    const { session } = this.data.view;
    const name = title.trim();
    this.renaming = false;
    if (session !== undefined && name !== "" && name !== this.data.title) {
      this.context.host.post({ kind: "rename-session", id: session, title: name.slice(0, TITLE_CHARS) });
    }
    this.requestUpdate();
    if (how === undefined) {
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".title-button")?.focus());
    }
  }

  private openMenu(button: HTMLElement): void {
    const { right, bottom } = button.getBoundingClientRect();
    button.focus();
    void this.querySelector<ToolcallMenu>("toolcall-menu")?.open(menuOf(this.context), { x: right, y: bottom });
  }
}
