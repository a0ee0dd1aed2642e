import type { ToolContext, ToolOutcome } from "../pipeline/tool.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { FileProblem, FileStat } from "../ports/files.ts";
import { isProblem } from "../ports/files.ts";
import { absolutePath, extensionOf } from "../ports/paths.ts";
import type { ArtifactAddress } from "../ports/store.ts";
import { noteSeen } from "./edit/seen.ts";
import { realPath, rememberFact } from "./facts.ts";
import { problemText } from "./problem-text.ts";
import { fileSource, memorySource } from "./read/byte-source.ts";
import { isDevice } from "./read/devices.ts";
import { MEDIA_EXTENSIONS } from "./read/media-type.ts";
import type { ReadInput, ReadRequest } from "./read/read-input.ts";
import { READ_INPUT, requestOf } from "./read/read-input.ts";
import { readMedia } from "./read/read-media.ts";
import type { TextSource } from "./read/read-text.ts";
import { binaryText, MAX_WHOLE_BYTES, readText, textMisuse } from "./read/read-text.ts";
import { suggestPaths } from "./read/suggestions.ts";
import { artifactProblem } from "./search/artifact-file.ts";
import { BINARY_EXTENSIONS } from "./text/binary.ts";

const ARTIFACT = "artifact://";

/** Reads text with line numbers, images and PDF documents (2.9, R208, R209, R212). */
export const Read = defineTool({
  name: "Read",
  category: "core",
  groups: ["files"],
  summary: "Read a text file with line numbers, or show an image or PDF",
  description:
    "Reads a file. Text comes with a line number and a tab before each line, at most 2000 lines and 51200 characters at a time; " +
    "lines above 2000 characters are cut and end in [...]. A read that leaves something out ends with a notice that says how to go on. " +
    "Files above 512 KiB need offset or limit. PNG, JPEG, GIF and WebP images and PDF documents are shown as they are. " +
    "To find something in many files use Grep, which is quicker and needs less room.",
  effect: "read",
  standalone: false,
  input: READ_INPUT,
  resources: (input, host) =>
    input.file_path.startsWith(ARTIFACT)
      ? []
      : [{ kind: "path", path: absolutePath(input.file_path, host.workspace), access: "read" }],
  run: async (input, context) => {
    const request = requestOf(input);
    if (typeof request === "string") return { status: "error", text: request };
    if (input.file_path.startsWith(ARTIFACT)) return readArtifact(input.file_path as ArtifactAddress, request, context);
    return readFile(input, request, context);
  },
});

/** Reads what was kept of a large result (2.9). */
async function readArtifact(
  address: ArtifactAddress,
  request: ReadRequest,
  context: ToolContext,
): Promise<ToolOutcome> {
  const bytes = await context.host.store.getArtifact(address);
  if ("problem" in bytes) return { status: "error", text: artifactProblem(address, bytes) };
  const source = { path: address, bytes: memorySource(bytes) };
  const misuse = textMisuse(source, request);
  return misuse === undefined ? readText(source, request, context) : { status: "error", text: misuse };
}

async function readFile(input: ReadInput, request: ReadRequest, context: ToolContext): Promise<ToolOutcome> {
  const { host } = context;
  const path = absolutePath(input.file_path, host.workspace);
  const real = await realPath(path, context);
  if (isDevice(path) || isDevice(real)) {
    return { status: "error", text: `${path} is a device or a stream: reading it could block or never end` };
  }
  const stat = await host.files.stat(path);
  if (isProblem(stat)) return { status: "error", text: await missingText(stat, path, context) };
  const unreadable = unreadableText(path, stat);
  if (unreadable !== undefined) return { status: "error", text: unreadable };
  const facts = { path, real, stat, key: `${real}\0${JSON.stringify(request)}` };
  if (isRepeated(facts, context)) return unchanged(path);
  const outcome = await readContent(path, stat, { request, context });
  if (outcome.status !== "success") return outcome;
  remember(facts, context, outcome.text);
  return stat.unsaved === true ? toldUnsaved(outcome, path, context) : outcome;
}

/**
 * Says that text is in an editor and not on disk. A script gets the text alone, as it works on it: its row says so, and a
 * change it makes does.
 */
function toldUnsaved(
  outcome: Extract<ToolOutcome, { status: "success" }>,
  path: string,
  { source }: ToolContext,
): ToolOutcome {
  const renderData = { ...outcome.renderData, unsaved: true };
  if (source === "script") return { ...outcome, renderData };
  const reminder = `${path} has unsaved changes in an editor. This is the text in the editor; what is on disk, and what commands see, differs.`;
  return { ...outcome, text: `${outcome.text}\n\n<system-reminder>\n${reminder}\n</system-reminder>`, renderData };
}

interface ReadFacts {
  readonly path: string;
  readonly real: string;
  readonly stat: FileStat;
  /** File and range. */
  readonly key: string;
}

interface Reading {
  readonly request: ReadRequest;
  readonly context: ToolContext;
}

async function readContent(path: string, stat: FileStat, { request, context }: Reading): Promise<ToolOutcome> {
  const extension = extensionOf(path, context.host.workspace);
  const type = MEDIA_EXTENSIONS.get(extension);
  if (type !== undefined) return readMedia({ path, type, stat }, request, context);
  const source = await textSource(path, stat, context);
  const misuse = textMisuse(source, request);
  if (misuse !== undefined) return { status: "error", text: misuse };
  if (BINARY_EXTENSIONS.has(extension)) return { status: "error", text: binaryText(path, extension) };
  return readText(source, request, context);
}

async function textSource(path: string, { size, encoding }: FileStat, { host }: ToolContext): Promise<TextSource> {
  if (size > 0) return { path, bytes: fileSource(host.files, path, size), encoding };
  // Files that the system makes up when they are read, such as those in /proc, say that they are empty.
  const bytes = await host.files.read(path, { start: 0, end: MAX_WHOLE_BYTES });
  return { path, bytes: memorySource(isProblem(bytes) ? new Uint8Array(0) : bytes) };
}

async function missingText(problem: FileProblem, path: string, { host }: ToolContext): Promise<string> {
  const text = problemText(problem);
  if (problem.problem !== "missing" && problem.problem !== "not-directory") return text;
  const suggestions = await suggestPaths(path, host);
  const missing = `${path} does not exist`;
  return suggestions.length === 0
    ? missing
    : `${missing}. Did you mean:\n${suggestions.map((other) => `- ${other}`).join("\n")}`;
}

function unreadableText(path: string, { kind }: FileStat): string | undefined {
  switch (kind) {
    case "file":
      return undefined;
    case "directory":
      return `${path} is a folder: list what is in it with Glob, or read one of its files`;
    case "link":
      return `${path} is a link to a file that does not exist`;
    case "other":
      return `${path} is a device, pipe or socket: reading it could block or never end`;
  }
}

/** Whether the conversation already has exactly this (R212): scripts, agents and people always get content. */
function isRepeated({ key, stat }: ReadFacts, { source, session }: ToolContext): boolean {
  return source === "model" && session.conversationReads.get(key) === stat.fingerprint;
}

function unchanged(path: string): ToolOutcome {
  const text = `${path} is unchanged since the last read of these lines: use what that read returned.`;
  return { status: "success", text, renderData: { kind: "unchanged", path, lines: 0 } };
}

function remember({ key, real, stat }: ReadFacts, { source, session }: ToolContext, answer: string): void {
  noteSeen(session, real, { fingerprint: stat.fingerprint, answer });
  if (source === "model") rememberFact(session.conversationReads, key, stat.fingerprint);
}
