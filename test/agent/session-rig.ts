import { z } from "zod";
import type { Session, SessionOptions } from "../../src/agent/session.ts";
import { createSession } from "../../src/agent/session.ts";
import type { MemoryFixture, MemoryHost } from "../../src/hosts/memory/host.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { Effect, Tool, ToolContext, ToolOutcome } from "../../src/pipeline/tool.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import type { Host } from "../../src/ports/host.ts";
import type { AgentEvent } from "../../src/protocol/events.ts";

const INPUT = z.strictObject({
  path: z.string().describe("A path."),
  note: z.string().optional().describe("Anything."),
});

/** What a tool of the rig does. */
export type RigRun = (input: z.output<typeof INPUT>, context: ToolContext) => ToolOutcome | Promise<ToolOutcome>;

/** A tool of some effect that touches its path and answers `NAME PATH`. */
export function rigTool(name: string, effect: Effect, run?: RigRun, more: Partial<Tool> = {}): Tool {
  return {
    ...defineTool({
      name,
      category: "core",
      summary: `${name}.`,
      description: `${name}.`,
      effect,
      standalone: false,
      input: INPUT,
      resources: ({ path }) =>
        effect === "run"
          ? [{ kind: "command", command: path, cwd: "/ws" }]
          : [{ kind: "path", path, access: effect === "read" ? "read" : "write" }],
      run: async (input, context) => run?.(input, context) ?? { status: "success", text: `${name} ${input.path}` },
    }),
    ...more,
  };
}

/** A session on a host in memory, with all that was shown. */
export interface SessionRig {
  readonly session: Session;
  readonly host: MemoryHost;
  readonly shown: AgentEvent[];
}

/** Opens a session; fails the test when it cannot be opened. */
export async function sessionRig(
  options: Omit<Partial<SessionOptions>, "show"> & { readonly fixture?: MemoryFixture; readonly on?: MemoryHost },
): Promise<SessionRig> {
  const { fixture, on, ...others } = options;
  const host = on ?? createMemoryHost(fixture);
  const shown: AgentEvent[] = [];
  const session = await createSession(host, { tools: [], ...others, show: (event) => shown.push(event) });
  if ("problem" in session) throw new Error(session.message);
  return { session, host, shown };
}

/** A host with some of its ports replaced. */
export function withPorts(host: MemoryHost, ports: Partial<Host>): MemoryHost {
  return { ...host, ...ports } as MemoryHost;
}
