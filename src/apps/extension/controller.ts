import { createPermissions } from "../../pipeline/permission/create-permissions.ts";
import type { Permissions } from "../../pipeline/permissions.ts";
import type { PanelMessage, PanelState } from "../../protocol/panel-state.ts";
import type { PermissionModeName } from "../../protocol/session-events.ts";
import type { Desk, Workplace } from "./desk.ts";
import { createDesk } from "./desk.ts";
import type { Documents } from "./documents.ts";
import { createDocuments } from "./documents.ts";
import type { Editor } from "./editor.ts";
import type { Memory } from "./memory.ts";
import { recallQueue, recallShown, rememberQueue, rememberShown } from "./memory.ts";
import type { MessageQueue } from "./message-queue.ts";
import { createMessageQueue } from "./message-queue.ts";
import { notifyQuestion } from "./notify-question.ts";
import type { Panel, Panels } from "./panels.ts";
import { createPanels } from "./panels.ts";
import type { QuestionQueue } from "./question-queue.ts";
import { createQuestionQueue } from "./question-queue.ts";
import type { Runner } from "./runner.ts";
import { createRunner } from "./runner.ts";
import type { Summaries } from "./session-summaries.ts";
import type { Words } from "./words.ts";

/** Milliseconds between two looks at whether the last session was let go. */
export const RELEASE_MS = 250;
/** How often that is looked at: an extension host that was told to end lets go within this time. */
const RELEASE_TRIES = 12;

/** What stands around the session of a window and can change while it is shown. */
export type Surroundings = Pick<PanelState, "trusted" | "roots" | "tools">;

/** What a controller is made with. */
export interface ControllerOptions {
  readonly editor: Editor;
  readonly memory: Memory;
  readonly words: Words;
  /** Opens what sessions work on, at the first need. */
  readonly workplace: (questions: QuestionQueue) => Promise<Workplace>;
  readonly summaries: Summaries;
  readonly surroundings: () => Surroundings;
  /** What the person has to know about this workspace. */
  readonly limits: readonly string[];
  /** The mode of sessions that begin. */
  readonly usualMode: () => PermissionModeName;
  /** Hears that mode, work or questions have changed. */
  readonly changed: (controller: Controller) => void;
  /** Calls a function after the time of one frame. */
  readonly later: (run: () => void) => void;
  /** Settles after `RELEASE_MS`. */
  readonly pause: () => Promise<void>;
}

