import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { createSession, type Session, type SessionOptions } from "../../src/agent/session.ts";
import { createNodeHost } from "../../src/hosts/node/host.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import type { Approval } from "../../src/ports/approval.ts";
import { TOOLS } from "../../src/tools/tools.ts";
import { removeFolderSync } from "../support/remove-folder.ts";

/** Nobody to ask: "ask" is a denial. */
const NOBODY: Approval = { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) };

/** A tool that does nothing, to see what the way to a handler costs. */
export const NOOP = defineTool({
  name: "Noop",
  category: "core",
  summary: "Does nothing.",
  description: "Does nothing and answers its argument.",
  effect: "read",
  standalone: false,
  input: z.object({ value: z.number().describe("Any number.") }),
  resources: () => [],
  run: ({ value }) => Promise.resolve({ status: "success", text: String(value) }),
});

/** A millisecond of somebody else's work. */
export function wait(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** A tool that takes a millisecond. */
export const WAIT = defineTool({
  ...NOOP,
  name: "Wait",
  summary: "Waits a millisecond.",
  description: "Waits a millisecond and answers its argument.",
  run: async ({ value }) => {
    await wait();
    return { status: "success", text: String(value) };
  },
});

/** A session on a folder, with storage of its own, both removed by `end`. */
export interface BenchSession {
  readonly session: Session;
  readonly end: () => Promise<void>;
}

/** Opens a session on `root` with all tools and the no-op one. */
export async function benchSession(root: string, options: Partial<SessionOptions> = {}): Promise<BenchSession> {
  const storage = mkdtempSync(join(tmpdir(), "toolcall-bench-"));
  const host = createNodeHost({ roots: [root], storage, approval: NOBODY, trusted: true });
  const session = await createSession(host, { tools: [...TOOLS, NOOP, WAIT], ...options });
  if ("problem" in session) throw new Error(session.problem);
  return {
    session,
    end: async () => {
      await session.close();
      await host.dispose();
      removeFolderSync(storage);
    },
  };
}
