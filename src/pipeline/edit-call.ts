import { boundArguments, previewOf } from "../protocol/bounds.ts";
import type { Hooked } from "./before-hooks.ts";
import { beforeHooks } from "./before-hooks.ts";
import type { Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import type { PersonEdit } from "./permissions.ts";
import { isStop } from "./stage.ts";
import { checkEdited } from "./validate.ts";

/** Lines of a change that the model is told of each side, and characters of each line. */
const TOLD_LINES = 20;
const TOLD_LINE_CHARS = 500;

/** A call on its way to another decision. */
export interface Redecided {
  readonly hooked: Hooked;
  /** What the person said of exactly this call; missing when it is not theirs, because a hook changed it again. */
  readonly edit?: PersonEdit;
  /** Why what they wrote was not taken: the call is as it was. */
  readonly problem?: string;
}

/**
 * Puts what a person wrote in the place of an argument. It is checked like any argument and goes through the hooks before a
 * call; what the tool does not take leaves the call as it was, and a hook that writes it anew has it decided anew (report 38).
 */
export async function editCall(context: PipelineContext, hooked: Hooked, edit: PersonEdit): Promise<Redecided | Stop> {
  const { received, json } = hooked;
  const { id, tool } = received.call;
  const { name, text } = edit.argument;
  const before = json[name];
  if (name !== tool.editable || typeof before !== "string") {
    return { hooked, problem: `The argument ${previewOf(name)} of ${tool.name} cannot be changed here.` };
  }
  const validated = checkEdited(received, { ...json, [name]: text });
  if (isStop(validated)) return { hooked, problem: `What was written is not taken. ${validated.message}` };
  const args = boundArguments(validated.json);
  void context.emit({ kind: "input-rewritten", id, by: "person", ...(args !== undefined && { args }) });
  const note = editNote(name, before, text);
  received.notes.edited = received.notes.edited === undefined ? note : `${received.notes.edited}\n${note}`;
  const next = await beforeHooks(context, validated);
  if (isStop(next)) return next;
  return next.json === validated.json ? { hooked: next, edit } : { hooked: next };
}

/** What the model is told: which argument, and the lines that differ. */
function editNote(name: string, before: string, after: string): string {
  const [old, made] = differing(before.split("\n"), after.split("\n"));
  const lines = [...told("-", old), ...told("+", made)];
  return `The person changed the argument ${name} of this call; what counts is what they wrote, not what you sent:\n${lines.join("\n")}`;
}

/** The lines of two texts between their common beginning and their common end. */
function differing(
  before: readonly string[],
  after: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

function told(sign: string, lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, TOLD_LINES).map((line) => `${sign} ${previewOf(line, TOLD_LINE_CHARS)}`);
  return lines.length > TOLD_LINES ? [...shown, `${sign} ... ${lines.length - TOLD_LINES} more lines`] : shown;
}
