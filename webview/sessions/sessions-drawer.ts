import type { PropertyValues, TemplateResult } from "lit";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { SessionSummary } from "../../src/protocol/panel-state.ts";
import { TITLE_CHARS } from "../title-chars.ts";
import { PanelElement } from "../panel-element.ts";
import type { PanelData } from "../store.ts";
import { STRINGS } from "../strings.ts";
import { drawSession } from "./draw-session.ts";
import { sessionCommand } from "./session-keys.ts";

const TEXT = STRINGS.sessions;
/** Quiet before a search, in ms. */
const QUIET_MS = 150;
/** When the list is asked for again after something in it was changed, in ms: the host needs a moment. */
const AGAIN_MS = [300, 1_500] as const;

/** What is being done with a session of the list. */
export interface Doing {
  readonly id: string;
  readonly what: "rename" | "delete";
}

/** The list of sessions, over the rows. It has the focus while it is open, and gives it back. */
export class ToolcallSessions extends PanelElement {
  static override properties = { ...PanelElement.properties, close: { attribute: false } };
  /** Closes the list. */
  declare close: () => void;
  private query = "";
  private doing: Doing | undefined;
  /** Sessions that were deleted a moment ago: the host may not have heard yet. */
  private readonly gone = new Set<string>();
  private readonly timers = new Set<number>();

  override connectedCallback(): void {
    super.connectedCallback();
    this.list();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const timer of this.timers) window.clearTimeout(timer);
  }

  protected override selects({ sessions, currentSession, title }: PanelData): readonly unknown[] {
    return [sessions, currentSession, title];
  }

  protected override render(): TemplateResult {
    const { sessions } = this.data;
    const shown = sessions?.filter(({ id }) => !this.gone.has(id));
    return html`<section
      class="sessions"
      role="dialog"
      aria-label=${TEXT.label}
      @keydown=${(event: KeyboardEvent) => this.onKey(event)}
    >
      <div class="sessions-head">
        <input
          class="sessions-search"
          type="search"
          aria-label=${TEXT.search}
          placeholder=${TEXT.search}
          autocomplete="off"
          .value=${this.query}
          @input=${(event: Event) => this.search((event.target as HTMLInputElement).value)}
        />
        <button class="icon-button" title=${TEXT.close} aria-label=${TEXT.close} @click=${() => this.close()}>
          <span class="codicon codicon-close" aria-hidden="true"></span>
        </button>
      </div>
      <div class="visually-hidden" role="status">${shown === undefined ? nothing : TEXT.found(shown.length)}</div>
      ${shown === undefined ? html`<p class="sessions-empty">${STRINGS.loading}</p>` : this.drawList(shown)}
    </section>`;
  }

  private drawList(sessions: readonly SessionSummary[]): TemplateResult {
    if (sessions.length === 0) {
      return html`<p class="sessions-empty">${this.query.trim() === "" ? TEXT.none : TEXT.notFound}</p>`;
    }
    const now = Date.now();
    return html`<ul class="sessions-list">
      ${repeat(
        sessions,
        ({ id }) => id,
        (session) =>
          drawSession(session, {
            now,
            isCurrent: session.id === this.data.currentSession,
            doing: this.doing?.id === session.id ? this.doing.what : undefined,
            open: () => this.open(session.id),
            begin: (what) => this.begin({ id: session.id, what }),
            leave: () => this.leave(),
            rename: (title) => this.renameSession(session, title),
            exportIt: () => this.context.host.post({ kind: "export-session", id: session.id }),
            remove: () => this.removeSession(session.id),
          }),
      )}
    </ul>`;
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    this.querySelector<HTMLElement>(".sessions-search")?.focus();
  }

  private list(): void {
    this.context.host.post({ kind: "list-sessions", query: this.query });
  }

  private later(run: () => void, ms: number): void {
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }

  private listAgain(): void {
    for (const ms of AGAIN_MS) this.later(() => this.list(), ms);
  }

  private search(query: string): void {
    this.query = query;
    this.later(() => {
      if (this.query === query) this.list();
    }, QUIET_MS);
  }

  private open(id: string): void {
    if (id !== this.data.currentSession) this.context.host.post({ kind: "open-session", id });
    this.close();
  }

  private begin(doing: Doing): void {
    this.doing = doing;
    this.requestUpdate();
    const field = doing.what === "rename" ? ".session-rename" : ".session-keep";
    void this.updateComplete.then(() => {
      const element = this.querySelector<HTMLElement>(field);
      element?.focus();
      if (element instanceof HTMLInputElement) element.select();
    });
  }

  private leave(): void {
    const { doing } = this;
    this.doing = undefined;
    this.requestUpdate();
    if (doing === undefined) return;
    void this.updateComplete.then(() => this.focusSession(doing.id));
  }

  private renameSession({ id, title: before }: SessionSummary, title: string): void {
    const name = title.trim().slice(0, TITLE_CHARS);
    if (name !== "" && name !== before) {
      this.context.host.post({ kind: "rename-session", id, title: name });
      this.context.store.change((data) => ({
        ...data,
        sessions: data.sessions?.map((session) => (session.id === id ? { ...session, title: name } : session)),
      }));
      this.listAgain();
    }
    this.leave();
  }

  private removeSession(id: string): void {
    const at = this.rows().findIndex((row) => row.dataset["session"] === id);
    this.context.host.post({ kind: "delete-session", id });
    this.doing = undefined;
    this.gone.add(id);
    // When it could not be deleted, it comes back.
    this.later(() => this.gone.delete(id), AGAIN_MS[1] - 1);
    this.listAgain();
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusAt(at));
  }

  private rows(): readonly HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(".session")];
  }

  private focusSession(id: string): void {
    this.focusAt(this.rows().findIndex((row) => row.dataset["session"] === id));
  }

  private focusAt(at: number): void {
    const rows = this.rows();
    const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
    (row?.querySelector<HTMLElement>(".session-open") ?? this.querySelector<HTMLElement>(".sessions-search"))?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const does = sessionCommand(event.key);
    if (does === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (does === "close") {
      if (this.doing === undefined) this.close();
      else this.leave();
    } else if (!this.keyInList(does, target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private keyInList(does: "next" | "previous" | "rename" | "delete", target: HTMLElement): boolean {
    const row = target.closest<HTMLElement>(".session");
    const at = row === null ? -1 : this.rows().indexOf(row);
    const id = row?.dataset["session"];
    if (does === "next") this.focusAt(at + 1);
    else if (does === "previous" && at > 0) this.focusAt(at - 1);
    else if (does === "previous") this.querySelector<HTMLElement>(".sessions-search")?.focus();
    else if (id === undefined || !target.matches(".session-open")) return false;
    else this.begin({ id, what: does });
    return true;
  }
}
