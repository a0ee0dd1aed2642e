import { LitElement } from "lit";
import type { PanelHost } from "./host.ts";
import type { PanelData, PanelStore } from "./store.ts";

/** What every part of the panel is given. */
export interface PanelContext {
  readonly host: PanelHost;
  readonly store: PanelStore;
}

/**
 * A part of the panel: draws into the document itself, so that one style sheet, labels and the font of icons reach
 * everywhere, and draws again, at most once a frame, when something that it selects has changed.
 */
export abstract class PanelElement extends LitElement {
  static override properties = { context: { attribute: false } };
  declare context: PanelContext;
  private selected: readonly unknown[] = [];
  private frame = 0;
  private unsubscribe: (() => void) | undefined;

  /** What of the panel's data this part shows. */
  protected abstract selects(data: PanelData): readonly unknown[];

  /** What the panel shows now. */
  protected get data(): PanelData {
    return this.context.store.data();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.selected = this.selects(this.data);
    this.unsubscribe = this.context.store.subscribe(() => this.schedule());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unsubscribe?.();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private schedule(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const selected = this.selects(this.data);
      if (selected.every((value, at) => value === this.selected[at])) return;
      this.selected = selected;
      this.requestUpdate();
    });
  }
}
