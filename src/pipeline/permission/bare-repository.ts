import type { CommandWord, SimpleCommand } from "../../ports/commands.ts";
import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { gitSubcommand, programName } from "./command-text.ts";
import { resolvePlace } from "./place.ts";

/** Most folders above a place that are looked at, and most places of one command. */
const MAX_LEVELS = 64;
const MAX_PLACES = 12;

/** The places that `-C` leads to, one after the other, from each folder that the command may begin in. */
function startsOf(words: readonly CommandWord[], folders: readonly string[], host: Host): readonly string[] {
  const { home, separator } = host.workspace;
  const lead = words.slice(1, words.length - gitSubcommand(words).length);
  return lead.reduce<readonly string[]>((places, word, index) => {
    if (lead[index - 1]?.text !== "-C") return places;
    const text = word.home ? word.text.replace(/^~/, () => home) : word.text;
    return /^(?:\/|\\|[a-z]:)/i.test(text) ? [text] : places.map((place) => `${place}${separator}${text}`);
  }, folders);
}

async function exists(host: Host, path: string): Promise<boolean> {
  const found = await host.files.stat(path);
  // What cannot be looked at may be there.
  return !isProblem(found) || found.problem !== "missing";
}

/** Whether git, begun in this folder, would meet a `HEAD` beside no `.git` before it meets a `.git`. */
async function leadsToBare(host: Host, place: string): Promise<boolean> {
  const { real, unknown } = await resolvePlace(host, {
    text: place,
    cwd: place,
    access: "read",
    from: "operand",
    home: false,
  });
  if (unknown !== undefined) return true;
  let folder = real;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (await exists(host, `${folder}/.git`)) return false;
    if (await exists(host, `${folder}/HEAD`)) return true;
    const above = folder.replace(/[/\\][^/\\]*$/, "");
    if (above === folder || above === "") return false;
    folder = above;
  }
  return true;
}

/**
 * Whether git may take one of the folders for a repository without a work tree. Its settings are ordinary files there, which a
 * repository can bring along and a tool can write, and they may name programs that even `git status` runs. Windows' git is
 * called as any other; a command that is not git answers false.
 */
export async function mayUseBareRepository(
  host: Host,
  command: SimpleCommand,
  folders: readonly string[],
): Promise<boolean> {
  if (programName(command, "bash") !== "git") return false;
  const places = [...new Set(startsOf(command.words, folders, host))];
  if (places.length > MAX_PLACES) return true;
  const found = await Promise.all(places.map((place) => leadsToBare(host, place)));
  return found.includes(true);
}
