import { encodeUtf8 } from "../base/utf8.ts";
import type { ArtifactAddress, Store } from "../ports/store.ts";
import { headOf, tailOf } from "../protocol/bounds.ts";
import type { Settled } from "./call.ts";

/** Characters of a result above which it is stored and replaced by a preview, whatever its tool says (2.9). */
export const RESULT_CHARS = 50_000;
/** Characters of the preview that stands for a stored result: half from its head, half from its tail (2.9). */
export const RESULT_PREVIEW_CHARS = 2_000;
/** Characters of everything that hooks add to one result. */
export const HOOK_CONTEXT_CHARS = 20_000;

/** A text on its way to whoever reads the outermost result, with the address of all of it when that is more. */
export interface Projection {
  readonly text: string;
  readonly artifact?: ArtifactAddress;
}

/** What is to be projected. `limit` is the tool's own, in characters; `artifact` is set when the text is stored already. */
export interface Projected {
  readonly text: string;
  readonly failed: boolean;
  readonly limit?: number;
  readonly artifact?: ArtifactAddress;
}

/**
 * A result as its outermost reader gets it (R218): as it is up to the limit; above it, a success is stored and
 * replaced by its head and tail with the address, an error is cut. Never applied to what a script gets.
 */
export async function projectResult(result: Projected, store: Store): Promise<Projection> {
  const known = result.artifact === undefined ? {} : { artifact: result.artifact };
  if (result.failed || result.text.length <= limitOf(result)) return { text: projectedText(result), ...known };
  const artifact = result.artifact ?? (await store.putArtifact(encodeUtf8(result.text)));
  if (typeof artifact !== "string") {
    const why = `The output has ${result.text.length} characters, too many to give in full, and could not be saved (${artifact.detail}).`;
    return { text: `${why}\n\n${headAndTail(result.text, RESULT_PREVIEW_CHARS)}` };
  }
  return { text: projectedText({ ...result, artifact }), artifact };
}

/** A result as its outermost reader gets it, when it has been or would be stored; without an address, with one as long. */
export function projectedText(result: Projected): string {
  const { text, failed, artifact = ANY_ADDRESS } = result;
  const limit = limitOf(result);
  if (text.length <= limit) return text;
  return failed ? headAndTail(text, limit) : persistedOutput(text, artifact);
}

const ANY_ADDRESS: ArtifactAddress = `artifact://${"0".repeat(32)}`;

function limitOf({ limit = RESULT_CHARS }: Projected): number {
  return Math.min(limit, RESULT_CHARS);
}

function persistedOutput(text: string, address: ArtifactAddress): string {
  return [
    "<persisted-output>",
    `Output too large (${text.length} chars). Full output saved to: ${address}`,
    "",
    `Read a part of it with Read(file_path="${address}", offset=1, limit=200), or find lines in it with Grep(pattern="...", path="${address}").`,
    "",
    "Preview (head and tail):",
    headAndTail(text, RESULT_PREVIEW_CHARS),
    "</persisted-output>",
  ].join("\n");
}

/** The head and the tail of a text, equally long, with the exact number of characters between them that are left out. */
export function headAndTail(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const head = headOf(text, Math.ceil(chars / 2));
  const tail = tailOf(text, Math.floor(chars / 2));
  return `${head}\n... [${text.length - head.length - tail.length} chars omitted] ...\n${tail}`;
}

/** What hooks, repair and the person had to say, as it follows on the result (2.11); empty when they said nothing. */
export function sideNotes({ contexts, repair, edited }: Pick<Settled, "contexts" | "repair" | "edited">): string {
  const reminders = [repair, edited].flatMap((note) =>
    note === undefined ? [] : [`<system-reminder>${note}</system-reminder>`],
  );
  return [hookContext(contexts), ...reminders].filter((note) => note !== "").join("\n");
}

/** Context of hooks in order, each with its event and, for a script's child, its call (R205, A47). Bounded. */
export function hookContext(
  contexts: readonly { readonly event: string; readonly text: string; readonly callId?: string }[],
): string {
  if (contexts.length === 0) return "";
  let left = HOOK_CONTEXT_CHARS;
  const lines: string[] = [];
  for (const { event, text, callId } of contexts) {
    if (left <= 0) {
      lines.push(`... [${contexts.length - lines.length} more left out]`);
      break;
    }
    const shown = headAndTail(text, left);
    left -= text.length;
    lines.push(`<hook-event name="${event}"${callId === undefined ? "" : ` call="${callId}"`}>${shown}</hook-event>`);
  }
  return ["<hook-context>", ...lines, "</hook-context>"].join("\n");
}
