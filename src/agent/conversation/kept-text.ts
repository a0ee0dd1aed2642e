import { encodeUtf8 } from "../../base/utf8.ts";
import { headAndTail } from "../../pipeline/present.ts";
import type { Store } from "../../ports/store.ts";
import { headOf, MESSAGE_CHARS } from "../../protocol/bounds.ts";

/** A text as an event holds it. */
export interface KeptText {
  readonly text: string;
  readonly artifact?: string;
}

/** Keeps a text of the conversation: in its event, or as an artifact where it is too long. Without room its middle is lost. */
export async function keepText(store: Store, text: string): Promise<KeptText> {
  if (text.length <= MESSAGE_CHARS) return { text };
  const artifact = await store.putArtifact(encodeUtf8(text));
  // Room for the line between head and tail.
  if (typeof artifact !== "string") return { text: headAndTail(text, MESSAGE_CHARS - 100) };
  return { text: headOf(text, MESSAGE_CHARS), artifact };
}
