import { createHash, randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { ArtifactAddress, StoreProblem } from "../../../ports/store.ts";
import { storeProblem, toStoreProblem } from "./store-problem.ts";
import { makeFolders } from "../files/make-folders.ts";

/** Most bytes of artifacts that are kept. */
export const MAX_ARTIFACT_BYTES = 1024 * 1024 * 1024;

/** Artifacts that were named within this time are never removed. */
export const KEPT_DAYS = 30;

/** Of what a put needs, this part of the quota is made free as well, so that not every put has to make room. */
const EXTRA_ROOM = 0.1;

const DAY_MS = 24 * 60 * 60 * 1000;
const SCHEME = "artifact://";
const DIGITS = 32;

/** How artifacts are kept. */
export interface ArtifactsOptions {
  readonly folder: string;
  readonly maxBytes?: number;
  readonly keptDays?: number;
  /** Addresses that sessions which are open right now name, here or in other programs. */
  readonly named: () => Promise<ReadonlySet<string>>;
}

/** Content by its own address, within a quota. */
export interface Artifacts {
  readonly put: (bytes: Uint8Array) => Promise<ArtifactAddress | StoreProblem>;
  readonly get: (address: ArtifactAddress) => Promise<Uint8Array | StoreProblem>;
  /** Marks artifacts as used now. */
  readonly touch: (addresses: Iterable<string>) => Promise<void>;
}

/** The addresses that a text names. */
export function addressesIn(text: string): readonly string[] {
  return text.includes(SCHEME) ? (text.match(/artifact:\/\/[0-9a-f]{32}/g) ?? []) : [];
}

/** What is known of one stored artifact. */
interface Stored {
  readonly path: string;
  readonly address: string;
  readonly size: number;
  readonly used: number;
}

/** Keeps artifacts in a folder, each in a file named after its content. */
export function createArtifacts(options: ArtifactsOptions): Artifacts {
  const maxBytes = options.maxBytes ?? MAX_ARTIFACT_BYTES;
  let total: number | undefined;
  const makeRoom = async (needed: number): Promise<StoreProblem | undefined> => {
    total ??= sum(await storedIn(options.folder));
    if (total + needed <= maxBytes) return undefined;
    // Other programs put and remove, too: count anew.
    const stored = await storedIn(options.folder);
    total = sum(stored);
    const removed = await evict(stored, total + needed - maxBytes * (1 - EXTRA_ROOM), options);
    total -= removed;
    if (total + needed <= maxBytes) return undefined;
    return storeProblem(
      "full",
      `artifacts take ${total} of ${maxBytes} bytes, and everything old enough to go has gone; ${needed} more do not fit`,
    );
  };
  return {
    put: async (bytes) => {
      const digits = digitsOf(bytes);
      const address: ArtifactAddress = `${SCHEME}${digits}`;
      try {
        if (await isStored(options.folder, digits, bytes.length)) return address;
        const refusal = await makeRoom(bytes.length);
        if (refusal) return refusal;
        await store(options.folder, digits, bytes);
        total = (total ?? 0) + bytes.length;
        return address;
      } catch (error) {
        return toStoreProblem(error);
      }
    },
    get: (address) => load(options.folder, address),
    touch: async (addresses) => {
      const now = new Date();
      for (const address of addresses) {
        await utimes(pathOf(options.folder, address.slice(SCHEME.length)), now, now).catch(() => undefined);
      }
    },
  };
}

function digitsOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, DIGITS);
}

function pathOf(folder: string, digits: string): string {
  return join(folder, digits.slice(0, 2), digits);
}

/** Whether the content is there already; then it is used now. */
async function isStored(folder: string, digits: string, size: number): Promise<boolean> {
  const path = pathOf(folder, digits);
  const facts = await stat(path).catch(() => undefined);
  if (facts?.size !== size) return false;
  await utimes(path, new Date(), new Date()).catch(() => undefined);
  return true;
}

async function store(folder: string, digits: string, bytes: Uint8Array): Promise<void> {
  const path = pathOf(folder, digits);
  const temporary = join(folder, `.${digits}.${randomBytes(6).toString("hex")}.tmp`);
  await makeFolders(join(folder, digits.slice(0, 2)), 0o700);
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    // A journal will name it, so it must not be lost when the journal is not.
    await handle.datasync();
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function load(folder: string, address: string): Promise<Uint8Array | StoreProblem> {
  const digits = address.slice(SCHEME.length);
  if (!address.startsWith(SCHEME) || !/^[0-9a-f]{32}$/.test(digits)) {
    return storeProblem("missing", `an address is ${SCHEME} and ${DIGITS} hexadecimal digits: ${address.slice(0, 80)}`);
  }
  try {
    const path = pathOf(folder, digits);
    const bytes = await readFile(path);
    if (digitsOf(bytes) !== digits) return storeProblem("io", `the stored content of ${address} is damaged`);
    await utimes(path, new Date(), new Date()).catch(() => undefined);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    return toStoreProblem(error);
  }
}

async function storedIn(folder: string): Promise<readonly Stored[]> {
  const stored: Stored[] = [];
  for (const group of await readdir(folder).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(group)) continue;
    const names = await readdir(join(folder, group)).catch(() => []);
    for (const name of names) {
      const path = join(folder, group, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts) stored.push({ path, address: SCHEME + name, size: facts.size, used: facts.mtimeMs });
    }
  }
  return stored;
}

function sum(stored: readonly Stored[]): number {
  return stored.reduce((total, { size }) => total + size, 0);
}

/** Removes what was used longest ago until `wanted` bytes are free; how many are. */
async function evict(stored: readonly Stored[], wanted: number, options: ArtifactsOptions): Promise<number> {
  const oldest = Date.now() - (options.keptDays ?? KEPT_DAYS) * DAY_MS;
  const named = await options.named();
  let freed = 0;
  for (const { path, address, size, used } of stored.toSorted((a, b) => a.used - b.used)) {
    if (freed >= wanted || used > oldest) break;
    if (named.has(address)) continue;
    await unlink(path).then(
      () => (freed += size),
      () => undefined,
    );
  }
  return freed;
}
