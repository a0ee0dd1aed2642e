import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { Route } from "../dialect/index.ts";
import type { Settled } from "../pipeline/call.ts";
import type { PipelineOptions } from "../pipeline/create-pipeline.ts";
import { createPipeline } from "../pipeline/create-pipeline.ts";
import type { Hooks } from "../pipeline/hooks.ts";
import { NO_HOOKS } from "../pipeline/hooks.ts";
import type { PermissionControl, PermissionOptions } from "../pipeline/permission/create-permissions.ts";
import { createPermissions } from "../pipeline/permission/create-permissions.ts";
import { printRule } from "../pipeline/permission/rule.ts";
import type { PermissionMode, Permissions } from "../pipeline/permissions.ts";
import { recordPrompts } from "../pipeline/recorded-prompts.ts";
import type { SessionHooks } from "../pipeline/session-hooks.ts";
import { createSessionHooks } from "../pipeline/session-hooks.ts";
import { createSnapshots } from "../pipeline/snapshot-store.ts";
import type { Telemetry } from "../pipeline/telemetry.ts";
import { NO_TELEMETRY } from "../pipeline/telemetry.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { Host } from "../ports/host.ts";
import type { Model } from "../ports/model.ts";
import type { ProcessEnd } from "../ports/processes.ts";
import { headOf } from "../protocol/bounds.ts";
import type { Emit } from "../protocol/emit.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { TITLE_CHARS } from "../protocol/session-events.ts";
import type { View } from "../protocol/view.ts";
import type { EnvelopeResult, ScriptOptions } from "../script/envelope.ts";
import { callableName } from "../script/roster.ts";
import { runScript } from "../script/run-script.ts";
import { createWaits } from "../script/waits.ts";
import type { Catalogue } from "../tools/catalogue.ts";
import { createCatalogue } from "../tools/catalogue.ts";
import { createToolCall } from "../tools/tool-call.ts";
import { createToolSearch } from "../tools/tool-search.ts";
import type { ChangedBack, Direction } from "./change-back.ts";
import { changeBack } from "./change-back.ts";
import type { ConversationLimits } from "./conversation/limits.ts";
import { createIds } from "./ids.ts";
import type { Ended, Work } from "./told-to-hooks.ts";
import { toldToHooks } from "./told-to-hooks.ts";
import type { OpenedJournal } from "./open-session.ts";
import { openSession } from "./open-session.ts";
import type { SessionProblem } from "./recover.ts";
import { createRunning } from "./running.ts";
import type { SessionProcess } from "./session-processes.ts";
import { createSessionProcesses } from "./session-processes.ts";
import type { SessionTalk } from "./session-talk.ts";
import { createScriptEnds, createSessionTalk } from "./session-talk.ts";
import { namesOf } from "./session-names.ts";
import type { Settings } from "./settings.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import { createTurns } from "./turns.ts";

/** What a session is made of beside its host. */
export interface SessionOptions {
  /** The session to take up again; without it a new one begins. */
  readonly resume?: string;
  /** The table of tools; ToolSearch and ToolCall are the session's own. */
  readonly tools: readonly Tool[];
  readonly settings?: Settings;
  /** Rules, grants, checkers, and what keeps answers. */
  readonly permissions?: Omit<PermissionOptions, "host" | "mode">;
  readonly hooks?: Hooks;
  /** The name of the model that is at work, for hooks. */
  readonly model?: () => string | undefined;
  readonly telemetry?: Telemetry;
  /** The only names that a skill leaves to scripts (2.8). */
  readonly restrictedTo?: ReadonlySet<string>;
  /** Gets each event, in order, once it has been written, with the view after it. */
  readonly show?: (event: AgentEvent, view: View) => void;
  /** From 0 to 1, for ids. */
  readonly random?: () => number;
  /** Bounds of the work of models; `CONVERSATION_LIMITS` unless said otherwise. */
  readonly conversation?: Partial<ConversationLimits>;
  /** Told each stage that a call enters: what the parity tests compare. */
  readonly trace?: PipelineOptions["trace"];
}

