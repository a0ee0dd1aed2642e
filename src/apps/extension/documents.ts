import { isArtifactAddress, readText } from "../../agent/artifacts.ts";
import { readSession } from "../../agent/recover.ts";
import type { Store } from "../../ports/store.ts";
import type { Entry, View } from "../../protocol/view.ts";
import type { Document } from "./editor.ts";
import { findEntry } from "./find-entry.ts";
import type { Words } from "./words.ts";

/** Most characters that an editor gets of one text: VS Code shows no larger ones with comfort. */
export const DOCUMENT_CHARS = 20_000_000;
/** Texts that stand in no store, such as proposals, which are kept while their editors may be open. */
const MAX_PUT = 64;

/** What documents are read from. */
export interface DocumentSource {
  readonly store: () => Promise<Store>;
  /** The session that is shown. */
  readonly shown: () => { readonly id: string | undefined; readonly view: View };
  readonly words: Words;
}

/** The texts behind the extension's read-only documents. */
export interface Documents {
  /** Keeps a text that stands in no store. */
  readonly put: (document: Document, text: string) => void;
  /** The text of a document; a sentence about why it is not there, when it is not. Never rejects. */
  readonly text: (document: Document) => Promise<string>;
}

/** Documents of the sessions of a window. */
export function createDocuments({ store, shown, words }: DocumentSource): Documents {
  const put = new Map<string, string>();
  const viewOf = async (session: string): Promise<View | string> => {
    const current = shown();
    if (session === current.id) return current.view;
    const read = await readSession(await store(), session);
    return "problem" in read ? read.message : read.view;
  };
  const text = async (document: Document): Promise<string> => {
    const { session, of, part } = document;
    if (part === "missing") return "";
    if (part === "kept") return kept(await store(), of, words);
    if (part !== "output" && part !== "input") {
      return put.get(keyOf(document)) ?? words("not-kept");
    }
    const view = await viewOf(session);
    if (typeof view === "string") return view;
    const entry = findEntry(view, of);
    if (entry === undefined) return words("not-in-session", of, session);
    return part === "input" ? inputOf(entry) : outputOf(entry, await store(), words);
  };
  return {
    put(document, content) {
      const key = keyOf(document);
      put.delete(key);
      put.set(key, content);
      for (const oldest of put.keys()) {
        if (put.size <= MAX_PUT) break;
        put.delete(oldest);
      }
    },
    text: async (document) => {
      try {
        return bounded(await text(document), words);
      } catch (error) {
        return String(error);
      }
    },
  };
}

function keyOf({ session, of, part, name }: Document): string {
  return JSON.stringify([session, of, part, name]);
}

function bounded(text: string, words: Words): string {
  if (text.length <= DOCUMENT_CHARS) return text;
  return `${text.slice(0, DOCUMENT_CHARS)}\n… ${words("document-cut", text.length - DOCUMENT_CHARS)}\n`;
}

async function kept(store: Store, address: string, words: Words): Promise<string> {
  if (!isArtifactAddress(address)) return words("no-address", address);
  const found = await readText(store, address);
  return found.ok ? found.text : found.message;
}

/** The whole result of a call or envelope: what the store keeps, else what the event says. */
export async function outputOf(entry: Entry, store: Store, words: Words): Promise<string> {
  if (entry.kind === "message") {
    const { artifact, text } = entry;
    if (artifact === undefined || !isArtifactAddress(artifact)) return text;
    const whole = await readText(store, artifact);
    return whole.ok ? whole.text : `${whole.message}\n\n${text}`;
  }
  const { settled } = entry;
  if (settled === undefined) return words("not-ended");
  const { artifact, preview, chars } = settled;
  if (artifact !== undefined && isArtifactAddress(artifact)) {
    const found = await readText(store, artifact);
    return found.ok ? found.text : `${found.message}\n\n${preview}`;
  }
  return chars > preview.length ? `${preview}\n\n${words("rest-not-kept")}` : preview;
}

/** What a call or envelope was given: the script, or the arguments as JSON, as far as events keep them. */
export function inputOf(entry: Entry): string {
  if (entry.kind === "message") return entry.text;
  if (entry.kind === "envelope") return entry.opened.expression;
  return entry.args === undefined ? "" : JSON.stringify(entry.args, null, 2);
}
