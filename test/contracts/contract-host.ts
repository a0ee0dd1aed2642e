import type { Host } from "../../src/ports/host.ts";
import type { FixtureEntry } from "../../src/hosts/memory/file-tree.ts";

/** What a contract puts under the root before it looks: path relative to the root → content. */
export type ContractFiles = Readonly<Record<string, FixtureEntry>>;

/** A host under contract, with a folder of its own. */
export interface ContractHost {
  readonly host: Host;
  /** Absolute path of an otherwise empty folder that holds the files asked for. */
  readonly root: string;
  /** A second host on the same storage, where there can be one: another window on the same machine. */
  readonly other?: () => Host;
  readonly dispose: () => Promise<void>;
}

/** Makes a host whose root holds these files. A link's target is absolute or relative to the link's folder. */
export type MakeHost = (files?: ContractFiles) => Promise<ContractHost>;

/** Makes a host for one test and lets go of it afterwards, however the test ends. */
export async function withHost(
  make: MakeHost,
  files: ContractFiles,
  work: (made: ContractHost) => Promise<void>,
): Promise<void> {
  const made = await make(files);
  try {
    await work(made);
  } finally {
    await made.dispose();
  }
}

/** The text that bytes spell, or the problem itself, for comparison. */
export function textOf(answer: Uint8Array | object): unknown {
  return answer instanceof Uint8Array ? new TextDecoder().decode(answer) : answer;
}

/** The bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
