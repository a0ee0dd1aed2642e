import type { ChangedBack } from "../../agent/change-back.ts";
import type { Session } from "../../agent/session.ts";
import type { Controller } from "./controller.ts";

/** The session, open for writing; undefined when that cannot be had, which the person was told. */
export async function liveSession(controller: Controller): Promise<Session | undefined> {
  const session = await controller.desk.live();
  if (!("problem" in session)) return session;
  controller.notice("error", controller.words("read-only", session.message));
  return undefined;
}

/** Stops what runs. What waits begins again only when the person sends something. */
export function stop(controller: Controller, id?: string, reason?: string): void {
  const { desk, runner, queue, words } = controller;
  runner.hold();
  desk.opened()?.cancel(reason ?? words("stopped-by-person"), id);
  const waiting = queue.items().length;
  if (waiting > 0) controller.notice("info", words("stopped", waiting));
}

/** Takes back, or makes again, and tells what became of the files. */
export async function changeFiles(controller: Controller, direction: "undo" | "redo", id?: string): Promise<void> {
  if (controller.desk.id() === undefined) return;
  const session = await liveSession(controller);
  if (session === undefined) return;
  tellChanged(controller, direction, await controller.runner.during(() => session.changeBack(direction, id)));
}

function tellChanged({ notice, words }: Controller, direction: "undo" | "redo", done: ChangedBack): void {
  if ("nothing" in done) return notice("info", done.nothing);
  const { files, of, untracked, problem } = done;
  const left = files.filter(({ how }) => how === "left");
  const said = [words(`${direction}-done`, files.length - left.length, of)];
  if (left.length > 0) {
    const [first] = left;
    said.push(words("left-files", left.map(({ path }) => path).join(", "), first?.note ?? ""));
  }
  if (untracked.length > 0) said.push(words("untracked-left", untracked.join(", ")));
  if (problem !== undefined) said.push(problem);
  notice(left.length > 0 || problem !== undefined ? "warning" : "info", said.join(" "));
}
