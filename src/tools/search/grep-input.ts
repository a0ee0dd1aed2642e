import * as z from "zod";
import { MAX_CONTEXT, MAX_OFFSET } from "./search-limits.ts";

const context = z.int().min(0).max(MAX_CONTEXT).optional();

/** Arguments of Grep (2.9), named as ripgrep's users know them. */
export const GREP_INPUT = z.strictObject({
  pattern: z.string().min(1).describe("Regular expression to search for, in ripgrep's syntax"),
  path: z
    .string()
    .optional()
    .describe("File or folder to search, or an artifact:// address; the whole workspace when left out"),
  glob: z
    .string()
    .optional()
    .describe('Only files that this glob matches, such as "*.ts" or "src/**/*.{js,ts}"; "!" excludes'),
  output_mode: z
    .enum(["files_with_matches", "content", "count"])
    .optional()
    .describe("files_with_matches (default): paths; content: the lines themselves; count: path:count for each file"),
  head_limit: z.int().min(0).optional().describe("Most lines of output; 250 when left out, 0 for no limit"),
  offset: z.int().min(0).max(MAX_OFFSET).optional().describe("Lines of output to skip first"),
  context: context.describe("Lines to show before and after each match, content only"),
  "-A": context.describe("Lines to show after each match, content only"),
  "-B": context.describe("Lines to show before each match, content only"),
  "-C": context.describe("The same as context"),
  "-i": z.boolean().optional().describe("Ignore case"),
  "-n": z.boolean().optional().describe("Number the lines, content only; true when left out"),
  type: z.string().optional().describe("Only files of this ripgrep type, such as ts, py or rust"),
  multiline: z.boolean().optional().describe("Let the pattern match across lines, and . match line ends"),
});

/** Checked arguments of Grep. */
export type GrepInput = z.output<typeof GREP_INPUT>;
