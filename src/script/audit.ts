import type { CancelSource } from "../base/cancel.ts";
import type { CallRequest } from "../dialect/index.ts";
import { print } from "../dialect/index.ts";
import { bytesOf, NIL } from "../dialect/values.ts";
import type { CallStatus, Settled } from "../pipeline/call.ts";
import type { Tool } from "../pipeline/tool.ts";
import { previewOf } from "../protocol/bounds.ts";
import type { InputResult } from "./to-input.ts";
import { toText } from "./text.ts";

/** Lines of an account of nested calls: so many from the beginning, and the rest from the end. */
export const ACCOUNT_HEAD = 20;
export const ACCOUNT_TAIL = 30;
/** Arguments of more bytes than this are not printed in an account. */
const MAX_PRINTED_BYTES = 4_096;

/** One nested call of a running script (R207, 2.13). What is kept of it for good are the events of its call. */
export interface Child {
  /** `ENVELOPE/N`. */
  readonly id: string;
  readonly call: CallRequest;
  readonly tool: Tool;
  /** Its arguments as JSON, or why they could not be made. */
  readonly input: InputResult;
  /** Shared by the calls of one join of two or more (2.8). */
  readonly batch: number | undefined;
  /** Stops this call alone; it is stopped with its script, too. */
  readonly stop: CancelSource;
  status: "queued" | "running" | CallStatus;
  /** Whether the pipeline got it. */
  started: boolean;
  /** What came of it; undefined until then and for a call that never began. */
  settled: Settled | undefined;
}

/** What is known of a nested call after its script has ended. */
export interface ChildRecord {
  readonly id: string;
  readonly tool: string;
  readonly status: "queued" | "running" | CallStatus;
  readonly reason?: string;
  readonly batch?: number;
  /** Whether the result is the product's own text and not from files, commands or the web (A15). */
  readonly trusted: boolean;
  /** It ended its work after it had been told to stop (R216). */
  readonly late: boolean;
  /** It never began: the script ended before its turn came. */
  readonly neverStarted: boolean;
  /** The beginning of what it answered (2.13). */
  readonly preview: string;
  readonly handlerMs: number;
}

/** The record of a call at the end of its script. */
export function recordOf(child: Child): ChildRecord {
  const { id, tool, status, batch, settled, started } = child;
  return {
    id,
    tool: child.call.name,
    status,
    ...(settled?.reason !== undefined && { reason: settled.reason }),
    ...(batch !== undefined && { batch }),
    trusted: tool.trusted === true,
    late: settled?.late === true,
    neverStarted: !started && settled === undefined,
    preview: previewOf(settled?.text ?? ""),
    handlerMs: settled?.handlerMs ?? 0,
  };
}

/** What became of the calls of a script that was stopped, one line each; empty when it made none (2.8). Bounded. */
export function accountOf(children: readonly Child[]): string {
  if (children.length === 0) return "";
  const omitted = children.length - ACCOUNT_HEAD - ACCOUNT_TAIL;
  const shown = omitted <= 0 ? children : [...children.slice(0, ACCOUNT_HEAD), ...children.slice(-ACCOUNT_TAIL)];
  const lines = shown.map(accountLine);
  if (omitted > 0) {
    const middle = children.slice(ACCOUNT_HEAD, -ACCOUNT_TAIL);
    lines.splice(ACCOUNT_HEAD, 0, `- ... ${omitted} more calls (${tally(middle)})`);
  }
  return `\n\nNested call audit:\n${lines.join("\n")}`;
}

function accountLine(child: Child): string {
  const { neverStarted, late, status } = recordOf(child);
  const note = neverStarted ? ", never started" : late ? ", finished after it was told to stop" : "";
  return `- ${child.id} ${child.call.name} ${shownArguments(child.call)} (${status}${note})`;
}

function tally(children: readonly Child[]): string {
  const counts = new Map<string, number>();
  for (const { status } of children) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
}

/** A call's arguments as the script has them, on one line and bounded. */
function shownArguments(call: CallRequest): string {
  if (call.args === NIL) return "()";
  if (bytesOf(call.args) > MAX_PRINTED_BYTES) return "(...)";
  return previewOf(toText(print(call.args)).replaceAll("\n", "\\n"));
}
