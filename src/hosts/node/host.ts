import { statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Approval } from "../../ports/approval.ts";
import type { Host, Workspace } from "../../ports/host.ts";
import { createClock } from "./clock.ts";
import { createCommands } from "./commands/commands.ts";
import { createFiles } from "./files.ts";
import { createProcesses } from "./processes.ts";
import { createSearch } from "./search.ts";
import { createStore } from "./store.ts";

/** How a host of this machine is made. */
export interface NodeHostOptions {
  /** Folders to work in; the first is where commands run. */
  readonly roots: readonly [string, ...string[]];
  /** Folder for journals, artifacts and long output, outside every root. */
  readonly storage: string;
  readonly approval: Approval;
  readonly trusted: boolean;
  readonly home?: string;
  readonly temp?: string;
  /** Name or path of the shell for commands. */
  readonly shell?: string;
  /** Environment of commands, instead of this program's own. */
  readonly env?: NodeJS.ProcessEnv;
  /** A ripgrep to prefer, or `none` to search in JavaScript. */
  readonly ripgrep?: string;
  /** Folder of an editor's own files, whose ripgrep is used when none came with this program. */
  readonly editor?: string;
  readonly artifactBytes?: number;
  /** For so many days an artifact is not given up. */
  readonly artifactDays?: number;
  /** Ports to use instead of this host's own. */
  readonly overrides?: Partial<Host>;
}

/** A host, and the way to let go of what it holds. */
export interface NodeHost extends Host {
  /** Stops every process and closes every session. */
  readonly dispose: () => Promise<void>;
}

/** A host that works on this machine: its files, its processes, its clock. */
export function createNodeHost(options: NodeHostOptions): NodeHost {
  const processes = createProcesses({
    folder: join(options.storage, "outputs"),
    ...(options.shell !== undefined && { shell: options.shell }),
    ...(options.env !== undefined && { env: options.env }),
  });
  const store = createStore({
    folder: options.storage,
    ...(options.artifactBytes !== undefined && { artifactBytes: options.artifactBytes }),
    ...(options.artifactDays !== undefined && { artifactDays: options.artifactDays }),
  });
  return {
    workspace: workspaceOf(options),
    clock: createClock(),
    files: createFiles(),
    search: createSearch(options),
    processes,
    commands: createCommands(),
    approval: options.approval,
    store,
    ...options.overrides,
    dispose: async () => {
      await processes.dispose();
      await store.dispose();
    },
  };
}

function workspaceOf({ roots, trusted, home, temp }: NodeHostOptions): Workspace {
  const absolute = roots.map((root) => resolve(root));
  return {
    roots: absolute,
    home: home ?? homedir(),
    temp: temp ?? tmpdir(),
    trusted,
    separator: sep === "\\" ? "\\" : "/",
    ignoresCase: absolute.some(ignoresCase),
  };
}

/** Whether a folder can be named in the other case, too. A name without letters says nothing; then the system's habit counts. */
function ignoresCase(folder: string): boolean {
  const name = basename(folder);
  const swapped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (swapped === name) return process.platform === "win32" || process.platform === "darwin";
  const [one, other] = [name, swapped].map((each) => statSync(join(dirname(folder), each), { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
