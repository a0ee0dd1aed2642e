import type { AnswerPart, ModelMessage } from "../ports/model.ts";
import { CALL_ID } from "../ports/model.ts";
import { RunError } from "./run-error.ts";

/** A call as an assistant message of a program replays it: its id, and what else the program knows of it. */
export interface ReplayedCall {
  readonly id: string;
  readonly name?: string;
  readonly arguments?: object;
}

/** A message of an agent program. Further fields are accepted and dropped. */
export type RunMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content?: string; readonly tool_calls?: readonly ReplayedCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** What an earlier round of the run said, by the ids of its calls (A12). */
export type KnownRounds = (callId: string) => readonly AnswerPart[] | undefined;

/** Messages of one round. */
const MAX_MESSAGES = 100_000;

/**
 * A program's messages as a model gets them (R293, A12). One that is not as it has to be fails with its number, counted from
 * 1; so does a call without an answer, or an answer without a call, because no provider takes such a history.
 */
export function readMessages(messages: unknown, known: KnownRounds): readonly ModelMessage[] {
  if (!Array.isArray(messages)) throw invalid("messages must be a list of messages");
  if (messages.length === 0) throw invalid("messages is empty; a round needs at least one message");
  if (messages.length > MAX_MESSAGES)
    throw invalid(`messages has ${messages.length} entries; ${MAX_MESSAGES} are the most`);
  const read: ModelMessage[] = [];
  const open = new Map<string, number>();
  const answered = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index + 1}]`;
    const fields = fieldsOf(message, at);
    const made = readMessage(fields, at, known);
    if (made.role === "tool") answer(made.id, at, { open, answered });
    else refuseOpen(open, at);
    if (made.role === "assistant") openCalls(made.parts, index, { open, answered });
    read.push(made);
  }
  refuseOpen(open, undefined);
  return read;
}

type Fields = Readonly<Record<string, unknown>>;

interface Pairing {
  /** Calls that wait for their answer, each with the index of its message. */
  readonly open: Map<string, number>;
  readonly answered: Set<string>;
}

function answer(id: string, at: string, { open, answered }: Pairing): void {
  if (answered.has(id)) throw invalid(`${at} answers the call ${JSON.stringify(id)} a second time`);
  if (!open.delete(id)) {
    throw invalid(
      `${at} answers the call ${JSON.stringify(id)}, which the assistant message before it does not ask for`,
    );
  }
  answered.add(id);
}

function openCalls(parts: readonly AnswerPart[], index: number, { open, answered }: Pairing): void {
  for (const part of parts) {
    if (part.part !== "call") continue;
    if (open.has(part.id) || answered.has(part.id)) {
      throw invalid(`messages[${index + 1}] asks for the call ${JSON.stringify(part.id)} a second time`);
    }
    open.set(part.id, index);
  }
}

function refuseOpen(open: ReadonlyMap<string, number>, next: string | undefined): void {
  const [first] = open;
  if (first === undefined) return;
  const where = next === undefined ? "" : ` before ${next}`;
  throw invalid(
    `messages[${first[1] + 1}] asks for the call ${JSON.stringify(first[0])}, and no tool message answers it${where}`,
  );
}

function fieldsOf(message: unknown, at: string): Fields {
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw invalid(`${at} is no message; a message is an object with a role and a content`);
  }
  return message as Fields;
}

function readMessage(fields: Fields, at: string, known: KnownRounds): ModelMessage {
  const role = fields["role"];
  switch (role) {
    case "system":
      return { role, text: contentOf(fields, at) };
    case "user":
      return { role, parts: [{ part: "text", text: contentOf(fields, at) }] };
    case "tool":
      return { role, id: idOf(fields), parts: [{ part: "text", text: contentOf(fields, at) }], failed: false };
    case "assistant":
      return { role, parts: assistantParts(fields, at, known) };
    default:
      throw invalid(`${at} role ${JSON.stringify(role)} is unknown; roles are system, user, assistant and tool`);
  }

  function idOf({ tool_call_id: id }: Fields): string {
    if (typeof id !== "string" || id === "") throw invalid(`${at} tool_call_id must be the id of the call it answers`);
    return id;
  }
}

function contentOf({ content }: Fields, at: string): string {
  if (typeof content === "string") return content;
  throw invalid(`${at} content must be a string`);
}

function assistantParts(fields: Fields, at: string, known: KnownRounds): readonly AnswerPart[] {
  const { content = "", tool_calls: given = [] } = fields;
  if (typeof content !== "string") throw invalid(`${at} content must be a string`);
  if (!Array.isArray(given)) throw invalid(`${at} tool_calls must be a list of calls`);
  const calls = given.map((call, index) => readCall(call, `${at} tool_calls[${index + 1}]`, known));
  const [first] = calls;
  const thinking = first === undefined ? [] : (known(first.id) ?? []).filter(({ part }) => part === "thinking");
  if (content === "" && calls.length === 0) throw invalid(`${at} has neither content nor tool_calls`);
  return [...thinking, ...(content === "" ? [] : [{ part: "text", text: content } as const]), ...calls];
}

type Call = Extract<AnswerPart, { part: "call" }>;

function readCall(call: unknown, at: string, known: KnownRounds): Call {
  const { id, name, arguments: args } = fieldsOf(call, at);
  if (typeof id !== "string" || id === "") throw invalid(`${at} id must be the id of a requested call`);
  const own = known(id)?.find((part) => part.part === "call" && part.id === id);
  return own?.part === "call" ? own : foreignCall({ id, name, args }, at);
}

/** A call that the run knows nothing of: then everything about it has to be said. */
function foreignCall(
  { id, name, args = {} }: { readonly id: string; readonly name: unknown; readonly args: unknown },
  at: string,
): Call {
  if (typeof name !== "string" || name === "") {
    throw invalid(`${at} id ${JSON.stringify(id)} is of no call of this run; such a call needs its name and arguments`);
  }
  if (!CALL_ID.test(id)) throw invalid(`${at} id may have letters, digits, _ and -, at most 40`);
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw invalid(`${at} arguments must be an object`);
  return { part: "call", id, name, argumentsText: JSON.stringify(args) };
}

function invalid(message: string): RunError {
  return new RunError("invalid", message);
}