/** The session of a window with everything that panels and commands do with it. */
export interface Controller {
  readonly editor: Editor;
  readonly words: Words;
  readonly desk: Desk;
  readonly queue: MessageQueue;
  readonly questions: QuestionQueue;
  readonly runner: Runner;
  readonly panels: Panels;
  readonly summaries: Summaries;
  readonly documents: Documents;
  readonly workplace: () => Promise<Workplace>;
  /** What decides calls now; looking at it writes nothing. */
  readonly permissions: () => Promise<Permissions>;
  readonly state: () => PanelState;
  /** Sets the mode, as far as the workspace allows it. */
  readonly setMode: (mode: PermissionModeName) => void;
  /** Tells the person something: in the panels, or where there are none by a notification. */
  readonly notice: (level: "info" | "warning" | "error", text: string, example?: string) => void;
  readonly tell: (message: PanelMessage) => void;
  /** Tells the first panel what is off in this workspace. */
  readonly greet: (panel: Panel) => void;
  /** Tells the panels and VS Code what stands around the rows now. */
  readonly refresh: () => void;
  /** Shows again what was shown before the window was loaded. */
  readonly restore: () => Promise<void>;
  /** Lets what begins from now on have the settings as they are now. */
  readonly takeSettings: () => Promise<void>;
  /** The person trusts the workspace from now on: the mode is what it would have been. */
  readonly trust: () => Promise<void>;
  /** Drops what the workplace was opened with: trust, folders or settings are others now. */
  readonly leaveWorkplace: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** A controller that shows nothing yet. */
export function createController(options: ControllerOptions): Controller {
  const { editor, memory, words, summaries, surroundings, later } = options;
  const questions = createQuestionQueue({
    words,
    trusted: () => surroundings().trusted,
    changed(isNew) {
      panels.tell({ kind: "questions", questions: questions.questions() });
      options.changed(controller);
      if (isNew && !editor.isFocused()) notifyQuestion({ editor, questions, words });
    },
  });
  let opened: Promise<Workplace> | undefined;
  let isLeaving = false;
  let lastTitle = "";
  const limits = [...options.limits];
  const workplace = (): Promise<Workplace> => (opened ??= options.workplace(questions));
  const allowed = (mode: PermissionModeName): PermissionModeName => (surroundings().trusted ? mode : "plan");

  const desk = createDesk({
    workplace,
    usualMode: () => allowed(options.usualMode()),
    event(event) {
      panels.event(event);
      editor.log("debug", `${event.seq} ${event.kind}${"id" in event ? ` ${event.id}` : ""}`);
      const title = titleOf(desk, words);
      if (title === lastTitle) return;
      lastTitle = title;
      panels.tell({ kind: "title", title });
    },
    begun() {
      editor.log("info", `session ${desk.id() ?? ""} is open, mode ${desk.mode()}`);
      remember();
      options.changed(controller);
    },
    reopened() {
      remember();
      panels.reopen();
      options.changed(controller);
    },
  });
  const remember = (): void => {
    const id = desk.id();
    rememberShown(memory, id === undefined ? undefined : { id, mode: desk.mode() });
  };
  const queue = createMessageQueue(recallQueue(memory), (items) => rememberQueue(memory, items), words);
  const refresh = (): void => {
    panels.tell({ kind: "state", state: state() });
    options.changed(controller);
  };
  const notice: Controller["notice"] = (level, text, example) => {
    const message = { kind: "notice", level, text, ...(example !== undefined && { example }) } as const;
    if (panels.tell(message) === 0) editor.notify(level, text);
  };
  const runner = createRunner({
    desk,
    queue,
    changed() {
      refresh();
      if (isLeaving && !runner.working()) void leave();
    },
    refuse(why, text) {
      notice("error", words("refused", why));
      panels.tell({ kind: "compose", text, how: "replace" });
    },
  });
  const leave = async (): Promise<void> => {
    const left = opened;
    isLeaving = false;
    // Whoever opens the session from now on does so on another workplace.
    opened = undefined;
    if (left === undefined) return;
    await desk.close();
    desk.setMode(allowed(desk.mode()));
    await (await left.catch(() => undefined))?.dispose();
  };
  const state = (): PanelState => ({
    ...surroundings(),
    mode: desk.mode(),
    working: runner.working() || questions.questions().length > 0,
    queue: queue.items(),
  });
  const panels = createPanels({
    later,
    content: () => ({
      view: desk.view(),
      title: titleOf(desk, words),
      state: state(),
      settings: editor.panelSettings(),
      questions: questions.questions(),
    }),
  });

  const controller: Controller = {
    editor,
    words,
    desk,
    queue,
    questions,
    runner,
    panels,
    summaries,
    documents: createDocuments({
      store: async () => (await workplace()).host.store,
      shown: () => ({ id: desk.id(), view: desk.view() }),
      words,
    }),
    workplace,
    async permissions() {
      const session = desk.opened();
      if (session !== undefined) return session.permissions;
      const { host, rules } = await workplace();
      return createPermissions({ ...(await rules()), host, mode: desk.mode() });
    },
    state,
    notice,
    refresh,
    tell: (message) => void panels.tell(message),
    greet(panel) {
      for (const text of limits.splice(0)) panel.tell({ kind: "notice", level: "warning", text });
    },
    setMode(mode) {
      if (allowed(mode) !== mode) notice("warning", words("untrusted"));
      desk.setMode(allowed(mode));
      remember();
      refresh();
    },
    async restore() {
      const shown = recallShown(memory);
      if (shown === undefined) return;
      for (let tries = 0; await summaries.isWritten(shown.id); tries++) {
        if (tries < RELEASE_TRIES) await options.pause();
        else {
          notice("info", words("shown-elsewhere"));
          return;
        }
      }
      const problem = await desk.open(shown.id, allowed(shown.mode));
      if (problem !== undefined) {
        editor.log("warn", problem);
        notice("warning", words("not-restored", problem));
      }
    },
    async takeSettings() {
      panels.tell({ kind: "settings", settings: editor.panelSettings() });
      const session = desk.opened();
      if (session !== undefined) session.changeSettings(await (await workplace()).settings());
    },
    async trust() {
      if (desk.mode() === "plan") desk.setMode(options.usualMode());
      await controller.leaveWorkplace();
    },
    async leaveWorkplace() {
      // What runs goes on where it began; what begins after it begins anew.
      isLeaving = runner.working();
      if (!isLeaving) await leave();
      refresh();
    },
    async dispose() {
      questions.withdraw();
      const problem = await desk.close();
      if (problem !== undefined) editor.log("error", problem);
      await (await opened?.catch(() => undefined))?.dispose();
    },
  };
  return controller;
}

function titleOf(desk: Desk, words: Words): string {
  return desk.view().title ?? words("new-session");
}
