import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import type { SessionSummary } from "../../src/protocol/panel-state.ts";
import { drawVisible } from "../rows/draw-pieces.ts";
import { STRINGS } from "../strings.ts";
import { visibleLine } from "../text/visible.ts";
import { TITLE_CHARS } from "../title-chars.ts";
import { aboutSession } from "./session-text.ts";

const TEXT = STRINGS.sessions;

/** How a session of the list stands, and what can be done with it. */
export interface SessionActs {
  readonly now: number;
  readonly isCurrent: boolean;
  readonly doing: "rename" | "delete" | undefined;
  readonly open: () => void;
  readonly begin: (what: "rename" | "delete") => void;
  readonly leave: () => void;
  readonly rename: (title: string) => void;
  readonly exportIt: () => void;
  readonly remove: () => void;
}

/** One session of the list. */
export function drawSession(session: SessionSummary, acts: SessionActs): TemplateResult {
  const { id, problem } = session;
  return html`<li
    class="session ${acts.isCurrent ? "current" : ""} ${problem === undefined ? "" : "damaged"}"
    data-session=${id}
  >
    ${acts.doing === "rename" ? drawRename(session, acts) : drawName(session, acts)}
    ${acts.doing === "delete" ? drawDelete(session, acts) : nothing}
  </li>`;
}

function drawName(session: SessionSummary, acts: SessionActs): TemplateResult {
  const { title, problem } = session;
  const { isCurrent, open, begin, exportIt } = acts;
  return html`<div class="session-row">
    <button
      class="session-open"
      title=${visibleLine(title)}
      aria-current=${isCurrent ? "true" : nothing}
      @click=${open}
    >
      <span class="session-title">${drawVisible(title)}</span>
      <span class="session-about"
        >${isCurrent ? html`<span class="session-current">${TEXT.current}</span> · ` : nothing}${aboutSession(
          session,
          acts.now,
        )}</span
      >
      ${
        problem === undefined
          ? nothing
          : html`<span class="session-problem"
              ><span class="codicon codicon-warning" aria-hidden="true"></span> ${drawVisible(problem)}</span
            >`
      }
    </button>
    <span class="session-acts">
      ${drawAct("edit", TEXT.rename(title), () => begin("rename"))} ${drawAct("export", TEXT.exportIt(title), exportIt)}
      ${drawAct("trash", TEXT.remove(title), () => begin("delete"))}
    </span>
  </div>`;
}

function drawAct(icon: string, label: string, act: () => void): TemplateResult {
  return html`<button
    class="icon-button session-${icon}"
    title=${visibleLine(label)}
    aria-label=${visibleLine(label)}
    @click=${act}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

function drawRename({ title }: SessionSummary, { rename, leave }: SessionActs): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    rename((event.target as HTMLInputElement).value);
  };
  return html`<div class="session-row">
    <input
      class="session-rename"
      aria-label=${TEXT.newName}
      maxlength=${TITLE_CHARS}
      .defaultValue=${title}
      @keydown=${onKey}
      @blur=${leave}
    />
  </div>`;
}

/** The question before a session is deleted, in place; a damaged one says that what can still be read is lost, too. */
function drawDelete({ problem }: SessionSummary, { remove, leave }: SessionActs): TemplateResult {
  return html`<div class="session-confirm" role="group" aria-label=${TEXT.removeQuestion}>
    <p>${TEXT.removeQuestion} ${problem === undefined ? TEXT.removeDetail : TEXT.removeDamaged}</p>
    <vscode-button class="session-remove" appearance="primary" @click=${remove}>${TEXT.removeYes}</vscode-button>
    <vscode-button class="session-keep" appearance="secondary" @click=${leave}>${TEXT.keep}</vscode-button>
  </div>`;
}
