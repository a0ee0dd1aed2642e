import { isProblem } from "../../ports/files.ts";
import type { FileProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { decodeText, isBinary } from "../text/decode-text.ts";
import type { DecodedText } from "../text/decode-text.ts";
import { encodeText, isUnencodable } from "../text/encode-text.ts";
import type { Refusal } from "./refusal.ts";
import type { Target } from "./target.ts";

/** The largest file whose text is edited, in bytes. */
export const MAX_EDITED_BYTES = 32 * 1024 * 1024;

/** Content, and the encoding that a person has chosen for it where it is not Unicode. */
export interface EncodedBytes {
  readonly bytes: Uint8Array;
  readonly encoding?: string | undefined;
}

/** A file as it is before a change; `missing` where there is none. */
export type Before = (EncodedBytes & { readonly fingerprint: string; readonly mode?: number | undefined }) | "missing";

const WORDS: Record<FileProblem["problem"], string> = {
  missing: "does not exist",
  denied: "may not be accessed",
  "not-file": "is not a file",
  "not-directory": "leads through something that is no folder",
  exists: "exists already",
  changed: "was changed by somebody else at the same moment",
  full: "could not be written: the disk is full",
  "invalid-path": "is no valid path",
  io: "could not be accessed",
};

/** A file problem in words, with the path as the model gave it. */
export function inWords(path: string, problem: FileProblem): string {
  return `${path} ${WORDS[problem.problem]}${problem.detail === "" ? "" : ` (${problem.detail})`}.`;
}

/** The content of a file and its fingerprint, which is taken first: a write that expects it fails if the file changed meanwhile. */
export async function readBefore(target: Target, host: Host): Promise<Before | Refusal> {
  const stat = await host.files.stat(target.real);
  if (isProblem(stat)) return stat.problem === "missing" ? "missing" : { refused: inWords(target.path, stat) };
  if (stat.kind === "link") return "missing";
  if (stat.kind !== "file")
    return { refused: `${target.path} is a ${stat.kind === "directory" ? "folder" : "device"}, not a file.` };
  if (stat.size > MAX_EDITED_BYTES) {
    return {
      refused: `${target.path} has ${stat.size} bytes; files up to ${MAX_EDITED_BYTES} bytes are changed by this tool.`,
    };
  }
  const bytes = await host.files.read(target.real);
  if (isProblem(bytes)) return bytes.problem === "missing" ? "missing" : { refused: inWords(target.path, bytes) };
  return { bytes, fingerprint: stat.fingerprint, mode: stat.mode, encoding: stat.encoding };
}

/** The text of a file, where its bytes can be had back from it. */
export function textOf(path: string, { bytes, encoding }: EncodedBytes, host: Host): DecodedText | Refusal {
  const decoded = decodeText(bytes, { legacyEncoding: encoding ?? host.workspace.legacyEncoding });
  if (isBinary(decoded)) return { refused: `${path} is binary, and binary files are not changed as text.` };
  if (decoded.exact) return decoded;
  return {
    refused: `${path} is not valid text in ${decoded.encoding}: writing it would change bytes outside the change. Set files.encoding to its encoding, or change it with a command.`,
  };
}

/** How a new file is written. */
export const NEW_FILE = { encoding: "utf-8", bom: false } as const;

/** The content of a new file with the line ends that the person's settings ask for, unless it brings carriage returns. */
export function newFileText(content: string, { workspace }: Pick<Host, "workspace">): string {
  if (workspace.newFileEol !== "\r\n" || content.includes("\r")) return content;
  return content.replaceAll("\n", "\r\n");
}

/** The bytes of a changed text in the encoding of its file. */
export function bytesOf(
  path: string,
  text: string,
  facts: Pick<DecodedText, "encoding" | "bom">,
): Uint8Array | Refusal {
  const bytes = encodeText(text, facts);
  if (!isUnencodable(bytes)) return bytes;
  const line = text.slice(0, bytes.offset).split("\n").length;
  return {
    refused: `${path} is in ${bytes.encoding}, which has no "${bytes.unencodable}" (line ${line} of the new text). Use characters of that encoding; the file keeps its encoding.`,
  };
}
