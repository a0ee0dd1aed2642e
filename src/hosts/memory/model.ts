import type { CancelToken } from "../../base/cancel.ts";
import { NEVER } from "../../base/cancel.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  AnswerPart,
  Model,
  ModelAnswer,
  ModelDelta,
  ModelInfo,
  ModelProblem,
  ModelRequest,
  ModelStop,
  ModelUsage,
} from "../../ports/model.ts";

/** A call that a scripted model asks for. Arguments that are text go as they are, so that they may be no JSON. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments?: JsonObject | string;
  /** `scripted-N` unless said otherwise; may be empty or used before, as with careless servers. */
  readonly id?: string;
}

/** What a scripted model answers to one round. */
export interface ScriptedTurn {
  readonly thinking?: string;
  /** What the thinking is replayed by. */
  readonly replay?: Json;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly stop?: ModelStop;
  readonly usage?: Partial<ModelUsage>;
  /** Characters of each delta; all at once without it. */
  readonly chunkChars?: number;
  /** Ms before each delta, on the clock that was given. */
  readonly delayMs?: number;
  /** After so many deltas the round ends with `problem`. */
  readonly cutAfter?: number;
  /** The round fails with this, at once unless `cutAfter` says otherwise. */
  readonly problem?: ModelProblem;
  /** Nothing more comes until the round is cancelled. */
  readonly hangs?: boolean;
}

/** A turn, or what makes one of the round that was asked for. */
export type Scripted = ScriptedTurn | ((request: ModelRequest) => ScriptedTurn);

/** A model that plays turns one after the other. */
export interface ScriptedModel extends Model {
  /** Every round that it was asked for, in order. */
  readonly requests: readonly ModelRequest[];
  /** Turns that were not played yet. */
  readonly left: () => number;
}

/** What a scripted model has beside its turns. */
export interface ScriptedOptions {
  readonly info?: Partial<ModelInfo>;
  /** Needed where a turn has `delayMs`. */
  readonly clock?: Clock;
  /** What is said when no turn is left; a refusal of the round without it. */
  readonly otherwise?: Scripted;
}

const INFO: ModelInfo = {
  id: "scripted/model",
  label: "Scripted",
  contextTokens: 200_000,
  outputTokens: 8_000,
  images: true,
  documents: true,
};

const OVER: ScriptedTurn = { problem: { problem: "invalid-request", detail: "the script of this model is over" } };

/** A model whose turns are data: it can fail, be cut off, be slow, and never answer. */
export function createScriptedModel(turns: readonly Scripted[], options: ScriptedOptions = {}): ScriptedModel {
  const info = { ...INFO, ...options.info };
  const requests: ModelRequest[] = [];
  let next = 0;
  let calls = 0;
  return {
    info,
    requests,
    left: () => turns.length - next,
    chat: async (request, sink, cancel) => {
      requests.push(request);
      const scripted = turns[next++] ?? options.otherwise ?? OVER;
      const turn = typeof scripted === "function" ? scripted(request) : scripted;
      const parts = partsOf(turn, info.id, () => `scripted-${++calls}`);
      await Promise.resolve();
      const ended = await play(turn, deltasOf(parts, turn.chunkChars), { sink, cancel, clock: options.clock });
      return ended ?? answerOf(turn, parts, info.id);
    },
  };
}

function partsOf(turn: ScriptedTurn, model: string, newId: () => string): readonly AnswerPart[] {
  const { thinking, replay, text, calls = [] } = turn;
  return [
    ...(thinking === undefined
      ? []
      : [{ part: "thinking", text: thinking, model, ...(replay !== undefined && { replay }) } as const]),
    ...(text === undefined || text === "" ? [] : [{ part: "text", text } as const]),
    ...calls.map((call) => {
      const argumentsText = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {});
      return { part: "call", id: call.id ?? newId(), name: call.name, argumentsText } as const;
    }),
  ];
}

function deltasOf(parts: readonly AnswerPart[], chunkChars = Infinity): readonly ModelDelta[] {
  const deltas: ModelDelta[] = [];
  let index = -1;
  for (const part of parts) {
    if (part.part !== "call") {
      for (const text of chunks(part.text, chunkChars)) deltas.push({ delta: part.part, text });
      continue;
    }
    index++;
    deltas.push({ delta: "call", index, name: part.name, text: "" });
    for (const text of chunks(part.argumentsText, chunkChars)) deltas.push({ delta: "call", index, text });
  }
  return deltas;
}

function chunks(text: string, chars: number): readonly string[] {
  if (text.length <= chars) return text === "" ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => text.slice(at * chars, (at + 1) * chars));
}

interface Played {
  readonly sink: (delta: ModelDelta) => void;
  readonly cancel: CancelToken;
  readonly clock: Clock | undefined;
}

const CANCELLED: ModelProblem = { problem: "cancelled", detail: "" };

/** Tells the deltas in their time; answers why the round ended early. */
async function play(
  { delayMs = 0, cutAfter, problem, hangs }: ScriptedTurn,
  deltas: readonly ModelDelta[],
  { sink, cancel, clock }: Played,
): Promise<ModelProblem | undefined> {
  const end = cutAfter ?? (problem === undefined ? deltas.length : 0);
  for (const delta of deltas.slice(0, end)) {
    if (delayMs > 0) await clock?.sleep(delayMs, cancel);
    if (cancel.cancelled) return CANCELLED;
    sink(delta);
    await Promise.resolve();
  }
  if (hangs === true) await cancellation(cancel);
  if (cancel.cancelled) return CANCELLED;
  return problem ?? (end < deltas.length ? { problem: "network", detail: "the connection broke off" } : undefined);
}

function cancellation(cancel: CancelToken): Promise<void> {
  if (cancel === NEVER) throw new Error("a round that hangs needs a token that can be cancelled");
  return new Promise((resolve) => {
    cancel.onCancel(() => {
      resolve();
    });
  });
}

function answerOf({ stop = "done", usage }: ScriptedTurn, parts: readonly AnswerPart[], model: string): ModelAnswer {
  const none: ModelUsage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  return { parts, stop, model, ...(usage !== undefined && { usage: { ...none, ...usage } }) };
}
