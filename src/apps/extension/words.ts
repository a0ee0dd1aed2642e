/** Every sentence that the extension says to a person while it runs; `{0}` and so on stand for what it is about. */
export const WORDS = {
  "panel-title": "ToolCall",
  "new-session": "New session",
  waits: "ToolCall waits for you: {0} wants to {1} {2}",
  "access-read": "read",
  "access-write": "change",
  "access-run": "run",
  "access-other": "use",
  show: "Show",
  refused: "This could not be run: {0}",
  failed: "{0} went wrong: {1}",
  untrusted:
    "This workspace is not trusted, so ToolCall only reads here. Trust the workspace to let scripts change files or run commands.",
  "not-restored": "The last session cannot be shown again: {0}",
  "read-only": "The session can only be read here: {0}",
  "no-model":
    "No model is configured in this version, so only scripts are answered: text that begins with ( runs at once. Your text is kept in the composer.",
  "unknown-slash": "There is no command {0}. Type / to see those that there are.",
  "nothing-runs": "Nothing runs.",
  stopped: "{0} messages still wait; they go on when you send the next one.",
  "stopped-by-person": "the person stopped it",
  "not-waiting": "This message does not wait any more.",
  "no-row": "There is no call {0} in this session any more.",
  "no-script": "{0} belongs to no script.",
  "no-changes": "{0} changed no files whose contents were kept.",
  "cut-input": "The call cannot be run again from here, because its arguments were too long to be kept whole.",
  "unknown-tool": "There is no tool {0}.",
  "undo-done": "{0} files were put back ({1}).",
  "redo-done": "{0} files were changed again ({1}).",
  "left-files": "{0} were left as they are: {1}",
  "untracked-left": "What these commands changed is not recorded: {0}",
  decision: "{0} would be {1} now: {2} ({3})",
  proposal: "what {0} would change",
  "decision-allow": "allowed",
  "decision-ask": "asked about",
  "decision-deny": "denied",
  "stop-for-other": "Something runs in this session. Stop it and go on?",
  "stop-for-other-detail": "What runs is stopped. What it has done until then stays done.",
  "stop-and-go-on": "Stop and Go On",
  "delete-question": "Delete the session “{0}”?",
  "delete-detail": "It is gone for good then. Files of the workspace are not touched.",
  delete: "Delete",
  "not-deleted": "The session was not deleted: {0}",
  exported: "The session was exported.",
  "not-exported": "The session was not exported: {0}",
  imported: "The session was imported. What it changed cannot be undone from here.",
  "not-imported": "The file was not imported: {0}",
  "not-opened": "{0} could not be opened: {1}",
  "not-shown": "The session cannot be shown: {0}",
  "bad-link": "{0} is no address that is opened from here.",
  "mode-ask": "Ask",
  "mode-edits": "Edits",
  "mode-plan": "Plan",
  "mode-full-auto": "Full auto",
  "status-idle": "ToolCall: {0}",
  "status-running": "ToolCall is running a script ({0})",
  "status-waiting": "{0} questions wait for you",
  "not-a-script": "Open a .tcl script first.",
  "nothing-selected": "Select something to run first.",
  "script-empty": "There is nothing to run in {0}.",
  "pick-mode": "How much is allowed without asking",
  "pick-session": "Session to show",
  "mode-ask-detail": "Reading is allowed; changes and commands are asked about",
  "mode-edits-detail": "Files of the workspace are changed without asking; commands are asked about",
  "mode-plan-detail": "Reading only",
  "mode-full-auto-detail": "Everything but what is protected or denied",
  "no-sessions": "There are no sessions yet.",
  "hooks-question": "Let the hooks of this workspace run?",
  "hooks-detail":
    "{0} runs commands before or after tool calls. Read the file first. You are asked again when it changes.",
  "hooks-allow": "Let Them Run",
  "hooks-open": "Open the File",
  "hooks-inert": "{0} does not count: you have not agreed to what it says now.",
  "config-ignored": "{0} is not used, because the workspace is not trusted.",
  "no-folder": "No folder is open, so scripts work in an empty folder of ToolCall's own.",
  "virtual-folder": "{0} is not on this machine's disk; tools that need files do not work there.",
  "handed-to-tcl":
    "This file is Tcl and not a ToolCall script, so it was given to {0}. `;; toolcall` on the first line would settle it otherwise.",
  "explain-title": "What {0} would call",
  "explain-note":
    "These are the calls as they are written. Whether each is made, and how often, only running tells; nothing was run.",
  "explain-call": "line {0}: {1} — {2}",
  "explain-later": "its arguments depend on values that only running tells",
  "explain-none": "The script makes no call that can be told before it runs.",
  "rename-prompt": "Name of the session",
} as const;

/** Which sentence. */
export type Word = keyof typeof WORDS;

/** Says a sentence in the person's language. */
export type Words = (word: Word, ...about: readonly (string | number)[]) => string;

/** Sentences by way of what translates them: VS Code's `l10n.t`. */
export function createWords(translate: (message: string, ...about: (string | number)[]) => string): Words {
  return (word, ...about) => translate(WORDS[word], ...about);
}

/** Sentences as they are written here, for programs without VS Code. */
export const plainWords: Words = createWords((message, ...about) =>
  message.replaceAll(/\{(\d)\}/g, (whole, index: string) => String(about[Number(index)] ?? whole)),
);
