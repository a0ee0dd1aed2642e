import { NO_COMMANDS } from "../../ports/commands.ts";
import type { Commands } from "../../ports/commands.ts";
import type { Host, Workspace } from "../../ports/host.ts";
import type { Answer, ScriptedApproval } from "./approval.ts";
import { createScriptedApproval } from "./approval.ts";
import type { ManualClock } from "./clock.ts";
import { createManualClock } from "./clock.ts";
import { createFileTree } from "./file-tree.ts";
import type { FileTree, FixtureEntry } from "./file-tree.ts";
import type { FileFaults } from "./files.ts";
import { createMemoryFiles } from "./files.ts";
import { createMemoryProcesses, NO_SCRIPT } from "./processes.ts";
import type { Script } from "./processes.ts";
import { createMemorySearch } from "./search.ts";
import type { MemoryStore } from "./store.ts";
import { createMemoryStore } from "./store.ts";

/** What a memory host begins with; everything has a default. */
export interface MemoryFixture {
  readonly workspace?: Partial<Workspace>;
  /** Absolute path → content. */
  readonly files?: Readonly<Record<string, FixtureEntry>>;
  /** What ignore files would exclude from searches. */
  readonly ignored?: (path: string) => boolean;
  readonly script?: Script;
  /** The person who answers questions; without one nobody can be asked. */
  readonly answer?: Answer;
  readonly commands?: Commands;
  /** Wall time at the start, ms. */
  readonly startMs?: number;
}

/** A host whose world is data: for tests, and wherever nothing real may be touched. */
export interface MemoryHost extends Host {
  readonly clock: ManualClock;
  readonly approval: ScriptedApproval;
  readonly store: MemoryStore;
  readonly tree: FileTree;
  readonly fileFaults: FileFaults;
}

const WORKSPACE: Workspace = {
  roots: ["/ws"],
  home: "/home/person",
  temp: "/tmp",
  trusted: true,
  separator: "/",
  ignoresCase: false,
};

/** A host in memory with the fixture's files, commands and person, and a clock that moves only when told to. */
export function createMemoryHost(fixture: MemoryFixture = {}): MemoryHost {
  const workspace: Workspace = { ...WORKSPACE, ...fixture.workspace };
  const clock = createManualClock(fixture.startMs ?? 1_800_000_000_000);
  const tree = createFileTree(fixture.files ?? {}, clock.now);
  for (const folder of [...workspace.roots, workspace.home, workspace.temp]) tree.makeFolders(folder);
  const fileFaults: FileFaults = { full: false };
  return {
    workspace,
    clock,
    tree,
    fileFaults,
    files: createMemoryFiles(tree, fileFaults),
    search: createMemorySearch(tree, fixture.ignored ?? (() => false)),
    processes: createMemoryProcesses(fixture.script ?? NO_SCRIPT),
    commands: fixture.commands ?? NO_COMMANDS,
    approval: createScriptedApproval(fixture.answer),
    store: createMemoryStore(clock.now),
  };
}
