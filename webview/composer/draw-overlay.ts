import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import type { Token } from "../text/highlight.ts";
import type { BracketMarks } from "./marked-pieces.ts";
import { markedPieces } from "./marked-pieces.ts";

/** UTF-16 units of a script that is coloured while it is typed; a longer one is plain. */
export const OVERLAY_CHARS = 12_000;

/** The text of the composer in colours, to lie under the field that it is typed into: same text, same places. */
export function drawOverlay(
  text: string,
  lines: readonly (readonly Token[])[] | undefined,
  marks: BracketMarks,
): TemplateResult {
  const tokens = lines?.flatMap((line, at): readonly Token[] =>
    at === 0 ? line : [{ text: "\n", classes: "" }, ...line],
  );
  const drawn = markedPieces(text, tokens, marks).map((piece) =>
    piece.classes === "" ? piece.text : html`<span class=${piece.classes}>${piece.text}</span>`,
  );
  // A break at the end has a line of its own in the field, and would have none here.
  const rest = text.endsWith("\n") ? "\u200b" : nothing;
  return html`<pre class="composer-overlay" aria-hidden="true">${drawn}${rest}</pre>`;
}
