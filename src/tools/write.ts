import * as z from "zod";
import { absolutePath } from "../ports/paths.ts";
import { defineTool } from "../pipeline/tool.ts";
import { changeFiles } from "./edit/change-files.ts";
import { boundedLines, MAX_PREVIEW_DIFF, reportChanges } from "./edit/change-report.ts";
import { prepareWrite } from "./edit/prepare-write.ts";
import { isRefusal } from "./edit/refusal.ts";

const INPUT = z.strictObject({
  file_path: z.string().min(1).describe("File to write; missing folders are made."),
  content: z.string().describe("The whole content of the file."),
});

/** Writes a whole file. */
export const Write = defineTool({
  name: "Write",
  category: "core",
  summary: "Create a file or replace its whole content.",
  description: [
    "Writes the whole content of a file. A file that exists must have been read in this session, and must not have changed",
    "since; it keeps its encoding, byte order mark and, unless the content brings carriage returns, its line ends.",
    "New files are UTF-8. To change parts of a file use Edit or ApplyPatch.",
  ].join(" "),
  effect: "write",
  standalone: false,
  input: INPUT,
  editable: "content",
  resources: (input, host) => [{ kind: "path", path: absolutePath(input.file_path, host.workspace), access: "write" }],
  snapshots: (input, host) => [absolutePath(input.file_path, host.workspace)],
  preview: async (input, host) => {
    const prepared = await prepareWrite(input.file_path, input.content, { host });
    return isRefusal(prepared) ? undefined : boundedLines(reportChanges(prepared.files).diff, MAX_PREVIEW_DIFF);
  },
  run: async (input, context) => {
    const prepared = await prepareWrite(input.file_path, input.content, context);
    return changeFiles(context, prepared, (report) => `Write: ${report.lines.join("\n")}`);
  },
});
