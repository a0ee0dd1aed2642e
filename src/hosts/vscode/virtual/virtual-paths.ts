import type { Uri } from "vscode";
import type { Workspace } from "../../../ports/host.ts";
import { normalPath } from "../../../ports/paths.ts";

/** Paths for files of file systems that extensions provide. */
export interface VirtualPaths {
  /** The path of an address; undefined for one of a file system that no workspace folder is in. */
  readonly pathOf: (uri: Uri) => string | undefined;
  /** The address that a path stands for; undefined for a path of this machine. */
  readonly uriOf: (path: string) => Uri | undefined;
}

/**
 * The first name of a path in a virtual file system: scheme, colon, authority. No more than the workspace's own folders
 * decide which names are taken for one, so that a folder of this machine is never mistaken for it.
 */
function mountOf({ scheme, authority }: Uri): string {
  return `${scheme}:${encodeURIComponent(authority)}`;
}

/**
 * Spells addresses as paths: `vscode-vfs://github/owner/repo/a.ts` is `/vscode-vfs:github/owner/repo/a.ts`, and
 * `memfs:/a.ts` is `/memfs:/a.ts`. On Windows the separators are backslashes, two at the beginning.
 */
export function createVirtualPaths(folders: readonly Uri[], style: Pick<Workspace, "separator">): VirtualPaths {
  const anchor = style.separator === "/" ? "/" : "\\\\";
  const mounts = new Map(folders.map((uri) => [mountOf(uri), uri]));
  return {
    pathOf: (uri) => {
      const mount = mountOf(uri);
      if (!mounts.has(mount)) return undefined;
      return normalPath(`${anchor}${mount}${uri.path.replaceAll("/", style.separator)}`, style);
    },
    uriOf: (path) => {
      if (!path.startsWith(anchor)) return undefined;
      const [mount = "", ...names] = path.slice(anchor.length).split(style.separator);
      return mounts.get(mount)?.with({ path: `/${names.join("/")}`, query: "", fragment: "" });
    },
  };
}
