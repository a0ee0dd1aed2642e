import type { Settled } from "../../pipeline/call.ts";
import { projectResult, sideNotes } from "../../pipeline/present.ts";
import type { Media, Tool } from "../../pipeline/tool.ts";
import type { Store } from "../../ports/store.ts";
import type { EventFact } from "../../protocol/events.ts";
import type { Trust } from "../trust.ts";
import { keepText } from "./kept-text.ts";

/** How a script that a model began ended, beside what its call says. */
export interface ScriptEnd {
  /** None of its calls' texts came from files, commands or the web (A15). */
  readonly trusted: boolean;
  /** What the product and hooks added at the end of its text: no part of its value. */
  readonly tail: string;
}

/** A call that a model asked for, with what it came to. */
export interface Answered {
  readonly tool: Tool;
  readonly settled: Settled;
  /** Of ToolCall. */
  readonly script: ScriptEnd | undefined;
}

/** What a model is told of a call. */
export type Delivered = Extract<EventFact, { kind: "result-delivered" }>;

/** Media of one result that go along. */
const MAX_MEDIA = 20;

/**
 * A result as the model gets it (R218, R296): bounded, in the trust envelope unless the tool's text is the product's own, and
 * after it what hooks, repairs and the person said.
 */
export async function deliver(
  { tool, settled, script }: Answered,
  { store, trust }: { readonly store: Store; readonly trust: Trust },
): Promise<Delivered> {
  const failed = settled.status !== "success";
  const { body, tail } = await boundedText({ tool, settled, script }, store);
  const trusted = script?.trusted ?? tool.trusted === true;
  const wrapped = trusted || body === "" || isOwnText(settled) ? body : trust.untrusted(body);
  const notes = sideNotes(settled);
  const text = [`${wrapped}${tail}`, ...(notes === "" ? [] : [notes])].join("\n");
  const media = await keptMedia(settled.media, store);
  return {
    kind: "result-delivered",
    id: settled.id,
    failed,
    ...(await keepText(store, text === "" ? "(no output)" : text)),
    ...(media.length > 0 && { media }),
  };
}

/** A script's text is bounded already; what follows on it is told apart by what the driver itself put there. */
async function boundedText({ tool, settled, script }: Answered, store: Store) {
  if (script !== undefined) {
    const { text } = settled;
    return text.endsWith(script.tail)
      ? { body: text.slice(0, text.length - script.tail.length), tail: script.tail }
      : { body: text, tail: "" };
  }
  const { text } = await projectResult(
    {
      text: settled.text,
      failed: settled.status !== "success",
      ...(tool.resultLimit !== undefined && { limit: tool.resultLimit }),
      ...(settled.artifact !== undefined && { artifact: settled.artifact }),
    },
    store,
  );
  return { body: text, tail: "" };
}

/** Whether the text is the pipeline's: the call did not get to its handler, or the handler said nothing. */
function isOwnText({ status, reason = "", late }: Settled): boolean {
  if (status === "success" || late === true) return false;
  return !(reason.startsWith("tool-error") || reason.startsWith("failed"));
}

async function keptMedia(media: readonly Media[], store: Store) {
  const kept: { mime: string; kind: Media["kind"]; path: string; artifact: string }[] = [];
  for (const { mime, kind, path, bytes } of media.slice(0, MAX_MEDIA)) {
    const artifact = await store.putArtifact(bytes);
    if (typeof artifact === "string") kept.push({ mime, kind, path, artifact });
  }
  return kept;
}

/** The answer to a call that was not made. */
export function refused(id: string, text: string): Delivered {
  return { kind: "result-delivered", id, failed: true, text };
}
