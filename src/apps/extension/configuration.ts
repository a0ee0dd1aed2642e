import * as vscode from "vscode";
import { editorSettingName, PANEL_SETTINGS, ROW_DISPLAYS } from "../../agent/panel-settings.ts";
import type { PanelSettingName } from "../../agent/panel-settings.ts";
import { SETTINGS } from "../../agent/settings.ts";
import type { PanelSettings, RowDisplay } from "../../protocol/panel-state.ts";

/** The beginning of every setting of the extension. */
export const SECTION = "toolcall";

/** The settings that somebody has set in VS Code, by the names that all front ends use. */
export function editorSettings(): Readonly<Record<string, unknown>> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const set = Object.keys(SETTINGS).flatMap((name) => {
    const found = configuration.inspect(editorSettingName(name));
    const value: unknown = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/** How the panel draws, as it is set; what makes no sense counts as not set. */
export function panelSettings(): PanelSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const get = (name: PanelSettingName): unknown => configuration.get(editorSettingName(name));
  return {
    display: displayOf(get("panel.display")),
    returnedLines: numberOf("panel.returned-lines", get("panel.returned-lines")),
    summaryRows: numberOf("panel.summary-rows", get("panel.summary-rows")),
    enterSends: get("panel.enter-sends") !== false,
  };
}

/** Sets how rows of a tool begin, for this person everywhere. */
export async function setDisplay(tool: string, display: RowDisplay): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const name = editorSettingName("panel.display");
  const before = configuration.inspect<Record<string, string>>(name)?.globalValue ?? {};
  await configuration.update(name, { ...before, [tool]: display }, vscode.ConfigurationTarget.Global);
}

function displayOf(value: unknown): PanelSettings["display"] {
  if (typeof value !== "object" || value === null) return PANEL_SETTINGS["panel.display"].default;
  const entries = Object.entries(value).flatMap(([tool, display]): (readonly [string, RowDisplay])[] => {
    const known = ROW_DISPLAYS.find((each) => each === display);
    return known === undefined ? [] : [[tool, known]];
  });
  return { ...PANEL_SETTINGS["panel.display"].default, ...Object.fromEntries(entries) };
}

function numberOf(name: "panel.returned-lines" | "panel.summary-rows", value: unknown): number {
  const { min, max, default: usual } = PANEL_SETTINGS[name];
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
    ? (value as number)
    : usual;
}
