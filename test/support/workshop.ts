import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { z } from "zod";
import type { CancelToken } from "../../src/base/cancel.ts";
import { NEVER } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { NodeHostOptions } from "../../src/hosts/node/host.ts";
import { createNodeHost } from "../../src/hosts/node/host.ts";
import type { CallSource, SessionFacts, Tool, ToolContext, ToolOutcome } from "../../src/pipeline/tool.ts";
import type { Host } from "../../src/ports/host.ts";
import { removeFolderSync } from "./remove-folder.ts";

/** How one run of a tool differs from a model's plain call. */
export interface RunOptions {
  readonly source?: CallSource;
  readonly cancel?: CancelToken;
  readonly mayRead?: (path: string) => boolean;
}

/** A real folder with a real host, for running a tool's handler on. */
export interface Workshop {
  readonly folder: string;
  readonly host: Host;
  readonly session: SessionFacts;
  readonly path: (name: string) => string;
  /** Writes a file with its folders. */
  readonly put: (name: string, content: string | Uint8Array) => string;
  readonly run: <Schema extends z.ZodType>(
    tool: Tool<Schema>,
    input: JsonObject,
    options?: RunOptions,
  ) => Promise<ToolOutcome>;
  readonly dispose: () => Promise<void>;
}

/** Makes a workshop; give back what it holds with `dispose`. */
export function createWorkshop(overrides: Partial<Host> = {}, options: Partial<NodeHostOptions> = {}): Workshop {
  const base = mkdtempSync(join(tmpdir(), "toolcall-workshop-"));
  const [folder, storage, temp] = ["workspace", "storage", "temp"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [folder, storage, temp]) mkdirSync(each);
  const approval = { available: false, ask: () => Promise.resolve({ answer: "withdrawn" } as const) };
  const host = createNodeHost({
    roots: [folder],
    storage,
    temp,
    home: base,
    approval,
    trusted: true,
    ...options,
    overrides,
  });
  const session: SessionFacts = { seen: new Map(), conversationReads: new Map() };
  const path = (name: string): string => join(folder, name);
  let calls = 0;
  return {
    folder,
    host,
    session,
    path,
    put(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    run(tool, input, { source = "script", cancel = NEVER, mayRead } = {}) {
      calls++;
      const context: ToolContext = {
        host,
        callId: `c-${calls}`,
        source,
        cancel,
        progress: () => undefined,
        session,
        ...(mayRead !== undefined && { mayRead }),
      };
      return tool.run(tool.input.parse(input), context);
    },
    async dispose() {
      await host.dispose();
      removeFolderSync(base);
    },
  };
}
