import * as z from "zod";
import type { CancelToken } from "../base/cancel.ts";
import type { CallSource, Tool, ToolOutcome } from "../pipeline/tool.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { EnvelopeResult } from "../script/envelope.ts";
import { COMPOSED_RESULT_CHARS } from "../script/settle-script.ts";

/** A script as the model hands it over. */
export interface ScriptCall {
  readonly expression: string;
  /** The provider's id of the call: the envelope's id. */
  readonly callId: string;
  readonly source: CallSource;
  readonly cancel: CancelToken;
}

/**
 * What the model reads about ToolCall. Static: it changes with no catalogue, role or session, so that a provider's
 * cached prefix holds (R015). Contracts of single tools are ToolSearch's to give (R265).
 */
export const TOOL_CALL_DESCRIPTION = `Runs tool calls that depend on one another in one go, written in a small Lisp: what one call returns can decide the next, without a model turn in between. Every call inside is validated, asked for, recorded and shown like any other.

expression is either one call or a program of several forms; the last value is the result.
  (Read :file_path "src/main.ts" :limit 80)
  (let ((files (split-string (Grep :pattern "TODO" :output_mode "files_with_matches") "\\n" t)))
    (parallel-map (lambda (f) (Read :file_path f :limit 20)) (take 4 files)))

Arguments are keywords. Objects are plists (:key value), arrays are [1 2] or lists, false is nil or :json-false, null is :null. A call returns the text it returns in conversation; a failed one returns (:error "message"), which the script can test with plist-get. A denied call ends the script.

For bulk work use the tool that is made for it: one Grep over a folder, in count or content mode, instead of reading every file and looking at the lines in the script. Budgets are wide for putting calls together and narrow for computing.

ToolSearch gives the exact arguments of every tool. Tools marked standalone must be the whole expression.`;

/**
 * The ToolCall tool (R011–R015, R020). Registered as reading only: each call inside carries its own authority (2.8). The
 * script runs in a machine of its own (R016); \`run\` is the session's.
 */
export function createToolCall(run: (call: ScriptCall) => Promise<EnvelopeResult>): Tool {
  return defineTool({
    name: "ToolCall",
    category: "core",
    summary: "Run several dependent tool calls, or one, as a small Lisp script within one turn.",
    description: TOOL_CALL_DESCRIPTION,
    effect: "read",
    standalone: true,
    input: z.strictObject({
      expression: z
        .string()
        .min(1)
        .describe("One tool call or a program of several forms; its last value is returned."),
    }),
    resultLimit: COMPOSED_RESULT_CHARS,
    resources: () => [],
    async run({ expression }, { callId, source, cancel }) {
      return outcomeOf(await run({ expression, callId, source, cancel }));
    },
  });
}

/** A script's end as a tool's answer; a direct call's is the tool's own, media included (R199). */
function outcomeOf({ status, delivery, media, ...result }: EnvelopeResult): ToolOutcome {
  const renderData = {
    kind: "ptc",
    outcome: result.outcome,
    elapsedSeconds: Math.round(result.elapsedMs / 100) / 10,
    nestedCallCount: result.children.length,
    ...(result.direct !== undefined && { direct: result.direct }),
  };
  const common = { text: delivery, renderData, ...(result.stop !== undefined && { stop: result.stop }) };
  return status === "success" ? { status, media, ...common } : { status: "error", ...common };
}
