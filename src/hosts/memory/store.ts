import type { ArtifactAddress, Store, StoreProblem } from "../../ports/store.ts";

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

/** A store in memory. */
export interface MemoryStore extends Store {
  readonly faults: StoreFaults;
  /** The text of each journal, torn lines included; may be changed. */
  readonly journals: Map<string, string>;
  readonly artifacts: Map<ArtifactAddress, Uint8Array>;
  /** How many appends asked to be synced. */
  readonly syncs: () => number;
}

/** An empty store. Content has the address of its SHA-256 and is kept once; nothing is ever dropped. */
export function createMemoryStore(now: () => number): MemoryStore {
  const faults: StoreFaults = { full: false, tearAfter: undefined, locked: new Set() };
  const journals = new Map<string, string>();
  const modified = new Map<string, number>();
  const artifacts = new Map<ArtifactAddress, Uint8Array>();
  let syncs = 0;
  const append = (session: string, text: string): StoreProblem | undefined => {
    if (faults.locked.has(session)) return { problem: "locked", detail: "another program writes this session" };
    if (faults.full) return { problem: "full", detail: "no space left" };
    const torn = faults.tearAfter !== undefined && text.length > faults.tearAfter;
    const written = torn ? text.slice(0, faults.tearAfter) : text;
    if (torn) faults.tearAfter = undefined;
    journals.set(session, (journals.get(session) ?? "") + written);
    modified.set(session, now());
    return torn ? { problem: "io", detail: "the write broke off" } : undefined;
  };
  return {
    faults,
    journals,
    artifacts,
    syncs: () => syncs,
    append: (session, lines, sync) => {
      if (sync) syncs++;
      return Promise.resolve(append(session, lines.map((line) => `${line}\n`).join("")));
    },
    journal: (session) => {
      const text = journals.get(session);
      if (text === undefined) return Promise.resolve({ problem: "missing", detail: "no such session" });
      const lines = text.split("\n");
      const rest = lines.pop() ?? "";
      return Promise.resolve({ lines, torn: rest !== "" });
    },
    sessions: () =>
      Promise.resolve(
        [...journals].map(([id, text]) => ({ id, bytes: text.length, modified: modified.get(id) ?? now() })),
      ),
    putArtifact: async (bytes) => {
      if (faults.full) return { problem: "full", detail: "no space left" };
      const address = await addressOf(bytes);
      artifacts.set(address, bytes.slice());
      return address;
    },
    getArtifact: (address) =>
      Promise.resolve(artifacts.get(address)?.slice() ?? { problem: "missing", detail: "no such artifact" }),
    close: () => Promise.resolve(),
  };
}

/** `artifact://` and the first 32 hex digits of the SHA-256. */
async function addressOf(bytes: Uint8Array): Promise<ArtifactAddress> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `artifact://${hex}`;
}
