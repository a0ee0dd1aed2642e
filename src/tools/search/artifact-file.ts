import type { ToolContext, ToolOutcome } from "../../pipeline/tool.ts";
import { isProblem } from "../../ports/files.ts";
import { childPath } from "../../ports/paths.ts";
import type { ArtifactAddress } from "../../ports/store.ts";
import { problemText } from "../problem-text.ts";

/** Lets an engine that knows only files work on an artifact: on a copy that is gone when the work has ended. */
export async function withArtifact(
  address: ArtifactAddress,
  { host, callId }: ToolContext,
  work: (file: string) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const bytes = await host.store.getArtifact(address);
  if ("problem" in bytes) return { status: "error", text: artifactProblem(address, bytes) };
  const name = `toolcall-${[address, callId].map((part) => part.replaceAll(/[^A-Za-z0-9]+/g, "-")).join("-")}.txt`;
  const file = childPath(host.workspace.temp, name, host.workspace);
  const written = await host.files.write(file, bytes, "anything");
  if (isProblem(written)) return { status: "error", text: problemText(written) };
  try {
    return await work(file);
  } finally {
    await host.files.remove(file, "anything");
  }
}

/** What a model reads when an artifact could not be had. */
export function artifactProblem(
  address: ArtifactAddress,
  problem: { readonly problem: string; readonly detail: string },
): string {
  return problem.problem === "missing"
    ? `${address} is not kept any more or never was: make the call that produced it again`
    : `${address} could not be read: ${problem.detail}`;
}
