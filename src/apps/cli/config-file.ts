import { decodeUtf8 } from "../../base/utf8.ts";
import type { Files } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import type { Workspace } from "../../ports/host.ts";
import { FileError } from "./io.ts";

/** Whose configuration it is: the person's own, or what a workspace brings along. */
export type ConfigScope = "user" | "workspace";

/** Most bytes of a configuration file. */
const MAX_CONFIG_BYTES = 4_000_000;

/** A configuration file: in the folder `.toolcall` of the home folder, or of the workspace's first folder. */
export function configPath(
  scope: ConfigScope,
  name: "settings.jsonc" | "hooks.jsonc",
  { roots, home, separator }: Pick<Workspace, "roots" | "home" | "separator">,
): string {
  const folder = scope === "user" ? home : (roots[0] ?? home);
  return [folder.replace(/[/\\]$/, ""), ".toolcall", name].join(separator);
}

/** The text of a file, or undefined when there is none. Throws `FileError` when there is one that cannot be read. */
export async function readConfig(files: Files, path: string): Promise<string | undefined> {
  const stat = await files.stat(path);
  if (isProblem(stat)) {
    if (stat.problem === "missing" || stat.problem === "not-directory") return undefined;
    throw new FileError(`${path} cannot be read: ${stat.detail}.`);
  }
  if (stat.size > MAX_CONFIG_BYTES) throw new FileError(`${path} has more than ${MAX_CONFIG_BYTES} bytes.`);
  const bytes = await files.read(path);
  if (isProblem(bytes)) throw new FileError(`${path} cannot be read: ${bytes.detail}.`);
  return decodeUtf8(bytes);
}

/** Throws `FileError` with every mistake of a file, when it has any: a file that counts in part would mislead. */
export function refuseMistakes(
  path: string,
  problems: readonly { readonly message: string; readonly line: number; readonly column: number }[],
): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 20).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more mistakes`);
  throw new FileError(`${shown.join("\n")}.`);
}