/** A script to run in a session. */
export interface ScriptRequest {
  readonly expression: string;
  /** The provider's id of the call, or the session's own `ptc-N`. */
  readonly id?: string;
  readonly origin?: "model" | "user" | "agent";
  readonly cancel?: CancelToken;
  readonly route?: Route;
}

/** A single call to make in a session. */
export interface CallRequest {
  /** The name that scripts use; `ToolCall` and `ToolSearch` as well. */
  readonly tool: string;
  readonly input: JsonObject;
  /** The provider's id of the call, or the session's own `call-N`. */
  readonly id?: string;
  /** Who makes it: the person unless said otherwise. */
  readonly source?: "model" | "user" | "agent";
  readonly cancel?: CancelToken;
}

/** A session: scripts and calls, their rows, and the journal that they are kept in. */
export interface Session extends SessionTalk {
  readonly id: string;
  /** What has happened, as rows are folded from it. */
  readonly view: () => View;
  /** The request that is worked on. */
  readonly turn: () => string | undefined;
  readonly mode: () => PermissionMode;
  readonly setMode: (mode: PermissionMode) => void;
  /** The tools that may be used now: deny rules take some out (report 2). */
  readonly catalogue: () => Catalogue;
  /** The tools that a model is given: the permitted built-in ones, ToolSearch and ToolCall. */
  readonly native: () => readonly Tool[];
  readonly permissions: PermissionControl;
  /** Runs a script (R011–R022). Never rejects for anything that a script, a tool or the person does. */
  readonly runScript: (request: ScriptRequest) => Promise<EnvelopeResult>;
  /** Makes one call; undefined when there is no such tool. */
  readonly call: (request: CallRequest) => Promise<Settled | undefined>;
  /** Stops one script or call, or all that run. */
  readonly cancel: (reason: string, id?: string) => void;
  /** Commands that run now, those that go on in the background among them. */
  readonly processes: () => readonly SessionProcess[];
  /** Stops a command with all that it started; settles when they are gone, with undefined when none of this id runs. */
  readonly stopProcess: (id: string) => Promise<ProcessEnd | undefined>;
  /**
   * Hooks of the session beside those of its calls. What the person runs is told to them by itself; who works on a request
   * with a model does so with these.
   */
  readonly hooks: SessionHooks;
  /** What begins from now on has these settings; the mode stays, and so does what the store keeps. */
  readonly changeSettings: (settings: Settings) => void;
  /** Gives the session a name, of which its first `TITLE_CHARS` characters count. */
  readonly rename: (title: string) => void;
  /**
   * Takes back, or makes again, what a call, an envelope or a turn changed, without an id the last that can be; not while
   * something runs.
   */
  readonly changeBack: (direction: Direction, id?: string) => Promise<ChangedBack>;
  /** Appends that were synced so far. */
  readonly syncs: () => number;
  /**
   * Stops what runs, in the background as well, waits for its end, and lets others have the session. Answers what could not
   * be written.
   */
  readonly close: () => Promise<string | undefined>;
}

/** Opens a session: a new one, or one that is taken up again after everything without an end was interrupted (R256–R259). */
export async function createSession(host: Host, options: SessionOptions): Promise<Session | SessionProblem> {
  const settings = options.settings ?? DEFAULT_SETTINGS;
  const opened = await openSession(host, {
    mode: settings.mode,
    random: options.random ?? Math.random,
    ...(options.resume !== undefined && { resume: options.resume }),
    ...(options.show !== undefined && { show: options.show }),
  });
  if ("problem" in opened) return opened;
  return buildSession(host, { options, settings, opened });
}

interface Parts {
  readonly options: SessionOptions;
  readonly settings: Settings;
  readonly opened: OpenedJournal;
}

