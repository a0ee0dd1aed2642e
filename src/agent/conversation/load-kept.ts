import { decodeUtf8 } from "../../base/utf8.ts";
import type { Store } from "../../ports/store.ts";
import { isArtifactAddress } from "../artifacts.ts";

/** Reads kept content; undefined when it is not there any more. */
export interface LoadKept {
  readonly text: (address: string) => Promise<string | undefined>;
  readonly bytes: (address: string) => Promise<Uint8Array | undefined>;
}

/** Bytes of content that stay in memory. */
const MAX_CACHED_BYTES = 33_554_432;

/** Reads from the store; what was read lately stays in memory, so that a round does not read it all again. */
export function createLoadKept(store: Store): LoadKept {
  const cache = new Map<string, Uint8Array>();
  let cached = 0;
  const bytes = async (address: string): Promise<Uint8Array | undefined> => {
    const known = cache.get(address);
    if (known !== undefined) return known;
    const found = isArtifactAddress(address) ? await store.getArtifact(address) : undefined;
    if (found === undefined || "problem" in found) return undefined;
    cache.set(address, found);
    cached += found.length;
    for (const [oldest, content] of cache) {
      if (cached <= MAX_CACHED_BYTES) break;
      cache.delete(oldest);
      cached -= content.length;
    }
    return found;
  };
  return {
    bytes,
    text: async (address) => {
      const found = await bytes(address);
      return found === undefined ? undefined : decodeUtf8(found);
    },
  };
}
