import { countLineEndings, newlineOf } from "../text/line-endings.ts";
import type { Prepared } from "./change-files.ts";
import { bytesOf, NEW_FILE, newFileText, readBefore, textOf } from "./existing-file.ts";
import type { Before } from "./existing-file.ts";
import { partnersOf, withOldEnds } from "./line-ends.ts";
import { joinLines, pieces } from "./lines.ts";
import { staleness } from "./prepare-edit.ts";
import type { PrepareContext } from "./prepare-edit.ts";
import { isRefusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { sameBytes } from "./seen.ts";
import { locate } from "./target.ts";
import type { Target } from "./target.ts";

/** New content with the line ends of the file it replaces, unless it brings carriage returns of its own. */
function withEndsOf(old: string, content: string): string {
  if (content.includes("\r") || !old.includes("\r")) return content;
  const usual = newlineOf(countLineEndings(old));
  const lines = pieces(old);
  const texts = content.split("\n");
  const partners = partnersOf(
    lines.map((line) => line.text),
    texts,
  );
  return joinLines(withOldEnds(lines, { texts, partners }, usual));
}

/** Refuses to replace what the session has not read, or not as it is now. */
function unreadOrStale(target: Target, before: Before, context: PrepareContext): Refusal | undefined {
  if (context.session?.seen.has(target.real) !== false) return staleness(context, target, before);
  return {
    refused: `${target.path} exists and was not read in this session. Read it before replacing all of it, or change parts with Edit.`,
  };
}

/** Prepares the whole content of a file; nothing is written. A file that exists keeps encoding, byte order mark and line ends. */
export async function prepareWrite(
  path: string,
  content: string,
  context: PrepareContext,
): Promise<Prepared | Refusal> {
  const target = await locate(path, context);
  if (isRefusal(target)) return target;
  const before = await readBefore(target, context.host);
  if (isRefusal(before)) return before;
  const unknown = before === "missing" ? undefined : unreadOrStale(target, before, context);
  if (unknown !== undefined) return unknown;
  const facts = before === "missing" ? { text: "", ...NEW_FILE } : textOf(path, before, context.host);
  if (isRefusal(facts)) return facts;
  const text = before === "missing" ? newFileText(content, context.host) : withEndsOf(facts.text, content);
  const after = bytesOf(path, text, facts);
  if (isRefusal(after)) return after;
  if (before !== "missing" && sameBytes(before.bytes, after))
    return { refused: `${path} has this content already; nothing was written.` };
  return {
    changes: [{ path, real: target.real, before, after }],
    files: [{ path, before: before === "missing" ? before : before.bytes, after }],
    notes: [],
  };
}
