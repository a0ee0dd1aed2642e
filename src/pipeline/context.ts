import type { Emit } from "../protocol/emit.ts";
import type { Host } from "../ports/host.ts";
import type { Hooks } from "./hooks.ts";
import type { Permissions } from "./permissions.ts";
import type { Snapshots } from "./snapshots.ts";
import type { StageName } from "./stage.ts";
import type { Telemetry } from "./telemetry.ts";
import type { SessionFacts } from "./tool.ts";

/** What hooks and telemetry call the session by. */
export interface SessionNames {
  readonly session: string;
  /** The file that holds the session's journal, if there is one to show to hooks. */
  readonly transcriptPath?: string;
  /** The model's name, where a model is at work. */
  readonly model?: () => string | undefined;
  /** The request that is under way. */
  readonly turn: () => string | undefined;
}

/** Everything that the stages use. */
export interface PipelineContext {
  readonly host: Host;
  readonly permissions: Permissions;
  readonly hooks: Hooks;
  readonly snapshots: Snapshots;
  readonly facts: SessionFacts;
  readonly emit: Emit;
  readonly telemetry: Telemetry;
  readonly names: SessionNames;
  /** Told each stage that a call enters, in order: what the parity tests compare. */
  readonly trace: ((callId: string, stage: StageName) => void) | undefined;
}
