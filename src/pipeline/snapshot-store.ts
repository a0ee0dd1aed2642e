import { isProblem } from "../ports/files.ts";
import type { Host } from "../ports/host.ts";
import { absolutePath } from "../ports/paths.ts";
import { missingFolders } from "./missing-folders.ts";
import type { FileChange, KeptContent, Snapshot, Snapshots } from "./snapshots.ts";

/** The largest content that is kept, in bytes; of larger files the gap is recorded. */
export const MAX_KEPT_BYTES = 128 * 1024 * 1024;
/** Most paths whose last state is remembered; older ones are read again when needed. */
export const MAX_TRACKED_PATHS = 10_000;
/** Most calls that may have begun and not ended. */
const MAX_OPEN_CALLS = 1_000;

/** What snapshots need. */
export interface SnapshotOptions {
  readonly host: Pick<Host, "files" | "store" | "workspace">;
  /** Told of each call that may have changed files unseen. */
  readonly onUntracked?: (callId: string) => void;
  /** Instead of `MAX_KEPT_BYTES`. */
  readonly maxBytes?: number;
}

/** Snapshots of one session. */
export interface SessionSnapshots extends Snapshots {
  /** A new request begins: what its calls change is kept anew. */
  readonly begin: () => void;
}

/** A path of a call, and the folders above it that were missing when the call began. */
interface Place {
  readonly path: string;
  readonly folders: readonly string[];
}

/** What a path is known to hold. */
interface State {
  readonly kept: KeptContent;
  readonly fingerprint: string | undefined;
}

/** Whether a path is a repository's own: such files are neither kept nor put back. */
export function isInsideGit(path: string): boolean {
  return path.split(/[\\/]/).some((segment) => segment.toLowerCase() === ".git");
}

function sameContent(a: State, b: State): boolean {
  if (a.kept === "missing" || b.kept === "missing") return a.kept === b.kept;
  if ("content" in a.kept && "content" in b.kept) return a.kept.content === b.kept.content;
  return a.fingerprint !== undefined && a.fingerprint === b.fingerprint;
}

function gap(why: string, fingerprint?: string): State {
  return { kept: { gap: why }, fingerprint };
}

const MISSING: State = { kept: "missing", fingerprint: undefined };

/** Looks at a file and keeps its content; content that is known by its fingerprint is not read again. */
async function look(real: string, known: State | undefined, options: SnapshotOptions): Promise<State> {
  if (isInsideGit(real)) return gap("it belongs to the repository itself");
  const stat = await options.host.files.stat(real);
  if (isProblem(stat)) return stat.problem === "missing" ? MISSING : gap(stat.detail);
  const { fingerprint, kind, size, mode } = stat;
  if (kind === "link") return MISSING;
  if (kind !== "file") return gap(`it is a ${kind === "directory" ? "folder" : "device"}`, fingerprint);
  if (known?.fingerprint === fingerprint) return withMode(known, mode);
  const most = options.maxBytes ?? MAX_KEPT_BYTES;
  if (size > most) return gap(`it has ${size} bytes, and up to ${most} are kept`, fingerprint);
  return withMode(await keep(real, fingerprint, options.host), mode);
}

/** A state with the permission bits of now: they may change while the content does not. */
function withMode({ kept, fingerprint }: State, mode: number | undefined): State {
  if (kept === "missing" || "gap" in kept) return { kept, fingerprint };
  return { kept: { content: kept.content, ...(mode !== undefined && { mode }) }, fingerprint };
}

async function keep(real: string, fingerprint: string, { files, store }: SnapshotOptions["host"]): Promise<State> {
  const bytes = await files.read(real);
  if (isProblem(bytes)) return gap(bytes.detail, fingerprint);
  const address = await store.putArtifact(bytes);
  if (typeof address === "string") return { kept: { content: address }, fingerprint };
  return gap(`the store could not keep it: ${address.detail}`, fingerprint);
}

/** The real places of paths, each once; a path that cannot be resolved stands for itself. */
async function realPaths(paths: readonly string[], { files, workspace }: SnapshotOptions["host"]): Promise<string[]> {
  const real = new Set<string>();
  for (const path of paths) {
    const absolute = absolutePath(path, workspace);
    const resolved = await files.resolve(absolute);
    real.add(isProblem(resolved) ? absolute : resolved.real);
  }
  return [...real];
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/**
 * Keeps contents in the artifact store, never beside the files: each content once, whatever path or call it belongs to.
 * `capture` answers what is not on record yet; in a request, that is the first change of a path, and a later one if somebody
 * else changed the file in between. Files that could not be kept are recorded as gaps with the reason.
 */
export function createSnapshots(options: SnapshotOptions): SessionSnapshots {
  /** The last state on record, by real path. */
  const recorded = new Map<string, State>();
  /** Contents by fingerprint, which outlive a request. */
  const known = new Map<string, State>();
  const open = new Map<string, Place[]>();

  const stateOf = async (real: string): Promise<State> => {
    const state = await look(real, known.get(real), options);
    known.delete(real);
    if (state.kept !== "missing" && "content" in state.kept) known.set(real, state);
    dropOldest(known, MAX_TRACKED_PATHS);
    return state;
  };
  const record = (real: string, state: State): void => {
    recorded.delete(real);
    recorded.set(real, state);
    dropOldest(recorded, MAX_TRACKED_PATHS);
  };

  return {
    begin: () => recorded.clear(),
    capture: async (callId, paths) => {
      const places: Place[] = [];
      open.set(callId, places);
      dropOldest(open, MAX_OPEN_CALLS);
      const taken: Snapshot[] = [];
      for (const path of await realPaths(paths, options.host)) {
        const state = await stateOf(path);
        places.push({ path, folders: state.kept === "missing" ? await missingFolders(path, options.host) : [] });
        const last = recorded.get(path);
        if (last === undefined || !sameContent(last, state)) taken.push({ path, before: state.kept });
        record(path, state);
      }
      return taken;
    },
    settle: async (callId) => {
      const places = open.get(callId) ?? [];
      open.delete(callId);
      const changes: FileChange[] = [];
      for (const { path, folders } of places) {
        // Another call may have changed the file since this one began: the change is counted from there.
        const before = recorded.get(path);
        const after = await stateOf(path);
        if (before === undefined || sameContent(before, after)) continue;
        const made = folders.length > 0 && after.kept !== "missing" && { folders };
        changes.push({ callId, path, before: before.kept, after: after.kept, ...made });
        record(path, after);
      }
      return changes;
    },
    untracked: (callId) => options.onUntracked?.(callId),
  };
}
