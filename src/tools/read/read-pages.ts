import type { Media, ToolContext, ToolOutcome } from "../../pipeline/tool.ts";
import type { Host } from "../../ports/host.ts";
import { isProblem } from "../../ports/files.ts";
import { childPath } from "../../ports/paths.ts";
import type { PageRange } from "./pages.ts";
import { MAX_PAGES, parsePages } from "./pages.ts";
import type { MediaFile } from "./read-media.ts";
import type { ReadRequest } from "./read-input.ts";
import { mediaTypeOf } from "./media-type.ts";
import { shellWord } from "./shell-word.ts";

/** Ms that drawing the pages may take. */
const DRAW_TIMEOUT_MS = 60_000;

/** Bytes that the drawn pages of one read may have together. */
const MAX_PAGE_BYTES = 10 * 1_024 * 1_024;

/** Draws pages of a PDF as images with `pdftoppm`, which the person has to have installed. */
export async function readPages(file: MediaFile, request: ReadRequest, context: ToolContext): Promise<ToolOutcome> {
  const range = parsePages(request.pages ?? "1-");
  if (typeof range === "string") return { status: "error", text: range };
  const { host } = context;
  const name = `toolcall-pages-${context.callId.replaceAll(/[^A-Za-z0-9]/g, "-")}-${Math.round(host.clock.now())}`;
  try {
    const failure = await draw(
      file.path,
      { range, request, prefix: childPath(host.workspace.temp, name, host.workspace) },
      context,
    );
    return failure ?? (await collect(file, range, { host, name }));
  } finally {
    for (const path of await drawn(host, name)) await host.files.remove(path, "anything");
  }
}

interface Drawing {
  readonly range: PageRange;
  readonly request: ReadRequest;
  readonly prefix: string;
}

/** Runs the program; answers why it could not. */
async function draw(path: string, drawing: Drawing, { host, cancel }: ToolContext): Promise<ToolOutcome | undefined> {
  const { range, prefix } = drawing;
  const words = ["-f", `${range.first}`, "-l", `${range.last}`, "-png", ...scaling(drawing.request), path, prefix];
  const command = ["pdftoppm", ...words.map((word) => shellWord(word, host.workspace))].join(" ");
  const process = host.processes.start(
    { command, cwd: host.workspace.temp, timeoutMs: DRAW_TIMEOUT_MS, keepChars: 2_000 },
    cancel,
  );
  const end = await process.done;
  if (end.end === "exited" && end.code === 0) return undefined;
  const output = process.output();
  const said = `${output.head}${output.tail}`.trim();
  if (/wrong page range/i.test(said)) {
    return { status: "error", text: `${path} has no page ${range.first}: ${said}` };
  }
  if (end.end === "exited" && (end.code === 127 || end.code === 9009 || /not found|not recognized/i.test(said))) {
    return {
      status: "error",
      text: "pages needs the program pdftoppm, which is not installed: install poppler-utils, or read the whole document without pages",
    };
  }
  const how = end.end === "exited" ? `ended with exit code ${end.code}` : `was stopped (${end.end})`;
  return { status: "error", text: `pdftoppm ${how} while drawing pages of ${path}${said === "" ? "" : `: ${said}`}` };
}

function scaling({ maxWidth, maxHeight }: ReadRequest): readonly string[] {
  if (maxWidth !== undefined && maxHeight !== undefined) return ["-scale-to", `${Math.min(maxWidth, maxHeight)}`];
  if (maxWidth !== undefined) return ["-scale-to-x", `${maxWidth}`, "-scale-to-y", "-1"];
  return maxHeight === undefined ? [] : ["-scale-to-x", "-1", "-scale-to-y", `${maxHeight}`];
}

async function collect(
  { path }: MediaFile,
  range: PageRange,
  { host, name }: { readonly host: Host; readonly name: string },
): Promise<ToolOutcome> {
  const media: Media[] = [];
  let total = 0;
  for (const page of await drawn(host, name)) {
    const bytes = await host.files.read(page);
    if (isProblem(bytes) || mediaTypeOf(bytes)?.mime !== "image/png") continue;
    total += bytes.length;
    if (total > MAX_PAGE_BYTES) {
      return {
        status: "error",
        text: `The drawn pages have more than the ${MAX_PAGE_BYTES} bytes that one read may answer: name fewer pages, or pass max_width`,
      };
    }
    media.push({ mime: "image/png", kind: "image", path, bytes });
  }
  if (media.length === 0) return { status: "error", text: `${path} has no page ${range.first}` };
  const last = range.first + media.length - 1;
  const pages = media.length === 1 ? `page ${range.first}` : `pages ${range.first} to ${last}`;
  const more = range.open && media.length === MAX_PAGES ? `; for more, read pages "${last + 1}-"` : "";
  const renderData = { kind: "media", path, mime: "image/png", bytes: total };
  return { status: "success", text: `${path} (${pages} as images, ${total} bytes${more})`, renderData, media };
}

/** The images that were drawn, in the order of their pages. */
async function drawn({ files, workspace }: Host, name: string): Promise<readonly string[]> {
  const entries = await files.list(workspace.temp);
  if (isProblem(entries)) return [];
  const names = entries
    .map((entry) => entry.name)
    .filter((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".png"));
  return names.sort().map((entry) => childPath(workspace.temp, entry, workspace));
}
