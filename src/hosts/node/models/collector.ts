import type { Json } from "../../../base/json.ts";
import type { AnswerPart, ModelDelta } from "../../../ports/model.ts";
import { MODEL_LIMITS } from "../../../ports/model.ts";

/** More of a call. */
export interface CallPiece {
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
}

/** An answer as it comes. */
export interface Collector {
  /** More text or thinking: goes on with the last part if that is of the same kind and was not ended. */
  readonly say: (kind: "text" | "thinking", text: string) => void;
  /** The next text or thinking begins a part of its own. */
  readonly endPart: () => void;
  /** What thinking is sent back by; belongs to the last part of thinking, made if there is none to go on with. */
  readonly replayBy: (replay: (before: Json | undefined) => Json) => void;
  /** Begins a call; answers its index. */
  readonly beginCall: () => number;
  readonly addToCall: (index: number, piece: CallPiece) => void;
  /** Everything, at the end; parts without anything in them are left out. */
  readonly parts: () => readonly AnswerPart[];
}

/** Thrown where an answer passes a limit. */
export class AnswerTooLarge extends Error {}

interface Said {
  readonly part: "text" | "thinking";
  text: string;
  replay?: Json;
}

interface Called {
  readonly part: "call";
  readonly index: number;
  id: string;
  name: string;
  argumentsText: string;
  isTold: boolean;
}

/** Puts an answer together and tells of it; throws `AnswerTooLarge` where it passes a limit. */
export function createCollector(model: string, sink: (delta: ModelDelta) => void): Collector {
  const parts: (Said | Called)[] = [];
  const calls: Called[] = [];
  let chars = 0;
  let isEnded = true;

  const count = (text: string): void => {
    chars += text.length;
    if (chars > MODEL_LIMITS.answerChars) {
      throw new AnswerTooLarge(`the answer has more than ${MODEL_LIMITS.answerChars} characters`);
    }
  };
  const current = (kind: "text" | "thinking"): Said => {
    const last = parts.at(-1);
    if (last?.part === kind && !isEnded) return last;
    const made: Said = { part: kind, text: "" };
    parts.push(made);
    isEnded = false;
    return made;
  };
  /** Tells the name of a call once it cannot grow any more: when its arguments begin, or something else does. */
  const tellName = (call: Called | undefined): void => {
    if (call === undefined || call.isTold) return;
    call.isTold = true;
    sink({ delta: "call", index: call.index, name: call.name, text: "" });
  };

  return {
    say: (kind, text) => {
      if (text === "") return;
      count(text);
      tellName(calls.at(-1));
      current(kind).text += text;
      sink({ delta: kind, text });
    },
    endPart: () => {
      isEnded = true;
    },
    replayBy: (replay) => {
      const thinking = current("thinking");
      thinking.replay = replay(thinking.replay);
    },
    beginCall: () => {
      if (calls.length >= MODEL_LIMITS.calls) {
        throw new AnswerTooLarge(`the answer has more than ${MODEL_LIMITS.calls} calls`);
      }
      tellName(calls.at(-1));
      const call: Called = { part: "call", index: calls.length, id: "", name: "", argumentsText: "", isTold: false };
      parts.push(call);
      calls.push(call);
      return call.index;
    },
    addToCall: (index, { id = "", name = "", text = "" }) => {
      const call = calls[index];
      if (call === undefined) return;
      count(name);
      count(text);
      if (call.id === "") call.id = id;
      if (!call.isTold) call.name += name;
      if (text === "") return;
      tellName(call);
      call.argumentsText += text;
      sink({ delta: "call", index, text });
    },
    parts: () => {
      tellName(calls.at(-1));
      return parts.flatMap((part) => finished(part, model));
    },
  };
}

function finished(part: Said | Called, model: string): readonly AnswerPart[] {
  if (part.part === "call") {
    const { id, name, argumentsText } = part;
    return [{ part: "call", id, name, argumentsText }];
  }
  const { text, replay } = part;
  if (part.part === "text") return text === "" ? [] : [{ part: "text", text }];
  if (text === "" && replay === undefined) return [];
  return [{ part: "thinking", text, model, ...(replay !== undefined && { replay }) }];
}
