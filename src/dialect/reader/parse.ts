import type { Diagnostic } from "../diagnostics.ts";
import { endsCharacter, endsDot, isSpace, lineEnd, tokenEnd } from "./characters.ts";
import type { Opener, Suspicion } from "./closers.ts";
import { blameMismatch, blameStray, blameUnclosed } from "./closers.ts";
import { readCharacter } from "./escapes.ts";
import { foreignSyntax, hashSyntax } from "./hash.ts";
import type { Reports } from "./reports.ts";
import { createReports, hasRoom, report } from "./reports.ts";
import type { SyntaxKind, SyntaxNode } from "./syntax.ts";

/** Nodes one tree holds at most unless a caller allows more; the text from there on becomes one error node. */
export const MAX_SYNTAX_NODES = 1_000_000;

/** A text as a tree, with what is wrong about its structure. */
export interface SyntaxTree {
  readonly nodes: readonly SyntaxNode[];
  readonly diagnostics: readonly Diagnostic[];
  /** False when the text had more nodes than allowed. */
  readonly complete: boolean;
}

const NONE: readonly SyntaxNode[] = [];

/** An open list, vector or prefix. `base` is where its children begin among the pending nodes. */
interface Frame extends Opener {
  readonly kind: "list" | "vector" | "prefixed";
  readonly base: number;
  readonly prefixEnd: number;
}

interface State {
  readonly source: string;
  readonly reports: Reports;
  /** Finished nodes whose parent is not, `height` of them; the children of each open frame follow one another. */
  readonly pending: SyntaxNode[];
  height: number;
  readonly frames: Frame[];
  at: number;
  lineStart: number;
  /** Whether nothing but white space stands before `at` on its line. */
  fresh: boolean;
  /** End of the last token that is no comment. */
  lastEnd: number;
  suspicion: Suspicion | undefined;
  /** Nodes that may still be made. */
  room: number;
  readonly comments: boolean;
}

/**
 * The tree of any text (A21, 2.1). Linear in its length, no recursion, never fails: unclosed and mismatched
 * parts are marked and reported. What a token means is not looked at here: see `read`. With `comments` false
 * comments are left out and count for nothing; otherwise they are nodes like the others.
 */
export function parse(source: string, maxNodes: number = MAX_SYNTAX_NODES, comments = true): SyntaxTree {
  const state: State = {
    source,
    reports: createReports(source),
    pending: [],
    height: 0,
    frames: [],
    at: 0,
    lineStart: 0,
    fresh: true,
    lastEnd: 0,
    suspicion: undefined,
    room: maxNodes,
    comments,
  };
  while (skipSpace(state) && state.room > 0) token(state);
  const complete = state.at >= source.length;
  if (!complete) push(state, node("error", state.at, source.length));
  closeAll(state, complete);
  return { nodes: takeChildren(state, 0), diagnostics: state.reports.list, complete };
}

function node(kind: SyntaxKind, start: number, end: number): SyntaxNode {
  return { kind, start, end, children: NONE, closed: true };
}

/** Moves to the next token; false at the end of the text. */
function skipSpace(state: State): boolean {
  const { source } = state;
  let i = state.at;
  for (; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 10) {
      state.lineStart = i + 1;
      state.fresh = true;
    } else if (!isSpace(unit)) {
      break;
    }
  }
  state.at = i;
  return i < source.length;
}

/** Takes the token at `at`. */
function token(state: State): void {
  const { source, at } = state;
  const unit = source.charCodeAt(at);
  switch (unit) {
    case 41: // )
    case 93: // ]
      close(state, unit);
      state.fresh = false;
      return;
    case 59: // ;
      comment(state, lineEnd(source, at));
      return;
    default:
      if (state.fresh) suspect(state);
      state.fresh = false;
      state.room--;
      datum(state, unit);
  }
}

