import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { CancelSource } from "../../src/base/cancel.ts";
import { createClock } from "../../src/hosts/node/clock.ts";
import { createFiles } from "../../src/hosts/node/files.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../src/pipeline/tool.ts";
import type { Host } from "../../src/ports/host.ts";
import type { Store } from "../../src/ports/store.ts";
import { removeFolderSync } from "./remove-folder.ts";

/** A store whose artifacts are in memory; it counts contents, not puts. */
export function memoryStore(): { store: Store; artifacts: Map<string, Uint8Array> } {
  const artifacts = new Map<string, Uint8Array>();
  const unused = () => Promise.reject(new Error("not part of this test"));
  const store: Store = {
    putArtifact: (bytes) => {
      const address = `artifact://${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}` as const;
      artifacts.set(address, Uint8Array.from(bytes));
      return Promise.resolve(address);
    },
    getArtifact: (address) =>
      Promise.resolve(artifacts.get(address) ?? { problem: "missing" as const, detail: "not kept" }),
    append: unused,
    journal: unused,
    sessions: unused,
    close: unused,
  };
  return { store, artifacts };
}

/** A temporary folder as a workspace, a host over it with real files, and ways to look at it. */
export interface EditWorkspace {
  readonly root: string;
  readonly host: Host;
  readonly artifacts: Map<string, Uint8Array>;
  readonly cancel: CancelSource;
  readonly context: ToolContext;
  readonly put: (name: string, content: string | Uint8Array) => string;
  /** The bytes of a file, one character each; undefined where there is none. */
  readonly get: (name: string) => string | undefined;
  readonly run: <Schema extends z.ZodType>(tool: Tool<Schema>, input: z.input<Schema>) => Promise<ToolOutcome>;
  readonly remove: () => void;
}

/** Bytes as characters, one each, so that tables and messages can show them. */
export function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/** A new temporary workspace; parts of the host can be replaced. */
export function openWorkspace(parts: Partial<Host> = {}): EditWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-edit-")));
  const { store, artifacts } = memoryStore();
  const host = {
    workspace: { roots: [root], home: root, temp: tmpdir(), trusted: true, separator: "/", ignoresCase: false },
    clock: createClock(),
    files: createFiles(),
    store,
    ...parts,
  } as Host;
  const cancel = createCancelSource();
  const context: ToolContext = {
    host,
    callId: "call-1",
    source: "script",
    cancel: cancel.token,
    progress: () => undefined,
    session: { seen: new Map(), conversationReads: new Map() },
  };
  return {
    root,
    host,
    artifacts,
    cancel,
    context,
    put: (name, content) => {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
    get: (name) => (existsSync(join(root, name)) ? latin(readFileSync(join(root, name))) : undefined),
    run: async (tool, input) => tool.run(tool.input.parse(input), context),
    remove: () => removeFolderSync(root),
  };
}
