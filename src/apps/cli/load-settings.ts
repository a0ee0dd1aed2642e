import { homedir } from "node:os";
import { resolve, sep } from "node:path";
import { loadSettings as loadFiles } from "../../agent/load-settings.ts";
import type { Settings } from "../../agent/settings.ts";
import { readSettings } from "../../agent/settings.ts";
import { createFiles } from "../../hosts/node/files.ts";
import type { Invocation } from "./command.ts";
import { hasOption } from "./command.ts";
import { FileError } from "./io.ts";
import { TRUST_OPTION, WORKSPACE_OPTION } from "./workspace.ts";

/**
 * The settings of an invocation: the person's file, and over it the workspace's where that is trusted. `say` hears of a
 * file that does not count. Throws `FileError` with line and column for every mistake in a file that does. It works before
 * there is a host, because a host is made from settings, too.
 */
export async function loadSettings(invocation: Invocation, say: (message: string) => void): Promise<Settings> {
  const { io, options } = invocation;
  const [root = "."] = options.get(WORKSPACE_OPTION.name) ?? [];
  const places = {
    roots: [resolve(root)],
    home: io.home === "" ? homedir() : io.home,
    separator: sep === "\\" ? ("\\" as const) : ("/" as const),
  };
  const { values, problems, unused } = await loadFiles(createFiles(), places, hasOption(invocation, TRUST_OPTION.name));
  if (problems.length > 0) throw new FileError(`${problems.join("\n")}.`);
  if (unused !== undefined) {
    say(`${unused} is not used, because the workspace is not trusted; --trust lets its settings count.`);
  }
  return readSettings(values).settings;
}
