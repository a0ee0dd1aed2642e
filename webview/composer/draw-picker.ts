import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import type { Suggestion } from "../../src/protocol/panel-state.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import { STRINGS } from "../strings.ts";
import type { Picker } from "./picker.ts";

const ICONS: Readonly<Record<Suggestion["kind"], string>> = {
  file: "file",
  folder: "folder",
  symbol: "symbol-method",
  problem: "warning",
  selection: "selection",
  terminal: "terminal",
  tool: "tools",
  command: "symbol-event",
};

/** The id of the list, and those of its items. */
export const PICKER_ID = "composer-picker";

/** The id of the item that is active; none where none is. */
export function activeId({ active }: Picker): string | undefined {
  return active < 0 ? undefined : `${PICKER_ID}-${active}`;
}

/** What can be put in: a list whose items are reached with keys from the field. */
export function drawPicker({ items, active }: Picker, choose: (item: Suggestion) => void): TemplateResult {
  return html`<div class="picker" role="listbox" id=${PICKER_ID} aria-label=${STRINGS.composer.suggestions}>
    ${items.map((item, at) => drawItem(item, { at, isActive: at === active, choose }))}
  </div>`;
}

interface Placed {
  readonly at: number;
  readonly isActive: boolean;
  readonly choose: (item: Suggestion) => void;
}

function drawItem(item: Suggestion, { at, isActive, choose }: Placed): TemplateResult {
  const { kind, label, detail } = item;
  // The field keeps the focus: what is pressed is chosen before it could lose it.
  const press = (event: Event): void => {
    event.preventDefault();
    choose(item);
  };
  return html`<div
    class="picker-item"
    role="option"
    id="${PICKER_ID}-${at}"
    aria-selected=${isActive ? "true" : "false"}
    @mousedown=${press}
  >
    <span class="codicon codicon-${ICONS[kind]}" aria-hidden="true"></span>
    <span class="picker-label">${drawVisible(label)}</span>
    <span class="visually-hidden">${STRINGS.composer.kinds[kind]}</span>
    ${detail === undefined ? nothing : html`<span class="picker-detail">${drawVisible(detail)}</span>`}
  </div>`;
}
