import type { ServedWire } from "./model-server-wires.ts";

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly Block[];
  readonly input?: unknown;
}

interface Said {
  readonly role: string;
  readonly content?: string | null | readonly Block[];
  readonly tool_calls?: readonly { readonly id?: string; readonly function: { readonly arguments: unknown } }[];
  readonly tool_call_id?: string;
}

const ID = /^[A-Za-z0-9_-]{1,40}$/u;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const isBlank = (text: string | undefined): boolean => (text ?? "").trim() === "";
const blocksOf = ({ content }: Said): readonly Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);

function wrongBlock(block: Block): string | undefined {
  if (block.type === "text" && isBlank(block.text)) return "a text is empty";
  if (block.type === "tool_use" && !isObject(block.input)) return "the input of a call is no object";
  if (block.type === "tool_use" && !ID.test(block.id ?? "")) return `the id ${String(block.id)} is none`;
  const inner = Array.isArray(block.content) ? (block.content as readonly Block[]) : [];
  if (block.is_error === true && inner.some(({ type }) => type !== "text")) return "a failed result has more than text";
  return inner.map(wrongBlock).find((wrong) => wrong !== undefined);
}

function wrongTurn(message: Said, role: string, open: readonly string[]): string | undefined {
  const blocks = blocksOf(message);
  if (message.role !== role) return `it is the turn of ${role}`;
  if (blocks.length === 0) return "it has no content";
  const results = blocks.flatMap(({ tool_use_id }) => tool_use_id ?? []);
  if (results.join() !== open.join()) return `it answers ${results.join()}, the calls before it are ${open.join()}`;
  const begins = blocks.slice(0, open.length).every(({ type }) => type === "tool_result");
  if (!begins) return "results come first";
  if (role === "user" && blocks.some(({ type }) => type === "tool_use")) return "users make no calls";
  return blocks.map(wrongBlock).find((wrong) => wrong !== undefined);
}

function anthropicProblem(messages: readonly Said[]): string | undefined {
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const wrong = wrongTurn(message, index % 2 === 0 ? "user" : "assistant", open);
    if (wrong !== undefined) return `messages.${index}: ${wrong}`;
    open = blocksOf(message).flatMap(({ type, id }) => (type === "tool_use" ? [id ?? ""] : []));
  }
  return open.length > 0 ? `calls without a result: ${open.join()}` : undefined;
}

function wrongCalls({ tool_calls: calls = [] }: Said, wire: ServedWire): string | undefined {
  for (const { id = "", function: wanted } of calls) {
    if (!ID.test(id)) return `the id ${id} is none`;
    const given = wire === "openai" ? (JSON.parse(String(wanted.arguments)) as unknown) : wanted.arguments;
    if (!isObject(given)) return "the arguments of a call are no object";
  }
  return undefined;
}

function wrongAssistant(message: Said, before: Said | undefined, wire: ServedWire): string | undefined {
  if (before?.role === "assistant") return "assistants stand beside each other";
  const isEmpty = (message.content ?? "") === "" && (message.tool_calls ?? []).length === 0;
  return isEmpty ? "it has neither content nor calls" : wrongCalls(message, wire);
}

interface Place {
  readonly index: number;
  readonly before: Said | undefined;
  readonly open: readonly string[];
  readonly wire: ServedWire;
}

function wrongChat(message: Said, { index, before, open, wire }: Place): string | undefined {
  if (message.role === "tool") {
    if (message.tool_call_id !== open[0])
      return `it answers ${String(message.tool_call_id)} instead of ${String(open[0])}`;
    return typeof message.content === "string" || Array.isArray(message.content) ? undefined : "it has no content";
  }
  if (open.length > 0) return `calls without a result: ${open.join()}`;
  if (message.role === "system") return index === 0 ? undefined : "system messages come first, as one";
  if (message.role === "assistant") return wrongAssistant(message, before, wire);
  return before?.role === "user" ? "users stand beside each other" : undefined;
}

function chatProblem(messages: readonly Said[], wire: ServedWire): string | undefined {
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const wrong = wrongChat(message, { index, before: messages[index - 1], open, wire });
    if (wrong !== undefined) return `messages.${index}: ${wrong}`;
    open = message.role === "tool" ? open.slice(1) : (message.tool_calls ?? []).map(({ id = "" }) => id);
  }
  return open.length > 0 ? `calls without a result: ${open.join()}` : undefined;
}

/**
 * What a strict provider with this wire format would refuse in a request: calls that are not paired with results, roles that do
 * not take turns, empty texts, ids of other characters (report 78). Absent for what all of them take.
 */
export function historyProblem(wire: ServedWire, body: Readonly<Record<string, unknown>>): string | undefined {
  const messages = body["messages"] as readonly Said[];
  return wire === "anthropic" ? anthropicProblem(messages) : chatProblem(messages, wire);
}

/** The ids of all calls of a request, in their order. */
export function callIdsOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  return (body["messages"] as readonly Said[]).flatMap((message) => [
    ...blocksOf(message).flatMap(({ type, id }) => (type === "tool_use" ? [id ?? ""] : [])),
    ...(message.tool_calls ?? []).map(({ id = "" }) => id),
  ]);
}
