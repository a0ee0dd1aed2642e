import type { CallPart } from "../../ports/model.ts";
import { callableName } from "../../script/roster.ts";
import { readCallArguments } from "../agent-run.ts";
import type { Delivered } from "./deliver.ts";
import { deliver, refused } from "./deliver.ts";
import type { Conversation, Turn } from "./parts.ts";

/** What the calls of one answer came to. */
export interface CallsEnd {
  /** Why the turn should end: what a hook, or two denials of one aim, asked for. */
  readonly stop?: string;
  /** Each call with what was delivered, in order. */
  readonly done: readonly { readonly call: CallPart; readonly delivered: Delivered }[];
}

/**
 * Makes the calls of an answer, in order; those that only read, next to one another, at the same time. Whatever happens, each is
 * answered: what was not begun when the work was stopped says so.
 */
export async function runCalls(conversation: Conversation, turn: Turn, calls: readonly CallPart[]): Promise<CallsEnd> {
  const done: CallsEnd["done"][number][] = [];
  let stop: string | undefined;
  for (const group of groupsOf(conversation, calls)) {
    const ends = await Promise.all(group.map((call) => answerCall(conversation, turn, { call, stop })));
    for (const [at, { delivered, stop: wanted }] of ends.entries()) {
      done.push({ call: group[at] as CallPart, delivered });
      stop ??= wanted;
    }
  }
  return { done, ...(stop !== undefined && { stop }) };
}

/** Answers calls that are not made, each with the same words. */
export async function refuseCalls({ emit }: Conversation, calls: readonly CallPart[], text: string): Promise<void> {
  for (const { id } of calls) await emit(refused(id, text));
}

function groupsOf({ tools, limits }: Conversation, calls: readonly CallPart[]): readonly (readonly CallPart[])[] {
  const groups: CallPart[][] = [];
  // A script may do anything, whatever ToolCall itself says.
  const reads = ({ name }: CallPart): boolean => tools.get(name)?.effect === "read" && name !== "ToolCall";
  for (const call of calls) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && last.length < limits.parallel && reads(first) && reads(call)) {
      last.push(call);
    } else groups.push([call]);
  }
  return groups;
}

interface Asked {
  readonly call: CallPart;
  readonly stop: string | undefined;
}

interface CallEnd {
  readonly delivered: Delivered;
  readonly stop?: string;
}

async function answerCall(conversation: Conversation, turn: Turn, { call, stop }: Asked): Promise<CallEnd> {
  const { emit } = conversation;
  let end: CallEnd;
  try {
    end = await makeCall(conversation, turn, { call, stop });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    end = { delivered: refused(call.id, `Error: the call broke: ${words}`) };
  }
  await emit(end.delivered);
  return end;
}

async function makeCall(conversation: Conversation, { cancel }: Turn, { call, stop }: Asked): Promise<CallEnd> {
  const { id, name, argumentsText } = call;
  const not = (text: string): CallEnd => ({ delivered: refused(id, text) });
  if (cancel.cancelled) return not("Cancelled before it ran: the person stopped the work.");
  if (stop !== undefined) return not(`Not run: the turn ends after the call before it (${stop}).`);
  const tool = conversation.tools.get(name);
  if (tool === undefined) return not(unknownTool(conversation, name));
  const read = readCallArguments(argumentsText);
  if ("problem" in read) {
    return not(`Error: ${name} was not run: ${read.problem}. Send one JSON object with the arguments of its schema.`);
  }
  const settled = await conversation.call({ tool: callableName(tool), input: read.input, id, cancel });
  const script = conversation.scriptEnd(id);
  if (settled === undefined) return not(unknownTool(conversation, name));
  const delivered = await deliver(
    { tool, settled, script },
    { store: conversation.host.store, trust: conversation.trust },
  );
  return { delivered, ...(settled.stop !== undefined && { stop: settled.stop }) };
}

function unknownTool({ tools, catalogue }: Conversation, name: string): string {
  const listed = catalogue().callable.find(name) !== undefined;
  return listed
    ? `Error: ${name} is called through ToolCall: (${name} ...), with keyword arguments. ToolSearch gives its contract.`
    : `Error: there is no tool ${JSON.stringify(name)}. Your tools are ${[...tools.keys()].join(", ")}; ToolSearch finds others.`;
}
