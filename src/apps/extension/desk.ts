import type { ReadSession, SessionProblem } from "../../agent/recover.ts";
import { readSession } from "../../agent/recover.ts";
import type { Session, SessionOptions } from "../../agent/session.ts";
import { createSession } from "../../agent/session.ts";
import type { Settings } from "../../agent/settings.ts";
import type { PermissionOptions } from "../../pipeline/permission/create-permissions.ts";
import type { Tool } from "../../pipeline/tool.ts";
import type { Host } from "../../ports/host.ts";
import { createStamp } from "../../protocol/emit.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import { fold } from "../../protocol/fold.ts";
import type { PermissionModeName } from "../../protocol/session-events.ts";
import type { View } from "../../protocol/view.ts";
import { EMPTY_VIEW } from "../../protocol/view.ts";

/** What sessions are made with beside their tools. */
export interface SessionMakings extends Omit<SessionOptions, "resume" | "show" | "tools"> {
  readonly settings: Settings;
}

/** What a window works on: a host, and what sessions on it are made with. */
export interface Workplace {
  readonly host: Host;
  readonly tools: readonly Tool[];
  readonly settings: () => Promise<Settings>;
  readonly rules: () => Promise<Pick<PermissionOptions, "rules" | "grants">>;
  /** What sessions are made with: settings, rules and hooks as they are now; the person may be asked about hooks. */
  readonly sessionOptions: () => Promise<SessionMakings>;
  /** Hears of each session that is opened for writing. */
  readonly opened: (session: Session) => void;
  /** Lets go of everything. */
  readonly dispose: () => Promise<void>;
}

/** What a desk is made with. */
export interface DeskOptions {
  readonly workplace: () => Promise<Workplace>;
  /** The mode of sessions that begin, and of those that are opened. */
  readonly usualMode: () => PermissionModeName;
  /** Hears each event of the session that is shown, once it is written. */
  readonly event: (event: AgentEvent, view: View) => void;
  /** Hears that another session is shown, or the same one otherwise than by events. */
  readonly reopened: () => void;
  /** Hears that the session that is shown has begun to be written, and so has an id. */
  readonly begun: () => void;
}

/** The session that a window shows. */
export interface Desk {
  readonly view: () => View;
  /** The session's id; undefined for one that nothing has happened in. */
  readonly id: () => string | undefined;
  readonly mode: () => PermissionModeName;
  /** Changes the mode; it is written with the first thing that is done. */
  readonly setMode: (mode: PermissionModeName) => void;
  /** Shows a session; nothing is written. Answers why it cannot be shown. */
  readonly open: (id: string, mode?: PermissionModeName) => Promise<string | undefined>;
  /** Shows a session that nothing has happened in. */
  readonly begin: () => Promise<void>;
  /** The session, open for writing: the first one to ask opens it. */
  readonly live: () => Promise<Session | SessionProblem>;
  /** The session if it is open for writing already. */
  readonly opened: () => Session | undefined;
  /** Stops what runs and lets others have the session; it stays shown. */
  readonly close: () => Promise<string | undefined>;
}

/** A desk with a session on it that nothing has happened in. */
export function createDesk({ workplace, usualMode, event, reopened, begun }: DeskOptions): Desk {
  let view: View = EMPTY_VIEW;
  let id: string | undefined;
  let mode = usualMode();
  let session: Session | undefined;
  /** Opening, beginning and closing go one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const close = async (): Promise<string | undefined> => {
    const closing = session;
    // Events of its end still belong to what is shown.
    const problem = await closing?.close();
    session = undefined;
    return problem;
  };

  const show = (shown: { readonly id: string | undefined; readonly view: View }, in_: PermissionModeName): void => {
    ({ id, view } = shown);
    mode = in_;
    reopened();
  };

  const openForWriting = async (): Promise<Session | SessionProblem> => {
    if (session !== undefined) return session;
    const { host, tools, sessionOptions, opened } = await workplace();
    const options = await sessionOptions();
    const wanted = mode;
    const made = await createSession(host, {
      ...options,
      tools,
      settings: { ...options.settings, mode: wanted },
      ...(id !== undefined && { resume: id }),
      show: (happened, now) => {
        view = now;
        event(happened, now);
      },
    });
    if ("problem" in made) return made;
    session = made;
    opened(made);
    const isResumed = id !== undefined;
    ({ id } = made);
    view = made.view();
    if (mode !== wanted) made.setMode(mode);
    // What was interrupted has been written by now: the panels folded it without knowing its place.
    if (isResumed) reopened();
    begun();
    return made;
  };

  return {
    view: () => view,
    id: () => id,
    mode: () => session?.mode() ?? mode,
    setMode(next) {
      mode = next;
      session?.setMode(next);
    },
    open: (wanted, in_) =>
      inTurn(async () => {
        const { host } = await workplace();
        if (wanted === id && session !== undefined) return undefined;
        const read = await readSession(host.store, wanted, host.clock);
        if ("problem" in read) return read.message;
        await close();
        show({ id: wanted, view: withInterruptions(read, host) }, in_ ?? usualMode());
        return undefined;
      }),
    begin: () =>
      inTurn(async () => {
        await close();
        show({ id: undefined, view: EMPTY_VIEW }, usualMode());
      }),
    live: () => inTurn(openForWriting),
    opened: () => session,
    close: () => inTurn(close),
  };
}

/** The view in which everything without an end is interrupted, as it will be written when the session goes on. */
function withInterruptions({ view, pending }: ReadSession, { clock }: Host): View {
  const stamp = createStamp(clock.now, view.seq);
  return pending.reduce((now, fact) => fold(now, stamp(fact)), view);
}
