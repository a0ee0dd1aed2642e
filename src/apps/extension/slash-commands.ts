import { MODE } from "../../protocol/session-events.ts";
import type { Suggestion } from "../../protocol/panel-state.ts";
import type { Controller } from "./controller.ts";
import { changeFiles, stop } from "./run-intents.ts";
import { beginSession, exportShown } from "./session-intents.ts";

interface SlashCommand {
  readonly name: string;
  readonly what: string;
  readonly run: (controller: Controller) => Promise<void> | void;
}

/** What can be typed after `/` as a whole message. */
const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: "new", what: "Begin a new session", run: beginSession },
  { name: "stop", what: "Stop what runs", run: (controller) => stop(controller) },
  { name: "undo", what: "Undo the last change of files", run: (controller) => changeFiles(controller, "undo") },
  { name: "redo", what: "Make the change undone last again", run: (controller) => changeFiles(controller, "redo") },
  ...MODE.options.map((mode) => ({
    name: `mode-${mode}`,
    what: `Set the mode ${mode}`,
    run: (controller: Controller) => controller.setMode(mode),
  })),
  {
    name: "export",
    what: "Export this session into a file",
    run: async (controller) => {
      const id = controller.desk.id();
      if (id !== undefined) await exportShown(controller, id);
    },
  },
  { name: "settings", what: "Open the settings", run: ({ editor }) => editor.openSettings() },
  { name: "editor", what: "Open the panel beside the files", run: ({ editor }) => editor.openInEditor() },
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
export function slashSuggestions(query: string): readonly Suggestion[] {
  return SLASH_COMMANDS.filter(({ name }) => name.includes(query.toLowerCase())).map(({ name, what }) => ({
    kind: "command",
    insert: `/${name}`,
    label: `/${name}`,
    detail: what,
  }));
}
