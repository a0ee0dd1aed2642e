import type { TemplateResult } from "lit";
import { html } from "lit";
import type { PanelContext } from "./panel-element.ts";
import { compose } from "./store.ts";
import { STRINGS } from "./strings.ts";

const TEXT = STRINGS.welcome;

/** What an empty panel says: what this is, scripts to try, and how much is allowed. */
export function drawWelcome({ store }: PanelContext): TemplateResult {
  return html`<section class="welcome" aria-label=${TEXT.label}>
    <p class="welcome-what">${TEXT.what}</p>
    <h2 class="welcome-head">${TEXT.tryHead}</h2>
    <ul class="welcome-examples">
      ${TEXT.examples.map(
        ({ title, script }) =>
          html`<li>
            <button class="welcome-example" @click=${() => store.change((data) => compose(data, script, "replace"))}>
              <span class="welcome-title">${title}</span><code class="welcome-script">${script}</code>
            </button>
          </li>`,
      )}
    </ul>
    <p class="welcome-hint">${TEXT.modes}</p>
  </section>`;
}