function buildSession(bareHost: Host, { options, settings, opened }: Parts): Session {
  let now = settings;
  const { id, journal, view } = opened;
  const processes = createSessionProcesses(bareHost);
  const host: Host = { ...bareHost, processes: processes.port };
  const waits = createWaits();
  const emit: Emit = (fact) => {
    waits.notice(fact);
    return journal.emit(fact);
  };
  const permissions = createPermissions({
    ...options.permissions,
    ...tellingSave(options, emit),
    told: recordPrompts(emit),
    host,
    mode: settings.mode,
  });
  const { telemetry = NO_TELEMETRY, hooks = NO_HOOKS, trace } = options;
  const snapshots = createSnapshots({ host });
  const turns = createTurns(emit, view());
  let asked: Model | undefined;
  const names = namesOf(host, id, { turn: turns.current, model: () => asked?.info.id ?? options.model?.() });
  const sessionHooks = createSessionHooks({ hooks, host, names });
  const pipeline = createPipeline({
    host,
    hooks,
    names,
    permissions,
    snapshots,
    facts: { seen: new Map(), conversationReads: new Map() },
    emit,
    telemetry,
    ...(trace !== undefined && { trace }),
  });
  const ids = createIds(view());
  const running = createRunning();

  const script = (
    source: string,
    envelope: Pick<ScriptOptions, "envelopeId" | "origin" | "cancel" | "route" | "prompt">,
  ): Promise<EnvelopeResult> =>
    runScript({
      ...envelope,
      source,
      tools: tools.catalogue().callable,
      pipeline,
      limits: now.limits,
      clock: host.clock,
      emit,
      waits,
      store: host.store,
      telemetry,
      processes: () => host.processes.running().map((process) => process.id),
      parallelism: now.parallelism,
      resultChars: now.resultChars,
    }).finally(() => permissions.forgetScript(envelope.envelopeId));
  const scripts = createScriptEnds();
  const toolCall = createToolCall(async ({ expression, callId, source, cancel }) => {
    const origin = source === "script" ? "model" : source;
    const result = await script(expression, { envelopeId: callId, origin, cancel });
    if (origin !== "user") scripts.note(callId, result);
    return result;
  });
  const tools = createToolTable(options, { settings: () => now, permissions, toolCall });

  const begin = (): boolean => {
    const begins = turns.current() === undefined;
    if (begins) {
      snapshots.begin();
      permissions.beginTurn();
    }
    return begins;
  };
  const request = <T extends Ended>(asked: Asked, work: Work<T>): Promise<T> => {
    const begins = begin();
    const { text, title = text, callId, cancel, source } = asked;
    return turns.within(title, () =>
      running.run(callId, cancel, (token) =>
        begins && source === "user" ? toldToHooks(sessionHooks, { text, cancel: token }, work) : work(token),
      ),
    );
  };
  const call: Session["call"] = async ({ tool: name, input, source = "user", id: given, cancel }) => {
    const tool = tools.find(name);
    if (tool === undefined) return undefined;
    const callId = given ?? ids("call");
    const text = `${name} ${JSON.stringify(input)}`;
    return request({ text, title: name, callId, cancel, source }, (token, prompt) =>
      pipeline.runCall({ id: callId, tool, input, source, cancel: token, ...prompt }),
    );
  };
  const talk = createSessionTalk({
    name: id,
    host,
    emit,
    flush: () => journal.flush(false),
    history: opened.history,
    hooks: sessionHooks,
    call,
    scripts,
    native: tools.native,
    catalogue: tools.catalogue,
    newCallId: () => ids("call"),
    hasId: (of) => view().entries.some((entry) => entry.id === of),
    random: options.random ?? Math.random,
    ...(options.conversation !== undefined && { limits: options.conversation }),
    within: ({ text, model, cancel }, work) => {
      begin();
      asked = model;
      return turns.within(
        text,
        () => running.run("ask", cancel, work),
        ({ outcome }) => outcome,
      );
    },
  });
  void sessionHooks.started(options.resume === undefined ? "startup" : "resume");

  return {
    ...talk,
    id,
    view,
    turn: turns.current,
    permissions,
    mode: () => permissions.mode(),
    setMode: (mode) => {
      const from = permissions.mode();
      permissions.setMode(mode);
      if (from !== mode) void emit({ kind: "mode-changed", from, to: mode });
    },
    catalogue: tools.catalogue,
    native: tools.native,
    runScript: ({ expression, origin = "user", id: given, cancel, route }) => {
      const envelopeId = given ?? ids("ptc");
      return request({ text: expression, callId: envelopeId, cancel, source: origin }, (token, prompt) =>
        script(expression, { envelopeId, origin, cancel: token, ...prompt, ...(route !== undefined && { route }) }),
      );
    },
    call,
    cancel: running.cancel,
    processes: processes.list,
    stopProcess: (process) => processes.stop(process, "the person stopped it"),
    hooks: sessionHooks,
    changeSettings: (next) => {
      now = next;
    },
    rename: (title) => void emit({ kind: "session-renamed", title: headOf(title.trim() || id, TITLE_CHARS) }),
    changeBack: async (direction, of) => {
      if (turns.current() !== undefined) {
        return { nothing: `Something runs still; stop it or wait for its end before you ${direction} changes.` };
      }
      const problem = await journal.flush(false);
      if (problem !== undefined)
        return { nothing: `Nothing was changed, as the session cannot be written: ${problem}.` };
      return changeBack({ id, host, emit }, direction, of);
    },
    syncs: journal.syncs,
    close: async () => {
      await running.end("the session was closed");
      await processes.end("the session was closed");
      await sessionHooks.ended("exit");
      return journal.close();
    },
  };
}

