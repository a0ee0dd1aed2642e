import { decodeUtf8 } from "../base/utf8.ts";
import type { ArtifactAddress, Store } from "../ports/store.ts";
import { problemText } from "./journal.ts";

/** A kept text, or a sentence that says why it is not there. */
export type KeptText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Reads back a long result that the store keeps. */
export async function readText(store: Store, address: ArtifactAddress): Promise<KeptText> {
  const bytes = await store.getArtifact(address);
  if (!("problem" in bytes)) return { ok: true, text: decodeUtf8(bytes) };
  const message =
    bytes.problem === "missing"
      ? `${address} is no longer kept: the store has a quota, and the longest unused content goes first`
      : `${address}: ${problemText(bytes)}`;
  return { ok: false, message };
}

/** Whether a text is an artifact's address. */
export function isArtifactAddress(text: string): text is ArtifactAddress {
  return /^artifact:\/\/[0-9a-f]{32}$/u.test(text);
}
