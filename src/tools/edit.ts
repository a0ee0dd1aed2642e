import * as z from "zod";
import { absolutePath } from "../ports/paths.ts";
import { defineTool } from "../pipeline/tool.ts";
import { changeFiles, refusedOutcome } from "./edit/change-files.ts";
import { boundedLines, MAX_PREVIEW_DIFF, reportChanges } from "./edit/change-report.ts";
import { prepareEdit } from "./edit/prepare-edit.ts";
import { isRefusal } from "./edit/refusal.ts";
import type { Refusal } from "./edit/refusal.ts";
import type { Replacement } from "./edit/replace-text.ts";

/** Most edits in one call. */
const MAX_EDITS = 200;

const ONE_EDIT = {
  old_string: z
    .string()
    .describe("Exact text to replace, without line numbers. Line ends match whatever the file has."),
  new_string: z.string().describe("Text to put in its place; may be empty."),
  replace_all: z.boolean().optional().describe("Replace every place instead of exactly one."),
};

const INPUT = z.strictObject({
  file_path: z.string().min(1).describe("File to change."),
  old_string: ONE_EDIT.old_string.optional(),
  new_string: ONE_EDIT.new_string.optional(),
  replace_all: ONE_EDIT.replace_all,
  edits: z
    .array(z.strictObject(ONE_EDIT))
    .min(1)
    .max(MAX_EDITS)
    .optional()
    .describe("Several edits of this file instead of old_string and new_string, in order, all or none."),
});

/** The edits that the arguments ask for. */
function editsOf(input: z.output<typeof INPUT>): readonly Replacement[] | Refusal {
  const { edits, old_string, new_string, replace_all } = input;
  if (edits !== undefined) {
    if (old_string !== undefined || new_string !== undefined || replace_all !== undefined) {
      return { refused: "Give either edits, or old_string and new_string, not both." };
    }
    return edits.map((edit) => ({ old: edit.old_string, new: edit.new_string, all: edit.replace_all === true }));
  }
  if (old_string === undefined || new_string === undefined) {
    return { refused: "Give old_string and new_string, or edits with several of them." };
  }
  return [{ old: old_string, new: new_string, all: replace_all === true }];
}

/** Replaces exact text in one file. */
export const Edit = defineTool({
  name: "Edit",
  category: "core",
  summary: "Change a file by replacing exact text in it.",
  description: [
    "Replaces old_string by new_string in a file. old_string must be in the file exactly once, or replace_all must be set.",
    "Encoding, byte order mark, line ends and everything outside the change stay as they are. A file that was changed since",
    "it was read is refused with the difference. With edits, all of them are made or none.",
  ].join(" "),
  effect: "write",
  standalone: false,
  input: INPUT,
  editable: "new_string",
  resources: (input, host) => [{ kind: "path", path: absolutePath(input.file_path, host.workspace), access: "write" }],
  snapshots: (input, host) => [absolutePath(input.file_path, host.workspace)],
  preview: async (input, host) => {
    const edits = editsOf(input);
    const prepared = isRefusal(edits) ? edits : await prepareEdit(input.file_path, edits, { host });
    return isRefusal(prepared) ? undefined : boundedLines(reportChanges(prepared.files).diff, MAX_PREVIEW_DIFF);
  },
  run: async (input, context) => {
    const edits = editsOf(input);
    if (isRefusal(edits)) return refusedOutcome(edits);
    const prepared = await prepareEdit(input.file_path, edits, context);
    return changeFiles(context, prepared, (report, { notes }) =>
      [`Edit: ${report.lines.join("\n")}`, ...notes].join("\n"),
    );
  },
});
