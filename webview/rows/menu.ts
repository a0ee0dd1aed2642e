import type { TemplateResult } from "lit";
import { html, LitElement } from "lit";
import { STRINGS } from "../strings.ts";
import type { Action } from "./actions.ts";

/** Where a menu opens, in CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** A menu of actions over the rows. Opens with the first action focused, and gives the focus back when it closes. */
export class ToolcallMenu extends LitElement {
  static override properties = { actions: { attribute: false } };
  declare actions: readonly Action[];
  private returnTo: HTMLElement | undefined;
  private readonly onOutside = (event: Event): void => {
    if (!this.contains(event.target as Node)) this.close();
  };

  constructor() {
    super();
    this.actions = [];
  }

  /** Opens at a place of the window. */
  async open(actions: readonly Action[], { x, y }: MenuPlace): Promise<void> {
    if (actions.length === 0) return;
    const { activeElement } = this.ownerDocument;
    if (activeElement instanceof HTMLElement && !this.contains(activeElement)) this.returnTo = activeElement;
    this.actions = actions;
    this.classList.add("open");
    await this.updateComplete;
    const { width, height } = this.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    this.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    this.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    this.ownerDocument.addEventListener("pointerdown", this.onOutside, true);
    this.items()[0]?.focus();
  }

  /** Closes, if it is open. */
  close(): void {
    if (!this.classList.contains("open")) return;
    this.classList.remove("open");
    this.ownerDocument.removeEventListener("pointerdown", this.onOutside, true);
    this.actions = [];
    this.returnTo?.focus();
    this.returnTo = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div
      class="menu"
      role="menu"
      aria-label=${STRINGS.actionsFor}
      @keydown=${(e: KeyboardEvent) => this.onKey(e)}
    >
      ${this.actions.map(
        (action) =>
          html`<button
            class="menu-item ${action.apart === true ? "apart" : ""} menu-${action.id}"
            role="menuitem"
            tabindex="-1"
            @click=${() => this.choose(action)}
          >
            <span class="codicon codicon-${action.icon}" aria-hidden="true"></span>${action.label}
          </button>`,
      )}
    </div>`;
  }

  private choose(action: Action): void {
    this.close();
    action.run();
  }

  private items(): readonly HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[role=menuitem]")];
  }

  private onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    const items = this.items();
    const at = items.indexOf(this.ownerDocument.activeElement as HTMLElement);
    const focus = (to: number): void => items[(to + items.length) % items.length]?.focus();
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "ArrowDown") focus(at + 1);
    else if (event.key === "ArrowUp") focus(at - 1);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(-1);
    else return;
    event.preventDefault();
  }
}
