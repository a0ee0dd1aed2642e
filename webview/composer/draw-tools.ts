import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { PanelState } from "../../src/protocol/panel-state.ts";
import type { PermissionModeName } from "../../src/protocol/session-events.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";

const TEXT = STRINGS.composer;
const MODES: readonly PermissionModeName[] = ["ask", "edits", "plan", "full-auto"];
/** Folders that have a chip of their own. */
const ROOT_CHIPS = 3;

/** What stands below the field. */
export interface Tools {
  readonly state: PanelState;
  readonly enterSends: boolean;
  /** Whether there is anything to send. */
  readonly canSend: boolean;
  readonly mention: () => void;
  readonly setMode: (mode: PermissionModeName) => void;
  readonly send: () => void;
  readonly stop: () => void;
}

/** Where one works, how much is allowed, and the buttons. */
export function drawTools(tools: Tools): TemplateResult {
  const { state, enterSends, canSend, mention, send, stop } = tools;
  const { working, queue } = state;
  const sendTitle = `${working ? TEXT.queue : TEXT.send} (${TEXT.sendKey(enterSends)})`;
  return html`<div class="composer-tools">
    <button class="chip chip-button" title=${TEXT.mention} aria-label=${TEXT.mention} @click=${mention}>
      <span class="codicon codicon-mention" aria-hidden="true"></span>
    </button>
    ${drawRoots(state)} ${drawMode(tools)}
    ${
      state.trusted
        ? nothing
        : html`<span class="chip chip-restricted" title=${TEXT.restrictedTitle}>
            <span class="codicon codicon-workspace-untrusted" aria-hidden="true"></span>${TEXT.restricted}
          </span>`
    }
    <span class="composer-space"></span>
    ${queue.length === 0 ? nothing : html`<span class="composer-note">${TEXT.queued(queue.length)}</span>`}
    ${
      working
        ? html`<vscode-button
            class="composer-stop"
            appearance="secondary"
            title="${TEXT.stop} (${TEXT.stopKey})"
            aria-keyshortcuts=${TEXT.stopKey}
            @click=${stop}
            ><span slot="start" class="codicon codicon-debug-stop" aria-hidden="true"></span>${TEXT.stop}</vscode-button
          >`
        : nothing
    }
    <button
      class="icon-button composer-send"
      title=${sendTitle}
      aria-label=${TEXT.send}
      ?disabled=${!canSend}
      @click=${send}
    >
      <span class="codicon codicon-send" aria-hidden="true"></span>
    </button>
  </div>`;
}

/** The modes. A plain list: the toolkit's is read out without a name. */
function drawMode({ state: { mode, trusted }, setMode }: Tools): TemplateResult {
  const choose = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const chosen = select.value as PermissionModeName;
    // What is shown is what holds: another mode does when the host says so.
    select.value = mode;
    setMode(chosen);
  };
  return html`<select
    class="chip composer-mode mode-${mode}"
    aria-label=${TEXT.mode}
    title="${TEXT.mode}: ${TEXT.modeTitles[mode]}"
    .value=${live(mode)}
    @change=${choose}
  >
    ${MODES.map(
      (each) =>
        html`<option
          value=${each}
          title=${TEXT.modeTitles[each]}
          ?selected=${each === mode}
          ?disabled=${!trusted && each !== "plan"}
        >
          ${TEXT.modes[each]}
        </option>`,
    )}
  </select>`;
}

function drawRoots({ roots }: PanelState): TemplateResult {
  if (roots.length === 0) return html`<span class="composer-note">${TEXT.noFolder}</span>`;
  const further = roots.slice(ROOT_CHIPS);
  return html`${roots
    .slice(0, ROOT_CHIPS)
    .map(
      ({ name, path }) =>
        html`<span class="chip chip-root" title=${visibleLine(TEXT.root(name, path))}>
          <span class="codicon codicon-folder" aria-hidden="true"></span
          ><span class="chip-text">${drawVisible(name)}</span>
        </span>`,
    )}${
    further.length === 0
      ? nothing
      : html`<span class="chip" title=${visibleLine(further.map(({ name }) => name).join(", "))}
          >${TEXT.moreRoots(further.length)}</span
        >`
  }`;
}

/** The question before everything is allowed, in place. */
export function drawFullAuto(agree: () => void, cancel: () => void): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  };
  return html`<div class="full-auto" role="group" aria-label=${TEXT.fullAutoQuestion} @keydown=${onKey}>
    <p id="full-auto-text">${TEXT.fullAuto}</p>
    <vscode-button class="full-auto-yes" appearance="primary" aria-describedby="full-auto-text" @click=${agree}
      >${TEXT.fullAutoYes}</vscode-button
    >
    <vscode-button class="full-auto-no" appearance="secondary" @click=${cancel}>${TEXT.cancel}</vscode-button>
  </div>`;
}
