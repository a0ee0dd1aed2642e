import type { SessionEntry, Store } from "../../ports/store.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import type { Command, Invocation } from "./command.ts";
import { optionValue, UsageError } from "./command.ts";
import { EXIT } from "./io.ts";
import { counted, writeJson } from "./report.ts";
import { eventsOf, withStore } from "./stored-session.ts";
import { oneSafeLine } from "./terminal-text.ts";

/** Sessions that are listed without `--last`. */
const USUAL_COUNT = 20;

/** `toolcall sessions`. */
export const sessionsCommand: Command = {
  name: "sessions",
  operands: "",
  min: 0,
  max: 0,
  summary: "list the sessions that are kept, the newest first",
  details: [
    "Each line has the session's id, when it was last written, its scripts, calls and changed files, and its folder.",
    "With --json: {ok, sessions: [{id, bytes, modified, roots, scripts, calls, changes}], total}.",
  ],
  options: [{ name: "last", value: "N", doc: `list so many; ${USUAL_COUNT} without it` }],
  examples: ["toolcall sessions", "toolcall sessions --last 3 --json"],
  run: runSessions,
};

interface SessionFacts extends SessionEntry {
  readonly roots: readonly string[];
  readonly scripts: number;
  readonly calls: number;
  readonly changes: number;
}

function runSessions(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const count = countOf(optionValue(invocation, "last"));
  return withStore(io, async (store) => {
    const all = await store.sessions();
    const sessions: SessionFacts[] = [];
    for (const entry of all.slice(0, count)) sessions.push(await factsOf(store, entry));
    if (json) writeJson(io, { ok: true, sessions, total: all.length });
    else io.out(listing(sessions, all.length));
    return EXIT.ok;
  });
}

function countOf(text: string | undefined): number {
  if (text === undefined) return USUAL_COUNT;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--last takes a whole number from 1, not ${text}.`);
  return Number(text);
}

async function factsOf(store: Store, entry: SessionEntry): Promise<SessionFacts> {
  const events = await eventsOf(store, entry.id).catch((): readonly AgentEvent[] => []);
  const many = (kind: string): number => events.filter((event) => event.kind === kind).length;
  const roots = events.find((event) => event.kind === "session-opened")?.roots ?? [];
  return {
    ...entry,
    roots,
    scripts: many("envelope-opened"),
    calls: many("call-received"),
    changes: many("file-changed"),
  };
}

function listing(sessions: readonly SessionFacts[], total: number): string {
  if (total === 0) return "There are no sessions yet.\n";
  const lines = sessions.map(({ id, modified, roots, scripts, calls, changes }) => {
    const when = new Date(modified).toISOString().slice(0, 16).replace("T", " ");
    const what = `${counted(scripts, "script")}, ${counted(calls, "call")}, ${counted(changes, "change")}`;
    return `${id}  ${when}  ${what.padEnd(32)}  ${oneSafeLine(roots.join(", "))}\n`;
  });
  const rest = total - sessions.length;
  return lines.join("") + (rest > 0 ? `… ${rest} more: --last ${total}\n` : "");
}
