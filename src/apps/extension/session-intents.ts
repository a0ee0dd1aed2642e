import { headOf } from "../../protocol/bounds.ts";
import { TITLE_CHARS } from "../../protocol/session-events.ts";
import type { Controller } from "./controller.ts";
import type { Handlers } from "./intents.ts";
import { liveSession } from "./session-actions.ts";
import { exportSession, importSession } from "../../agent/session-file.ts";

/** Whether another session may be shown: what runs would be stopped. */
async function mayLeave({ runner, editor, words }: Controller): Promise<boolean> {
  if (!runner.working()) return true;
  return editor.confirm(words("stop-for-other"), words("stop-for-other-detail"), words("stop-and-go-on"));
}

/** Shows another session; nothing is written. */
export async function openSession(controller: Controller, id: string): Promise<void> {
  const { desk, runner, notice, words } = controller;
  if (id === desk.id() || !(await mayLeave(controller))) return;
  runner.hold();
  const isElsewhere = await controller.summaries.isWritten(id);
  const problem = await desk.open(id);
  if (problem !== undefined) notice("error", words("not-shown", problem));
  else if (isElsewhere) notice("info", words("read-only", words("written-elsewhere")));
}

/** Shows a session in which nothing has happened yet. */
export async function beginSession(controller: Controller): Promise<void> {
  if (!(await mayLeave(controller))) return;
  controller.runner.hold();
  await controller.desk.begin();
}

/** Gives a session a name; one that is not shown is opened for it first. */
export async function renameSession(controller: Controller, id: string, title: string): Promise<void> {
  const { desk, summaries, workplace, notice, words } = controller;
  if (id === desk.id()) {
    (await liveSession(controller))?.rename(title);
    return;
  }
  const { host } = await workplace();
  const problem = await summaries.rename(host, id, headOf(title, TITLE_CHARS));
  if (problem !== undefined) notice("error", words("read-only", problem));
}

/** Deletes a session after the person has agreed. */
export async function deleteSession(controller: Controller, id: string): Promise<void> {
  const { editor, summaries, workplace, words } = controller;
  const { host } = await workplace();
  const title = (await summaries.of(host.store, id))?.title ?? id;
  if (!(await editor.confirm(words("delete-question", title), words("delete-detail"), words("delete")))) return;
  await removeSession(controller, id);
}

/** Deletes a session. The one that is shown makes place for a new one. */
async function removeSession({ desk, summaries, notice, words }: Controller, id: string): Promise<void> {
  if (id === desk.id()) await desk.begin();
  const problem = await summaries.remove(id);
  if (problem !== undefined) notice("error", words("not-deleted", problem));
}

/** Writes a session and what it names into one file. */
export async function exportShown(controller: Controller, id: string): Promise<void> {
  const { editor, workplace, notice, words } = controller;
  const made = await exportSession((await workplace()).host.store, id);
  if ("problem" in made) {
    notice("error", words("not-exported", made.problem));
    return;
  }
  if (await editor.save(`${id}.toolcall-session.json`, made.text)) notice("info", words("exported"));
}

async function importChosen(controller: Controller): Promise<void> {
  const { editor, workplace, notice, words } = controller;
  const chosen = await editor.choose();
  if (chosen === undefined) return;
  if ("problem" in chosen) {
    notice("error", words("not-imported", chosen.problem));
    return;
  }
  const { store, clock } = (await workplace()).host;
  const taken = await importSession({ store, now: clock.now, random: Math.random }, chosen.text);
  if ("problem" in taken) {
    notice("error", words("not-imported", taken.problem));
    return;
  }
  notice("info", words("imported"));
  await openSession(controller, taken.id);
}

/** What concerns whole sessions. */
export const sessionHandlers = {
  async "list-sessions"({ desk, summaries, workplace }, { query }, panel) {
    const { store } = (await workplace()).host;
    panel.tell({ kind: "sessions", sessions: await summaries.list(store, query, desk.id()), current: desk.id() });
  },
  "open-session": (controller, { id }) => openSession(controller, id),
  "new-session": (controller) => beginSession(controller),
  "rename-session": (controller, { id, title }) => renameSession(controller, id, title),
  // The panel asks in its list.
  "delete-session": (controller, { id }) => removeSession(controller, id),
  "export-session": (controller, { id }) => exportShown(controller, id),
  "import-session": (controller) => importChosen(controller),
} satisfies Partial<Handlers>;
