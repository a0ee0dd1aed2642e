import type { Files } from "../ports/files.ts";
import { isProblem } from "../ports/files.ts";
import type { ConfigPlaces } from "./config-files.ts";
import { configPath, mistakesOf, readConfig } from "./config-files.ts";
import type { SettingsOwner } from "./settings-file.ts";
import { parseSettingsFile } from "./settings-file.ts";

/** What the settings files say. */
export interface LoadedSettings {
  /** By the names of settings: the workspace's over the person's own. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Mistakes in files that would count. A file with a mistake does not count: in part it would mislead. */
  readonly problems: readonly string[];
  /** The workspace's file, when there is one that does not count because the workspace is not trusted. */
  readonly unused: string | undefined;
}

/** Reads the person's settings file and, where the workspace is trusted, the workspace's. */
export async function loadSettings(files: Files, places: ConfigPlaces, trusted: boolean): Promise<LoadedSettings> {
  const user = await valuesOf(files, configPath("user", "settings.jsonc", places), "user");
  const path = configPath("workspace", "settings.jsonc", places);
  if (!trusted) return { ...user, unused: isProblem(await files.stat(path)) ? undefined : path };
  const own = await valuesOf(files, path, "workspace");
  return {
    values: { ...user.values, ...own.values },
    problems: [...user.problems, ...own.problems],
    unused: undefined,
  };
}

async function valuesOf(
  files: Files,
  path: string,
  owner: SettingsOwner,
): Promise<Pick<LoadedSettings, "values" | "problems">> {
  const found = await readConfig(files, path);
  if ("problem" in found) return { values: {}, problems: [found.problem] };
  const { values, problems } = parseSettingsFile(found.text ?? "", owner);
  return problems.length === 0 ? { values, problems: [] } : { values: {}, problems: mistakesOf(path, problems) };
}
