/** One line of a hunk: kept, removed or added. */
export interface HunkLine {
  readonly kind: "keep" | "remove" | "add";
  readonly text: string;
}

/** Lines to find in a file and what becomes of them. */
export interface Hunk {
  /** Line of the patch at which it begins, from 1. */
  readonly line: number;
  /** Lines to find first, one after the other, from `@@ TEXT`. */
  readonly anchors: readonly string[];
  /** Line of the file, from 1, when the patch names one as unified diffs do; only decides between equal places. */
  readonly hint?: number;
  readonly lines: readonly HunkLine[];
  /** Its last line is the last of the file (`*** End of File`). */
  readonly atEnd: boolean;
}

/** One section of a patch. */
export type PatchSection =
  | { readonly kind: "add"; readonly path: string; readonly line: number; readonly lines: readonly string[] }
  | { readonly kind: "delete"; readonly path: string; readonly line: number }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly line: number;
      readonly moveTo?: string;
      readonly hunks: readonly Hunk[];
    };

/** The paths that a section writes to, as the patch spells them. */
export function pathsOf(section: PatchSection): readonly string[] {
  return section.kind === "update" && section.moveTo !== undefined ? [section.path, section.moveTo] : [section.path];
}
