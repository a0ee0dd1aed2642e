import * as z from "zod";
import type { Host } from "../ports/host.ts";
import { absolutePath } from "../ports/paths.ts";
import { defineTool } from "../pipeline/tool.ts";
import { changeFiles, refusedOutcome } from "./edit/change-files.ts";
import { boundedLines, MAX_PREVIEW_DIFF, reportChanges } from "./edit/change-report.ts";
import { MAX_SECTIONS, parsePatch } from "./edit/patch/parse-patch.ts";
import { pathsOf } from "./edit/patch/patch.ts";
import { preparePatch } from "./edit/patch/prepare-patch.ts";
import { isRefusal } from "./edit/refusal.ts";

/** The longest patch, in characters. */
const MAX_PATCH_CHARS = 4_000_000;

const INPUT = z.strictObject({
  patch: z.string().max(MAX_PATCH_CHARS).describe('The patch, from "*** Begin Patch" to "*** End Patch".'),
});

/** The paths that a patch writes to, parsed from the very text that is applied (report 50); none when it cannot be read. */
function patchedPaths(patch: string, { workspace }: Host): readonly string[] {
  const sections = parsePatch(patch);
  const paths = isRefusal(sections) ? [] : sections.flatMap(pathsOf);
  return [...new Set(paths.map((path) => absolutePath(path, workspace)))];
}

/** Applies one patch to many files, all or none. */
export const ApplyPatch = defineTool({
  name: "ApplyPatch",
  category: "core",
  summary: "Add, change, move and delete several files in one patch that is applied whole or not at all.",
  description: [
    "Applies a patch. Its first line is *** Begin Patch, its last *** End Patch; between them stand sections:",
    '"*** Add File: PATH" with lines that begin with +; "*** Delete File: PATH"; "*** Update File: PATH", then if wanted',
    '"*** Move to: PATH", then hunks. A hunk begins with "@@", or "@@ TEXT" to look below a line that is or begins with TEXT;',
    "its lines begin with a blank (stays), - (removed) or + (added). Give about three lines that stay around each change:",
    'a hunk must fit one place, or the one whose first line "@@ -N +N @@" names. *** End of File after a hunk ties it to the end.',
    `A patch has at most ${MAX_SECTIONS} sections. Encoding, line ends and all other lines stay as they are.`,
  ].join("\n"),
  effect: "write",
  standalone: false,
  input: INPUT,
  editable: "patch",
  refuse({ patch }) {
    const sections = parsePatch(patch);
    return isRefusal(sections) ? sections.refused : undefined;
  },
  resources: ({ patch }, host) => patchedPaths(patch, host).map((path) => ({ kind: "path", path, access: "write" })),
  snapshots: ({ patch }, host) => patchedPaths(patch, host),
  preview: async ({ patch }, host) => {
    const sections = parsePatch(patch);
    const prepared = isRefusal(sections) ? sections : await preparePatch(sections, { host });
    return isRefusal(prepared) ? undefined : boundedLines(reportChanges(prepared.files).diff, MAX_PREVIEW_DIFF);
  },
  run: async ({ patch }, context) => {
    const sections = parsePatch(patch);
    if (isRefusal(sections)) return refusedOutcome(sections);
    const prepared = await preparePatch(sections, context);
    return changeFiles(context, prepared, (report, { notes }) => ["ApplyPatch:", ...report.lines, ...notes].join("\n"));
  },
});
