import type { AnswerPart, MediaPart, ModelInfo, ModelMessage, TextPart } from "../../ports/model.ts";
import type { EventOf } from "../../protocol/events.ts";
import { spokenText } from "../../protocol/fold-messages.ts";
import { ANSWER_PARTS } from "../../protocol/message-events.ts";
import type { LoadKept } from "./load-kept.ts";

/** An event that messages are made of. */
export type HistoryItem = EventOf<"message-sent"> | EventOf<"message-answered"> | EventOf<"history-compacted">;

/** What became of the calls that models asked for. */
export interface Outcomes {
  readonly delivered: Map<string, EventOf<"result-delivered">>;
  /** Statuses of calls that ended. */
  readonly statuses: Map<string, EventOf<"call-settled">["status"]>;
}

/** For whom messages are made, and where kept content comes from. */
export interface Reading {
  readonly load: LoadKept;
  readonly info: ModelInfo;
}

/** Told to the model after an answer that the person stopped. */
const STOPPED = "<system-reminder>The answer before this was stopped before its end.</system-reminder>";

/** The messages that events tell: every call of an answer is followed by its result, whatever happened to it. */
export async function messagesOf(
  items: readonly HistoryItem[],
  outcomes: Outcomes,
  reading: Reading,
): Promise<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [];
  let stopped = false;
  for (const item of items) {
    const before = messages.length;
    if (item.kind === "message-answered") {
      await pushAnswer(messages, item, { outcomes, reading });
      stopped = item.stop === "stopped" && messages.length > before;
      continue;
    }
    if (stopped) messages.push(STOPPED_MESSAGE);
    stopped = false;
    messages.push(madeOf(item, reading) ?? (await sentMessage(item, reading)));
  }
  return messages;
}

const STOPPED_MESSAGE: ModelMessage = { role: "user", parts: [{ part: "text", text: STOPPED }] };

const SENT = new WeakMap<object, { readonly info: ModelInfo; readonly message: ModelMessage }>();

/** What was made of an event before: there is no need to wait for it, however long the history is. */
function madeOf(item: object, { info }: Reading): ModelMessage | undefined {
  const known = SENT.get(item);
  return known?.info === info ? known.message : undefined;
}

/** Makes a message of an event; the next round has the very same. */
async function once(item: object, { info }: Reading, make: () => Promise<ModelMessage>): Promise<ModelMessage> {
  const message = await make();
  SENT.set(item, { info, message });
  return message;
}

function sentMessage(
  item: EventOf<"message-sent"> | EventOf<"history-compacted">,
  reading: Reading,
): Promise<ModelMessage> {
  return once(item, reading, async () => {
    const media = item.kind === "message-sent" ? item.media : undefined;
    return { role: "user", parts: [await wholeText(item, reading), ...(await mediaParts(media, reading))] };
  });
}

/** An answer and the results of its calls. */
async function pushAnswer(
  messages: ModelMessage[],
  item: EventOf<"message-answered">,
  { outcomes, reading }: { readonly outcomes: Outcomes; readonly reading: Reading },
): Promise<void> {
  const answer = madeOf(item, reading) ?? (await answerMessage(item, reading));
  // No provider takes an answer without content.
  if (answer.role !== "assistant" || answer.parts.every(({ part }) => part === "thinking")) return;
  messages.push(answer);
  for (const { id } of item.calls) {
    const event = outcomes.delivered.get(id);
    const known = event === undefined ? undefined : madeOf(event, reading);
    messages.push(known ?? (await resultMessage(id, outcomes, reading)));
  }
}

function answerMessage(item: EventOf<"message-answered">, reading: Reading): Promise<ModelMessage> {
  return once(item, reading, async () => ({ role: "assistant", parts: await partsOf(item, reading) }));
}

async function partsOf(item: EventOf<"message-answered">, { load }: Reading): Promise<readonly AnswerPart[]> {
  if (item.partsArtifact === undefined) return item.parts ?? [];
  const parts = readParts(await load.text(item.partsArtifact));
  if (parts !== undefined) return parts;
  const text = spokenText(item);
  return [
    ...(text === "" ? [] : [{ part: "text", text: `${text}\n[the rest is no longer kept]` } as const]),
    ...item.calls.map(({ id, name }) => ({ part: "call", id, name, argumentsText: "{}" }) as const),
  ];
}

function readParts(text: string | undefined): readonly AnswerPart[] | undefined {
  if (text === undefined) return undefined;
  const read = ANSWER_PARTS.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}

async function resultMessage(id: string, { delivered, statuses }: Outcomes, reading: Reading): Promise<ModelMessage> {
  const event = delivered.get(id);
  if (event === undefined) {
    return { role: "tool", id, parts: [{ part: "text", text: unknownResult(statuses.get(id)) }], failed: true };
  }
  return once(event, reading, async () => ({
    role: "tool",
    id,
    parts: [await wholeText(event, reading), ...(await mediaParts(event.media, reading))],
    failed: event.failed,
  }));
}

/** The answer to a call whose result nobody was given: the program ended first. */
function unknownResult(status: EventOf<"call-settled">["status"] | undefined): string {
  return status === undefined || status === "interrupted"
    ? "Error: interrupted by a restart before the call ended. What it had done until then was not rolled back; look before you make it again."
    : `Error: the program was restarted before the result could be given. The call had ended (${status}); what it did stands.`;
}

async function wholeText(
  { text, artifact }: { readonly text: string; readonly artifact?: string },
  { load }: Reading,
): Promise<TextPart> {
  if (artifact === undefined) return { part: "text", text };
  return { part: "text", text: (await load.text(artifact)) ?? `${text}\n[the rest is no longer kept]` };
}

async function mediaParts(
  media: EventOf<"message-sent">["media"],
  { load, info }: Reading,
): Promise<readonly (TextPart | MediaPart)[]> {
  const parts: (TextPart | MediaPart)[] = [];
  for (const { kind, mime, path, artifact } of media ?? []) {
    const taken = kind === "image" ? info.images : info.documents;
    const bytes = taken ? await load.bytes(artifact) : undefined;
    const why = taken ? "it is no longer kept" : "this model does not take it";
    parts.push(
      bytes === undefined
        ? { part: "text", text: `[${kind} ${path}: not given, ${why}]` }
        : { part: "media", kind, mime, bytes },
    );
  }
  return parts;
}
