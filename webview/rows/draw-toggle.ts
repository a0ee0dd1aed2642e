import type { TemplateResult } from "lit";
import { html } from "lit";
import { STRINGS } from "../strings.ts";
import type { Drawing } from "./drawing.ts";
import { tabIndexIn } from "./drawing.ts";
import type { RowItem, SummaryItem } from "./items.ts";

/** The small arrow that opens and shuts an item, and says to those who do not see it whether it is open. */
export function drawToggle(item: RowItem | SummaryItem, name: string, drawing: Drawing): TemplateResult {
  const toggle = (event: Event): void => {
    event.stopPropagation();
    drawing.toggle(item);
  };
  return html`<button
    class="twist codicon ${item.open ? "codicon-chevron-down" : "codicon-chevron-right"}"
    aria-expanded=${item.open ? "true" : "false"}
    aria-label=${STRINGS.details(name)}
    tabindex=${tabIndexIn(drawing, item)}
    @click=${toggle}
  ></button>`;
}
