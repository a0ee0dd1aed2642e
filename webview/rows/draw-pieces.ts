import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { ansiSpans, hasEscapes } from "../text/ansi.ts";
import type { Token } from "../text/highlight.ts";
import { visiblePieces } from "../text/visible.ts";

/** Something that a template takes as a child. */
export type Drawn = TemplateResult | typeof nothing | string | readonly Drawn[];

/** A text in which nothing hides: odd characters are shown with their codes. */
export function drawVisible(text: string): Drawn {
  const pieces = visiblePieces(text);
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === "string") return first;
  return pieces.map((piece) =>
    typeof piece === "string"
      ? piece
      : html`<span class="odd-character" title="${piece.code}, ${piece.name}">${piece.code}</span>`,
  );
}

/** A line of an output, with the colours that its escape sequences give it. */
export function drawOutput(text: string): Drawn {
  if (!hasEscapes(text)) return drawVisible(text);
  return ansiSpans(text).map((span) => drawSpan(span));
}

/** A line in the colours of its language. */
export function drawTokens(tokens: readonly Token[]): Drawn {
  return tokens.map((token) => drawSpan(token));
}

function drawSpan({ text, classes }: { readonly text: string; readonly classes: string }): Drawn {
  return classes === "" ? drawVisible(text) : html`<span class=${classes}>${drawVisible(text)}</span>`;
}
