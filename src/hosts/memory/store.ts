import { utf8Length } from "../../base/utf8.ts";
import type { ArtifactAddress, JournalText, Store, StoreProblem } from "../../ports/store.ts";

/** The digest that every host has; the layers below the hosts see no host's types. */
declare const crypto: {
  readonly subtle: { readonly digest: (algorithm: string, bytes: Uint8Array) => Promise<ArrayBuffer> };
};

/** What can be made to go wrong; change it at any time. */
export interface StoreFaults {
  /** Appends and artifacts answer `full`. */
  full: boolean;
  /** The next append that reaches this many characters of its text leaves the rest unwritten and answers `io`. */
  tearAfter: number | undefined;
  /** Sessions that another writer has. */
  readonly locked: Set<string>;
}

/** What stores in memory hold; several may share it, as windows on one machine do. */
export interface StoreContent {
  /** The text of each journal, torn lines included; may be changed. */
  readonly journals: Map<string, string>;
  readonly modified: Map<string, number>;
  /** Who writes each session. */
  readonly writers: Map<string, object>;
  readonly artifacts: Map<ArtifactAddress, Uint8Array>;
}

/** A store in memory. */
export interface MemoryStore extends Store, StoreContent {
  readonly faults: StoreFaults;
  /** How many appends asked to be synced. */
  readonly syncs: () => number;
}

/** Nothing stored yet. */
export function createStoreContent(): StoreContent {
  return { journals: new Map(), modified: new Map(), writers: new Map(), artifacts: new Map() };
}

/** A store on some content. Artifacts have the address of their SHA-256 and are kept once; nothing is ever dropped. */
export function createMemoryStore(now: () => number, content: StoreContent = createStoreContent()): MemoryStore {
  const faults: StoreFaults = { full: false, tearAfter: undefined, locked: new Set() };
  const { journals, modified, writers, artifacts } = content;
  const self = {};
  let syncs = 0;
  const append = (session: string, text: string): StoreProblem | undefined => {
    if (faults.locked.has(session) || (writers.get(session) ?? self) !== self) {
      return { problem: "locked", detail: "another program writes this session" };
    }
    if (faults.full) return { problem: "full", detail: "no space left" };
    writers.set(session, self);
    const torn = faults.tearAfter !== undefined && text.length > faults.tearAfter;
    const written = torn ? text.slice(0, faults.tearAfter) : text;
    if (torn) faults.tearAfter = undefined;
    journals.set(session, (journals.get(session) ?? "") + written);
    modified.set(session, now());
    return torn ? { problem: "io", detail: "the write broke off" } : undefined;
  };
  return {
    ...content,
    faults,
    syncs: () => syncs,
    append: (session, lines, sync) => {
      if (sync) syncs++;
      return Promise.resolve(append(session, lines.map((line) => `${line}\n`).join("")));
    },
    journal: (session) => Promise.resolve(journalOf(journals.get(session))),
    sessions: () =>
      Promise.resolve(
        [...journals].map(([id, text]) => ({ id, bytes: utf8Length(text), modified: modified.get(id) ?? now() })),
      ),
    putArtifact: async (bytes) => {
      if (faults.full) return { problem: "full", detail: "no space left" };
      const address = await addressOf(bytes);
      artifacts.set(address, bytes.slice());
      return address;
    },
    getArtifact: (address) =>
      Promise.resolve(artifacts.get(address)?.slice() ?? { problem: "missing", detail: "no such artifact" }),
    close: (session) => {
      if (writers.get(session) === self) writers.delete(session);
      return Promise.resolve();
    },
  };
}

function journalOf(text: string | undefined): JournalText | StoreProblem {
  if (text === undefined) return { problem: "missing", detail: "no such session" };
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  return { lines, torn: rest !== "" };
}

/** `artifact://` and the first 32 hex digits of the SHA-256. */
async function addressOf(bytes: Uint8Array): Promise<ArtifactAddress> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `artifact://${hex}`;
}
