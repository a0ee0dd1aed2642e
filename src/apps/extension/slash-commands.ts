import { MODE } from "../../protocol/session-events.ts";
import type { Suggestion } from "../../protocol/panel-state.ts";
import type { Controller } from "./controller.ts";
import { changeFiles, stop } from "./session-actions.ts";
import { beginSession, exportShown } from "./session-intents.ts";
import type { Words } from "./words.ts";

interface SlashCommand {
  readonly name: string;
  readonly what: (words: Words) => string;
  readonly run: (controller: Controller) => Promise<void> | void;
}

/** What can be typed after `/` as a whole message. */
const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: "new", what: (words) => words("slash-new"), run: beginSession },
  { name: "stop", what: (words) => words("slash-stop"), run: (controller) => stop(controller) },
  { name: "undo", what: (words) => words("slash-undo"), run: (controller) => changeFiles(controller, "undo") },
  { name: "redo", what: (words) => words("slash-redo"), run: (controller) => changeFiles(controller, "redo") },
  ...MODE.options.map((mode) => ({
    name: `mode-${mode}`,
    what: (words: Words) => words("slash-mode", words(`mode-${mode}`)),
    run: (controller: Controller) => controller.setMode(mode),
  })),
  {
    name: "export",
    what: (words) => words("slash-export"),
    run: async (controller) => {
      const id = controller.desk.id();
      if (id !== undefined) await exportShown(controller, id);
    },
  },
  { name: "settings", what: (words) => words("slash-settings"), run: ({ editor }) => editor.openSettings() },
  { name: "editor", what: (words) => words("slash-editor"), run: ({ editor }) => editor.openInEditor() },
];

/** Does what a message such as `/new` wants. */
export async function runSlash(controller: Controller, text: string): Promise<void> {
  const name = text.slice(1).trim();
  const command = SLASH_COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    controller.notice("warning", controller.words("unknown-slash", text.slice(0, 80)));
    return;
  }
  controller.tell({ kind: "compose", text: "", how: "replace" });
  await command.run(controller);
}

/** Commands whose names fit what was typed after `/`. */
export function slashSuggestions(query: string, words: Words): readonly Suggestion[] {
  return SLASH_COMMANDS.filter(({ name }) => name.includes(query.toLowerCase())).map(({ name, what }) => ({
    kind: "command",
    insert: `/${name}`,
    label: `/${name}`,
    detail: what(words),
  }));
}
