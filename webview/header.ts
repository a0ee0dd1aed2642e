import type { TemplateResult } from "lit";
import { html } from "lit";
import { PanelElement } from "./panel-element.ts";
import type { PanelData } from "./store.ts";
import { STRINGS } from "./strings.ts";

/** What stands above the rows: the session's name. */
export class ToolcallHeader extends PanelElement {
  protected override selects({ title }: PanelData): readonly unknown[] {
    return [title];
  }

  protected override render(): TemplateResult {
    const title = this.data.title === "" ? STRINGS.newSession : this.data.title;
    return html`<header class="panel-header"><h1 class="panel-title" title=${title}>${title}</h1></header>`;
  }
}