/** What a session is asked to do. */
interface Asked {
  readonly text: string;
  /** What stands for it in the history; the text, where nothing is said. */
  readonly title?: string;
  readonly callId: string;
  readonly source: "model" | "user" | "agent";
  readonly cancel: CancelToken | undefined;
}

/** What keeps the person's rules, telling of each that was kept. */
function tellingSave({ permissions }: SessionOptions, emit: Emit): Pick<PermissionOptions, "save"> {
  const save = permissions?.save;
  if (save === undefined) return {};
  return {
    save: async (bucket, keepsake) => {
      const problem = await save(bucket, keepsake);
      if (problem === undefined && keepsake.keep === "rule") {
        void emit({ kind: "rule-stored", rule: printRule(keepsake.rule), action: keepsake.action, bucket });
      }
      return problem;
    },
  };
}

/** The tools by the names that models, scripts and the person use; what scripts may call is made anew when deny rules change. */
function createToolTable(
  { tools, restrictedTo }: SessionOptions,
  parts: { readonly settings: () => Settings; readonly permissions: Permissions; readonly toolCall: Tool },
) {
  const { settings, permissions, toolCall } = parts;
  const byName = new Map(tools.map((tool) => [callableName(tool), tool]));
  let made: { readonly denied: string; readonly catalogue: Catalogue } | undefined;
  const catalogue = (): Catalogue => {
    const denied = [...byName.keys()].filter((name) => permissions.deniedOutright(name));
    const admitted = settings().admittedTools;
    const key = [...denied, "", ...admitted].join("\n");
    if (made?.denied === key) return made.catalogue;
    const isDenied = new Set(denied);
    const fresh = createCatalogue(tools, {
      denied: (name) => isDenied.has(name),
      admitted,
      ...(restrictedTo !== undefined && { restrictedTo }),
    });
    made = { denied: key, catalogue: fresh };
    return fresh;
  };
  return {
    catalogue,
    native: (): readonly Tool[] => {
      const builtIn = catalogue().tools.filter(({ category }) => category === "core");
      return [...builtIn, createToolSearch(catalogue()), toolCall];
    },
    find: (name: string): Tool | undefined => {
      if (name === "ToolCall") return toolCall;
      return name === "ToolSearch" ? createToolSearch(catalogue()) : byName.get(name);
    },
  };
}
