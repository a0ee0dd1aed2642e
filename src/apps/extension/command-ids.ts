/** Every command of the extension, in the order of the manifest. */
export const COMMAND_IDS = [
  "toolcall.focus",
  "toolcall.newSession",
  "toolcall.openSession",
  "toolcall.renameSession",
  "toolcall.deleteSession",
  "toolcall.exportSession",
  "toolcall.importSession",
  "toolcall.stop",
  "toolcall.sendQueued",
  "toolcall.runScript",
  "toolcall.runSelection",
  "toolcall.dryRun",
  "toolcall.explainScript",
  "toolcall.openInEditor",
  "toolcall.undo",
  "toolcall.redo",
  "toolcall.setMode",
  "toolcall.showLog",
  "toolcall.openSettings",
] as const;

/** The name of a command. */
export type CommandId = (typeof COMMAND_IDS)[number];

/** The view in the side bar. */
export const VIEW_ID = "toolcall.panel";
/** The panel beside the files. */
export const EDITOR_PANEL_TYPE = "toolcall.editorPanel";
/** Context keys that `when` clauses ask, and that nothing else sets. */
export const CONTEXT_KEYS = [
  "toolcall.running",
  "toolcall.waiting",
  "toolcall.hasSession",
  "toolcall.queued",
  "toolcall.mode",
] as const;

/** A context key of the extension. */
export type ContextKey = (typeof CONTEXT_KEYS)[number];
