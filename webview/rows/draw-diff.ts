import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { STRINGS } from "../strings.ts";
import { boundLines } from "../text/bounded-lines.ts";
import type { DiffLine } from "../text/diff.ts";
import { diffLines } from "../text/diff.ts";
import { shortPath } from "./describe.ts";
import type { Drawing } from "./drawing.ts";
import { follow, tabIndexIn } from "./drawing.ts";
import { drawVisible } from "./draw-pieces.ts";
import type { Item } from "./items.ts";

/** Lines of a diff that are drawn; the native diff editor has the rest. */
const DIFF_LINES = 200;
/** UTF-16 units of one line of a diff. */
const DIFF_LINE_CHARS = 500;

const SIGNS: Readonly<Partial<Record<DiffLine["kind"], string>>> = { added: "+", removed: "−", same: " " };

/** A diff: a heading for each file, lines with sign and number. */
export function drawDiff(text: string, item: Item, drawing: Drawing): TemplateResult {
  const { lines, total } = boundLines(text, { most: DIFF_LINES, chars: DIFF_LINE_CHARS });
  const bounded = lines.map((line) => (line.missing === 0 ? line.text : `${line.text}…`)).join("\n");
  return html`<div class="diff" role="group" aria-label=${STRINGS.changes}>
    ${diffLines(bounded)
      .filter(isShown)
      .map((line) => drawDiffLine(line, item, drawing))}
    ${drawFurther(bounded, item)}
    ${
      total > lines.length
        ? html`<div class="diff-line note">${STRINGS.moreLines(total - lines.length)}</div>`
        : nothing
    }
  </div>`;
}

/** Files that were changed as well and of which the diff has no room. */
function drawFurther(text: string, item: Item): TemplateResult | typeof nothing {
  const count = item.kind === "row" ? item.call?.settled?.renderData?.["fileCount"] : undefined;
  const shown = diffLines(text).filter(({ kind }) => kind === "file").length;
  if (typeof count !== "number" || count <= shown) return nothing;
  return html`<div class="diff-line file">${STRINGS.moreFiles(count - shown)}</div>`;
}

/** Where a hunk begins is only said between two of them, or when it says within what it is. */
function isShown(line: DiffLine, at: number, all: readonly DiffLine[]): boolean {
  return line.kind !== "hunk" || line.text !== "" || (at > 0 && all[at - 1]?.kind !== "file");
}

function drawDiffLine(line: DiffLine, item: Item, drawing: Drawing): TemplateResult {
  const { kind, text, path, before, after } = line;
  if (kind === "file") return html`<div class="diff-line file">${drawHeading(text, path, item, drawing)}</div>`;
  const sign = SIGNS[kind];
  if (sign === undefined) return html`<div class="diff-line ${kind}">${drawVisible(text === "" ? "⋯" : text)}</div>`;
  return html`<div class="diff-line ${kind}">
    <span class="line-number" data-number=${after ?? before ?? ""}></span><span class="diff-sign">${sign}</span
    ><span class="line-text">${drawVisible(text)}</span>
  </div>`;
}

function drawHeading(text: string, path: string | undefined, item: Item, drawing: Drawing): TemplateResult {
  const shown = shortPath(text, drawing.roots);
  if (path === undefined) return html`${drawVisible(shown)}`;
  const open = (): void => follow(drawing, { kind: "file", path });
  return html`<button class="link-button" tabindex=${tabIndexIn(drawing, item)} @click=${open}>
    ${drawVisible(shown)}
  </button>`;
}
