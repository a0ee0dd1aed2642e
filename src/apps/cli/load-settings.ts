import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { parseSettingsFile, type SettingsOwner } from "../../agent/settings-file.ts";
import type { Settings } from "../../agent/settings.ts";
import { readSettings } from "../../agent/settings.ts";
import { createFiles } from "../../hosts/node/files.ts";
import { isProblem } from "../../ports/files.ts";
import type { Files } from "../../ports/files.ts";
import type { Invocation } from "./command.ts";
import { hasOption } from "./command.ts";
import { configPath, readConfig, refuseMistakes } from "./config-file.ts";
import { TRUST_OPTION, WORKSPACE_OPTION } from "./workspace.ts";

/**
 * The settings of an invocation: the person's file, and over it the workspace's where that is trusted. `say` hears of a
 * file that does not count. Throws `FileError` with line and column for every mistake in a file that does. It works before
 * there is a host, because a host is made from settings, too.
 */
export async function loadSettings(invocation: Invocation, say: (message: string) => void): Promise<Settings> {
  const { io, options } = invocation;
  const files = createFiles();
  const [root = "."] = options.get(WORKSPACE_OPTION.name) ?? [];
  const places = {
    roots: [resolve(root)],
    home: io.home === "" ? homedir() : io.home,
    separator: sep === "\\" ? ("\\" as const) : ("/" as const),
  };
  const user = await valuesOf(files, configPath("user", "settings.jsonc", places), "user");
  const own = configPath("workspace", "settings.jsonc", places);
  if (hasOption(invocation, TRUST_OPTION.name)) {
    return readSettings({ ...user, ...(await valuesOf(files, own, "workspace")) }).settings;
  }
  if (!isProblem(await files.stat(own))) {
    say(`${own} is not used, because the workspace is not trusted; --trust lets its settings count.`);
  }
  return readSettings(user).settings;
}

async function valuesOf(files: Files, path: string, owner: SettingsOwner): Promise<Readonly<Record<string, unknown>>> {
  const { values, problems } = parseSettingsFile((await readConfig(files, path)) ?? "", owner);
  refuseMistakes(path, problems);
  return values;
}
