import { decodeUtf8 } from "../base/utf8.ts";
import type { Files } from "../ports/files.ts";
import { isProblem } from "../ports/files.ts";
import type { Workspace } from "../ports/host.ts";

/** Whose configuration it is: the person's own, or what a workspace brings along. */
export type ConfigScope = "user" | "workspace";

/** Where configuration is looked for. */
export type ConfigPlaces = Pick<Workspace, "roots" | "home" | "separator">;

/** Most bytes of a configuration file. */
export const MAX_CONFIG_BYTES = 4_000_000;
/** Mistakes of one file that are told one by one. */
const MAX_TOLD = 20;

/** The text of a file, undefined when there is none; or why there is one that cannot be read. */
export type ConfigText = { readonly text: string | undefined } | { readonly problem: string };

/** A configuration file: in the folder `.toolcall` of the home folder, or of the workspace's first folder. */
export function configPath(
  scope: ConfigScope,
  name: "settings.jsonc" | "hooks.jsonc",
  { roots, home, separator }: ConfigPlaces,
): string {
  const folder = scope === "user" ? home : (roots[0] ?? home);
  return [folder.replace(/[/\\]$/, ""), ".toolcall", name].join(separator);
}

/** Reads a configuration file, which need not be there. */
export async function readConfig(files: Files, path: string): Promise<ConfigText> {
  const stat = await files.stat(path);
  if (isProblem(stat)) {
    const isMissing = stat.problem === "missing" || stat.problem === "not-directory";
    return isMissing ? { text: undefined } : { problem: `${path} cannot be read: ${stat.detail}` };
  }
  if (stat.size > MAX_CONFIG_BYTES) return { problem: `${path} has more than ${MAX_CONFIG_BYTES} bytes` };
  const bytes = await files.read(path);
  return isProblem(bytes) ? { problem: `${path} cannot be read: ${bytes.detail}` } : { text: decodeUtf8(bytes) };
}

/** The mistakes of a file, a line for each with its place; empty when there are none. */
export function mistakesOf(
  path: string,
  problems: readonly { readonly message: string; readonly line: number; readonly column: number }[],
): readonly string[] {
  const shown = problems.slice(0, MAX_TOLD).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
  return problems.length > shown.length ? [...shown, `and ${problems.length - shown.length} more mistakes`] : shown;
}