function datum(state: State, unit: number): void {
  const { source, at } = state;
  switch (unit) {
    case 40: // (
      open(state, "list", at + 1);
      return;
    case 91: // [
      open(state, "vector", at + 1);
      return;
    case 39: // '
    case 96: // `
      open(state, "prefixed", at + 1);
      return;
    case 44: // ,
      open(state, "prefixed", source.charCodeAt(at + 1) === 64 ? at + 2 : at + 1);
      return;
    case 34: // "
      string(state);
      return;
    case 35: // #
      hash(state);
      return;
    case 63: // ?
      leaf(state, "atom", characterEnd(source, at));
      return;
    default:
      leaf(state, "atom", isDot(source, at) ? at + 1 : tokenEnd(source, at));
  }
}

/** Whether the character at `at` is the dot of a pair. */
export function isDot(source: string, at: number): boolean {
  return source.charCodeAt(at) === 46 && endsDot(source.charCodeAt(at + 1));
}

/** The end of a character literal; one that something sticks to takes that with it. */
function characterEnd(source: string, at: number): number {
  const { end } = readCharacter(source, at);
  const blank = end === at + 2 && (source.charCodeAt(at + 1) === 32 || source.charCodeAt(at + 1) === 9);
  return blank || endsCharacter(source.charCodeAt(end)) ? end : tokenEnd(source, end);
}

function comment(state: State, end: number): void {
  if (state.comments) {
    state.room--;
    push(state, node("comment", state.at, end));
  }
  state.at = end;
}

function leaf(state: State, kind: SyntaxKind, end: number): void {
  const start = state.at;
  state.at = end;
  add(state, node(kind, start, end));
}

/** Appends a finished node that is no comment, and finishes the prefixes that were waiting for it. */
function add(state: State, finished: SyntaxNode): void {
  const { frames } = state;
  push(state, finished);
  state.lastEnd = finished.end;
  for (let top = frames.at(-1); top?.kind === "prefixed"; top = frames.at(-1)) {
    frames.pop();
    push(state, prefixed(state, top, finished.end, true));
  }
}

function push(state: State, finished: SyntaxNode): void {
  // Shortening an array costs more than a count of what is in use.
  state.pending[state.height++] = finished;
}

function takeChildren(state: State, base: number): readonly SyntaxNode[] {
  if (base === state.height) return NONE;
  const children = state.pending.slice(base, state.height);
  state.height = base;
  return children;
}

function container(state: State, frame: Frame, end: number, closed: boolean): SyntaxNode {
  return { kind: frame.kind, start: frame.start, end, children: takeChildren(state, frame.base), closed };
}

function prefixed(state: State, frame: Frame, end: number, closed: boolean): SyntaxNode {
  const children = takeChildren(state, frame.base);
  return {
    kind: "prefixed",
    start: frame.start,
    end,
    children,
    prefix: state.source.slice(frame.start, frame.prefixEnd),
    closed,
  };
}

function open(state: State, kind: Frame["kind"], end: number): void {
  const start = state.at;
  state.frames.push({ kind, start, column: start - state.lineStart, base: state.height, prefixEnd: end });
  state.at = end;
  state.lastEnd = end;
}

/** Handles a closer: it may fit, fit the opener around the innermost one, fit nothing, or have nothing to close. */
function close(state: State, unit: number): void {
  const kind = unit === 41 ? "list" : "vector";
  abandonPrefixes(state, state.at);
  const { frames, reports } = state;
  const top = frames.at(-1);
  if (top === undefined) {
    blameStray(reports, state.at);
    leaf(state, "error", state.at + 1);
    return;
  }
  if (top.kind !== kind) {
    const fitsOuter = enclosingKind(frames) === kind;
    blameMismatch(reports, top, state.at, fitsOuter ? state.lastEnd : undefined);
    if (fitsOuter) finish(state, state.at, false);
  }
  state.at++;
  finish(state, state.at, true);
  if (frames.length === 0) state.suspicion = undefined;
}

