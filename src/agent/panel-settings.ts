/** A setting of how a panel draws: what VS Code's settings show and check. */
export type PanelSettingRecord =
  | {
      readonly type: "number";
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly doc: string;
    }
  | { readonly type: "boolean"; readonly default: boolean; readonly doc: string }
  /** A choice for each kind of tool by its name; `*` for all others. */
  | {
      readonly type: "choices";
      readonly default: Readonly<Record<string, string>>;
      readonly choices: readonly string[];
      readonly doc: string;
    };

/** How rows begin: only their header, some lines, or everything (2.15). */
export const ROW_DISPLAYS = ["collapsed", "preview", "expanded"] as const;

/** Settings of the panel. They are the person's alone, and front ends without a panel do not know them. */
export const PANEL_SETTINGS = {
  "panel.display": {
    type: "choices",
    default: { "*": "collapsed" },
    choices: ROW_DISPLAYS,
    doc: "How rows begin, by the name of the tool; `*` stands for all others.",
  },
  "panel.returned-lines": {
    type: "number",
    default: 10,
    min: 0,
    max: 100_000,
    doc: "Lines of a script's value above which it stands in a row of its own; 0 keeps every value with the script.",
  },
  "panel.summary-rows": {
    type: "number",
    default: 3,
    min: 1,
    max: 1_000,
    doc: "Plain rows above which a run of them is folded into one summary.",
  },
  "panel.enter-sends": {
    type: "boolean",
    default: true,
    doc: "Enter sends the message and Shift+Enter begins a new line. When off, Enter begins a new line and Ctrl+Enter (Cmd+Enter) sends.",
  },
} as const satisfies Readonly<Record<string, PanelSettingRecord>>;

/** The name of a setting of the panel. */
export type PanelSettingName = keyof typeof PANEL_SETTINGS;

/** The name of a setting as VS Code spells it, without the extension's own: `script.max-steps` is `script.maxSteps`. */
export function editorSettingName(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
