import { createTwoFilesPatch } from "diff";
import type { Host } from "../../ports/host.ts";
import type { SessionFacts } from "../../pipeline/tool.ts";
import { rememberFact } from "../facts.ts";
import { decodeText, isBinary } from "../text/decode-text.ts";
import type { Before, EncodedBytes } from "./existing-file.ts";
import { withPlainEnds } from "./lines.ts";
import type { Refusal } from "./refusal.ts";
import type { Target } from "./target.ts";

/** Most characters of file contents that a session remembers, to show what changed since. */
export const MAX_SEEN_CHARS = 8 * 1024 * 1024;
/** Most characters of one file that are remembered. */
const MAX_SEEN_FILE_CHARS = MAX_SEEN_CHARS / 8;
/** Most characters of a difference that a refusal shows. */
const MAX_SHOWN_DIFFERENCE = 4_000;
/** Most line edits that are looked for between two states of a file. */
const MAX_DIFF_EDITS = 2_000;

/** A text as it was, or as Read told it: that is taken apart only when it is needed. */
interface SeenText {
  readonly text: string;
  readonly told: boolean;
}

interface Texts {
  /** By real path, the oldest first. */
  readonly byPath: Map<string, SeenText>;
  chars: number;
}

/** What each session last saw of its files; gone with the session. */
const TEXTS = new WeakMap<SessionFacts, Texts>();

/** What a session last saw of a file. */
export interface Sight {
  readonly fingerprint: string;
  /** The whole text; kept within `MAX_SEEN_CHARS` so that a later refusal can show the difference. */
  readonly text?: string | undefined;
  /** Instead of the text, what Read answered about the file. */
  readonly answer?: string;
}

/** Remembers what the session has read or written at a real path; the oldest are forgotten first. */
export function noteSeen(session: SessionFacts, real: string, sight: Sight): void {
  rememberFact(session.seen, real, sight.fingerprint);
  const { text, answer } = sight;
  // What does not begin with the first line can never be made into the whole text.
  if (answer !== undefined && FIRST_LINE.test(answer)) keepText(session, real, { text: answer, told: true });
  else keepText(session, real, text === undefined ? undefined : { text, told: false });
}

/** Forgets a file that is gone. */
export function forgetSeen(session: SessionFacts, real: string): void {
  session.seen.delete(real);
  keepText(session, real, undefined);
}

function keepText(session: SessionFacts, real: string, seen: SeenText | undefined): void {
  const kept = TEXTS.get(session) ?? { byPath: new Map<string, SeenText>(), chars: 0 };
  TEXTS.set(session, kept);
  const forget = (path: string): void => {
    kept.chars -= kept.byPath.get(path)?.text.length ?? 0;
    kept.byPath.delete(path);
  };
  forget(real);
  if (seen === undefined || seen.text.length > MAX_SEEN_FILE_CHARS) return;
  kept.byPath.set(real, seen);
  kept.chars += seen.text.length;
  for (const oldest of kept.byPath.keys()) {
    if (kept.chars <= MAX_SEEN_CHARS) break;
    forget(oldest);
  }
}

/** What the session saw of a file, with plain line ends; undefined when it did not see all of it. */
function textSeen(session: SessionFacts, real: string): string | undefined {
  const seen = TEXTS.get(session)?.byPath.get(real);
  if (seen === undefined) return undefined;
  return seen.told ? textFromRead(seen.text) : withPlainEnds(seen.text);
}

/** The text of content, for `noteSeen`; undefined where it is binary. */
export function seenText(
  { bytes, encoding }: EncodedBytes,
  { workspace }: Pick<Host, "workspace">,
): string | undefined {
  const decoded = decodeText(bytes, { legacyEncoding: encoding ?? workspace.legacyEncoding });
  return isBinary(decoded) ? undefined : decoded.text;
}

/** A line as Read shows it. */
const NUMBERED = /^ *(\d+)\t(.*)$/s;
/** The beginning of an answer that starts with the first line. */
const FIRST_LINE = /^ *1\t/;
/** What Read puts for the rest of a line that it cuts. */
const CUT = " [...]";

/**
 * The text of a file from what Read answered about it (2.9): without the numbers, and only when everything was shown. The
 * last line end is not told by Read and is left out.
 */
export function textFromRead(answer: string): string | undefined {
  const out: string[] = [];
  for (const line of answer.split("\n")) {
    const [, number, text = ""] = NUMBERED.exec(line) ?? [];
    if (Number(number) !== out.length + 1 || text.endsWith(CUT)) return undefined;
    out.push(text);
  }
  return out.join("\n");
}

function withoutLastEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/** How the text that was seen differs from the one that is there, as a unified diff; undefined when that is too much. */
function differenceOf(path: string, then: string, now: string): string | undefined {
  const options = { maxEditLength: MAX_DIFF_EDITS, context: 2 };
  const names = [`${path} as it was read`, `${path} as it is`] as const;
  const [before, after] = [`${withoutLastEnd(then)}\n`, `${withoutLastEnd(now)}\n`];
  const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, options);
  return patch === undefined || patch.length > MAX_SHOWN_DIFFERENCE ? undefined : patch;
}

/** What comparing needs of a context. */
export interface SeenContext {
  readonly host: Host;
  readonly session: SessionFacts;
}

/** What is known about a file that is not as it was: that it is the same after all, how it differs, or no more than that. */
function comparison(
  { session, host }: SeenContext,
  target: Target,
  content: EncodedBytes,
): { now?: string; difference?: string } {
  const then = textSeen(session, target.real);
  const text = seenText(content, host);
  if (then === undefined || text === undefined) return {};
  const now = withPlainEnds(text);
  if (withoutLastEnd(then) === withoutLastEnd(now)) return { now };
  const difference = differenceOf(target.path, then, now);
  return difference === undefined ? {} : { now, difference };
}

/**
 * Refuses to change a file that differs from what the session last saw of it, with the difference. When the whole
 * difference could be shown, the session has now seen the file as it is, and the change may be tried again.
 */
export function unchangedSince(context: SeenContext, target: Target, before: Before): Refusal | undefined {
  const { session } = context;
  const known = session.seen.get(target.real);
  if (known === undefined) return undefined;
  if (before === "missing") {
    forgetSeen(session, target.real);
    return { refused: `${target.path} was read before and does not exist any more. Nothing was changed.` };
  }
  if (known === before.fingerprint) return undefined;
  const { now, difference } = comparison(context, target, before);
  const refused = `${target.path} was changed since it was read. Nothing was changed.`;
  if (now === undefined) return { refused: `${refused} Read it again, then repeat the change if it still fits.` };
  noteSeen(session, target.real, { fingerprint: before.fingerprint, text: now });
  if (difference === undefined) return undefined;
  return { refused: `${refused} This is the difference; repeat the change if it still fits.\n${difference}` };
}

/** Whether two contents are the same, byte for byte. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at === a.length;
}
