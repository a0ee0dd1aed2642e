import type { TextQuery } from "../../../ports/search.ts";
import { MAX_PENDING_BYTES } from "./limits.ts";
import type { SearchRoot } from "./search-root.ts";
import { binaryLine, onOneLine } from "./shown-line.ts";
import type { Take } from "./take-output.ts";
import { shownPath } from "./take-output.ts";

const NUL = 0;
const LINE_FEED = 10;

/** What ripgrep says, after the path, of a file that matches and is no text. */
const BINARY_MESSAGE = "binary file matches (found ";

/** Where the taking stands: before the path of a file, or in its lines. */
interface Headed {
  readonly query: TextQuery;
  readonly root: SearchRoot;
  readonly sink: (line: string) => boolean;
  isBeforePath: boolean;
  hasShown: boolean;
}

/**
 * Takes the output of `--heading --null --line-number`: for each file its path and a NUL, numbered lines, and an empty line
 * before the next path. Lines without a number are messages of ripgrep's own: only a binary match is passed on.
 */
export function takeContent(query: TextQuery, root: SearchRoot, sink: (line: string) => boolean): Take {
  const state: Headed = { query, root, sink, isBeforePath: true, hasShown: false };
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    let at = 0;
    for (let end = endOfNext(state, pending, at); end >= 0; end = endOfNext(state, pending, at)) {
      if (!takePart(state, pending.toString("utf8", at, end))) return false;
      at = end + 1;
    }
    // Of a line that never ends the beginning is given up; its end then has no number and is passed over.
    pending = pending.length - at > MAX_PENDING_BYTES ? Buffer.alloc(0) : pending.subarray(at);
    return true;
  };
}

/** Where the next part ends; negative when it has not come yet. A name may contain line feeds, a message has no NUL. */
function endOfNext(state: Headed, pending: Buffer, at: number): number {
  if (!state.isBeforePath) return pending.indexOf(LINE_FEED, at);
  const end = pending.indexOf(NUL, at);
  if (end >= 0 || state.root.file === undefined) return end;
  return pending.includes(BINARY_MESSAGE, at) ? pending.indexOf(LINE_FEED, pending.indexOf(BINARY_MESSAGE, at)) : -1;
}

function takePart(state: Headed, text: string): boolean {
  if (!state.isBeforePath) return takeLine(state, text);
  if (state.root.file !== undefined && text.includes(`: ${BINARY_MESSAGE}`))
    return state.sink(binaryLine(state.root.shown("")));
  const isFollowing = state.hasShown;
  state.isBeforePath = false;
  state.hasShown = true;
  if (isFollowing && !state.sink("")) return false;
  return state.sink(onOneLine(shownPath(state.root, text)));
}

function takeLine(state: Headed, text: string): boolean {
  if (text === "") {
    state.isBeforePath = true;
    return true;
  }
  if (text === "--") return state.sink(text);
  const number = /^\d+[:-]/.exec(text)?.[0];
  if (number === undefined) {
    return text.includes(BINARY_MESSAGE) ? state.sink(binaryLine(state.root.shown(state.root.file ?? ""))) : true;
  }
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  return state.sink(state.query.lineNumbers ? line : line.slice(number.length));
}
