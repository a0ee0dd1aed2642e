import * as z from "zod";
import type { ArtifactAddress, Store } from "../ports/store.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { parseEvent } from "../protocol/events.ts";
import { newSessionId } from "./ids.ts";
import { problemText } from "./journal.ts";

/** Most characters of a file with a session. */
export const MAX_SESSION_FILE = 200_000_000;
/** Most artifacts in a file with a session; what a longer one names besides is left out. */
const MAX_ARTIFACTS = 20_000;

const FORMAT = "toolcall-session";
const ADDRESS = /artifact:\/\/[0-9a-f]{32}/g;

/** One session in a file: its journal and, in base64, what it names of the artifacts. */
const SESSION_FILE = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  session: z.string(),
  journal: z.array(z.string()),
  artifacts: z.record(z.string().regex(/^artifact:\/\/[0-9a-f]{32}$/), z.string()),
  /** Artifacts that were not kept any more. */
  missing: z.array(z.string()),
});

type SessionFile = z.infer<typeof SESSION_FILE>;

/** Why something could not be done, in words for a person. */
export interface FileRefusal {
  readonly problem: string;
}

/** A session as one JSON text. What the store has given up of its artifacts is named as missing. */
export async function exportSession(store: Store, id: string): Promise<{ readonly text: string } | FileRefusal> {
  const journal = await store.journal(id);
  if ("problem" in journal) return { problem: problemText(journal) };
  const named = [...new Set(journal.lines.flatMap((line) => line.match(ADDRESS) ?? []))].slice(0, MAX_ARTIFACTS);
  const artifacts: Record<string, string> = {};
  const missing: string[] = [];
  let chars = journal.lines.reduce((sum, line) => sum + line.length, 0);
  for (const address of named) {
    const bytes = await store.getArtifact(address as ArtifactAddress);
    if ("problem" in bytes) missing.push(address);
    else {
      artifacts[address] = toBase64(bytes);
      chars += bytes.length * BASE64_GROWTH;
    }
    if (chars > MAX_SESSION_FILE) return { problem: `it would have more than ${MAX_SESSION_FILE} characters` };
  }
  const file: SessionFile = {
    format: FORMAT,
    version: 1,
    session: id,
    journal: [...journal.lines],
    artifacts,
    missing,
  };
  return { text: `${JSON.stringify(file, null, 1)}\n` };
}

/** Where an imported session goes. */
export interface ImportPlace {
  readonly store: Store;
  /** Wall time in ms. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Takes a session out of a file under a new id. Every line has to be an event of this version and every artifact has to be
 * what its address says. What a file tells of changed files is left out: undo believes its own journal, and nobody else's.
 */
export async function importSession(
  { store, now, random }: ImportPlace,
  text: string,
): Promise<{ readonly id: string } | FileRefusal> {
  if (text.length > MAX_SESSION_FILE) return { problem: `it has more than ${MAX_SESSION_FILE} characters` };
  const file = parseFile(text);
  if ("problem" in file) return file;
  const id = newSessionId(now(), random);
  const lines: string[] = [];
  for (const [index, line] of file.journal.entries()) {
    const parsed = parseEvent(line);
    if (!parsed.ok)
      return { problem: `line ${index + 1} of its journal is no event of this version: ${parsed.problem}` };
    const event = imported(parsed.event, id);
    if (event !== undefined) lines.push(JSON.stringify(event));
  }
  if (lines.length === 0) return { problem: "its journal is empty" };
  for (const [address, base64] of Object.entries(file.artifacts)) {
    const put = await store.putArtifact(fromBase64(base64));
    if (typeof put !== "string") return { problem: problemText(put) };
    if (put !== address) return { problem: `${address} holds something else than its address says` };
  }
  const problem = await store.append(id, lines, true);
  await store.close(id);
  return problem === undefined ? { id } : { problem: problemText(problem) };
}

/** An event as it goes into the new journal; undefined for one that undo would act on. */
function imported(event: AgentEvent, session: string): AgentEvent | undefined {
  switch (event.kind) {
    case "session-opened":
      return { ...event, session };
    case "snapshot-taken":
    case "file-changed":
    case "file-undone":
    case "file-redone":
      return undefined;
    default:
      return event;
  }
}

function parseFile(text: string): SessionFile | FileRefusal {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "it is not JSON" };
  }
  const parsed = SESSION_FILE.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.slice(0, 2).join(".") ?? "";
  return {
    problem: `it is no exported session of ToolCall${where === "" ? "" : ` (${where})`}: ${issue?.message ?? ""}`,
  };
}

/** Characters of base64 for each byte. */
const BASE64_GROWTH = 4 / 3;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number): string => DIGITS.charAt((bits >> shift) & 63);
    parts.push(digit(18), digit(12), b === undefined ? "=" : digit(6), c === undefined ? "=" : digit(0));
  }
  return parts.join("");
}

const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

/** The bytes of a base64 text; whatever is no digit ends it. */
function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, held, length] = [0, 0, 0];
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) break;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 255;
    bits &= (1 << held) - 1;
  }
  return bytes.subarray(0, length);
}
