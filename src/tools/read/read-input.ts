import * as z from "zod";

/** Arguments of Read (2.9). Bounds are judged by the tool, whose words say more than a schema's. */
export const READ_INPUT = z.strictObject({
  file_path: z
    .string()
    .min(1)
    .describe("File to read: absolute, or relative to the first workspace folder; or an artifact:// address"),
  offset: z.int().optional().describe("Number of the first line to read, counted from 1"),
  limit: z.int().optional().describe("How many lines to read; 2000 when left out"),
  pages: z.string().optional().describe('Pages of a PDF as images, at most 20: "3", "2-5" or "10-"'),
  max_width: z.int().optional().describe("Most pixels across of an image or PDF page"),
  max_height: z.int().optional().describe("Most pixels down of an image or PDF page"),
  max_tokens: z.int().optional().describe("Most tokens an image may cost, about its pixels divided by 750"),
});

/** Checked arguments of Read. */
export type ReadInput = z.output<typeof READ_INPUT>;

/** What a read asks for: what was left out, empty or 0 is undefined. */
export interface ReadRequest {
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  readonly pages: string | undefined;
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
  readonly maxTokens: number | undefined;
}

/** The request in a read's arguments; a text when a number is negative. */
export function requestOf(input: ReadInput): ReadRequest | string {
  for (const name of ["offset", "limit", "max_width", "max_height", "max_tokens"] as const) {
    const value = input[name];
    if (value !== undefined && value < 0) return `${name} is ${value}: ${MEANINGS[name]}`;
  }
  return {
    offset: given(input.offset),
    limit: given(input.limit),
    pages: input.pages?.trim() === "" ? undefined : input.pages,
    maxWidth: given(input.max_width),
    maxHeight: given(input.max_height),
    maxTokens: given(input.max_tokens),
  };
}

/** Whether a request names a bound for images. */
export function boundsImages({ maxWidth, maxHeight, maxTokens }: ReadRequest): boolean {
  return maxWidth !== undefined || maxHeight !== undefined || maxTokens !== undefined;
}

const MEANINGS = {
  offset: "lines count from 1, pass the number of the first line to read",
  limit: "pass how many lines to read, 1 or more",
  max_width: "pass a number of pixels, 1 or more",
  max_height: "pass a number of pixels, 1 or more",
  max_tokens: "pass a number of tokens, 1 or more",
} as const;

// Callers that have to fill in every argument put 0 where they mean nothing.
function given(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}