/** The kind of the list or vector around the innermost one. */
function enclosingKind(frames: readonly Frame[]): Frame["kind"] | undefined {
  let i = frames.length - 2;
  while (i >= 0 && frames[i]?.kind === "prefixed") i--;
  return frames[i]?.kind;
}

/** Finishes the innermost list or vector. */
function finish(state: State, end: number, closed: boolean): void {
  const frame = state.frames.pop();
  if (frame === undefined) return;
  add(state, container(state, frame, end, closed));
}

/** Ends prefixes that no datum follows, with one report for a run of them. */
function abandonPrefixes(state: State, end: number): void {
  const { frames, source } = state;
  let reported = false;
  for (let top = frames.at(-1); top?.kind === "prefixed"; top = frames.at(-1)) {
    frames.pop();
    const prefix = source.slice(top.start, top.prefixEnd);
    if (!reported && hasRoom(state.reports)) {
      report(state.reports, {
        code: "E100",
        kind: "script",
        span: { start: top.start, end: top.prefixEnd },
        args: { what: `nothing follows ${prefix}` },
        notes: [`${prefix} belongs before one datum, such as ${prefix}name.`],
      });
    }
    reported = true;
    push(state, prefixed(state, top, end, false));
  }
}

function string(state: State): void {
  const { source } = state;
  const start = state.at;
  let i = start + 1;
  for (; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 34) break;
    if (unit === 92) i++;
    if (source.charCodeAt(i) === 10) state.lineStart = i + 1;
  }
  const closed = i < source.length;
  state.at = Math.min(i + 1, source.length);
  if (closed) {
    add(state, node("string", start, state.at));
    return;
  }
  // An odd quotation mark makes nonsense of everything behind it, so nothing else is said about that.
  blameUnclosed(state.reports, [{ kind: "string", start, column: 0 }], { suspicion: undefined, end: state.at });
  add(state, { ...node("string", start, state.at), closed: false });
  closeAll(state, false);
}

function hash(state: State): void {
  const { source, at } = state;
  const { kind, end } = hashSyntax(source, at);
  if (kind === "prefix") {
    open(state, "prefixed", end);
    return;
  }
  if (kind === "comment") {
    comment(state, end);
    return;
  }
  if (kind === "refused" && hasRoom(state.reports)) {
    const { what, instead } = foreignSyntax(source, at, end);
    report(state.reports, {
      code: "E106",
      kind: "script",
      span: { start: at, end },
      args: { what },
      ...(instead === undefined ? {} : { notes: [instead] }),
    });
  }
  leaf(state, kind === "refused" ? "error" : "atom", end);
}

/** Remembers the first line that begins further left than an open list around it allows. */
function suspect(state: State): void {
  const top = state.frames.at(-1);
  if (top === undefined || state.suspicion !== undefined || top.kind === "prefixed") return;
  const column = state.at - state.lineStart;
  if (column > top.column) return;
  let count = 0;
  for (let i = state.frames.length - 1; i >= 0 && (state.frames[i] as Frame).column >= column; i--) {
    if ((state.frames[i] as Frame).kind !== "prefixed") count++;
  }
  state.suspicion = { opener: top, at: state.at, lastEnd: state.lastEnd, count };
}

/** Ends everything that is still open at the end of the text. */
function closeAll(state: State, reported: boolean): void {
  const end = state.source.length;
  if (reported) {
    abandonPrefixes(state, end);
    const openers = state.frames.filter((frame) => frame.kind !== "prefixed");
    if (openers.length > 0) blameUnclosed(state.reports, openers, { suspicion: state.suspicion, end: state.lastEnd });
  }
  for (let top = state.frames.pop(); top !== undefined; top = state.frames.pop()) {
    if (top.kind === "prefixed") push(state, prefixed(state, top, end, false));
    else push(state, container(state, top, end, false));
  }
}
