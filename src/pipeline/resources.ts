import { isProblem } from "../ports/files.ts";
import type { ResolvedPath } from "../ports/files.ts";
import type { Host } from "../ports/host.ts";
import { absolutePath } from "../ports/paths.ts";
import type { Stop } from "./call.ts";
import type { ResolvedResource } from "./permissions.ts";
import { stopWith } from "./stage.ts";
import type { Resource } from "./tool.ts";

/** Resources of one call that are looked at; a call with more is refused. */
export const MAX_RESOURCES = 2_000;

/** Outputs of this session that were stored; addresses, not paths. */
const ARTIFACT = "artifact://";

/** The resources with their real places, as they are at this moment; or why a place cannot be told. */
export async function resolveResources(
  resources: readonly Resource[],
  host: Host,
): Promise<readonly ResolvedResource[] | Stop> {
  if (resources.length > MAX_RESOURCES) {
    const message = `The call touches ${resources.length} things, more than the ${MAX_RESOURCES} that one call may: split it into several calls`;
    return stopWith("invalid", "invalid-arguments", "error", message);
  }
  const resolved: ResolvedResource[] = [];
  for (const resource of resources) {
    if (resource.kind !== "path") {
      resolved.push(resource);
      continue;
    }
    if (resource.access === "read" && resource.path.startsWith(ARTIFACT)) continue;
    const place = await resolvePath(resource.path, host);
    if ("stop" in place) return place;
    resolved.push({ ...resource, path: absolutePath(resource.path, host.workspace), ...place });
  }
  return resolved;
}

async function resolvePath(path: string, host: Host): Promise<ResolvedPath | Stop> {
  const answer = await host.files.resolve(absolutePath(path, host.workspace));
  if (!isProblem(answer)) return answer;
  const message = `The path ${path} cannot be used: ${answer.detail === "" ? answer.problem : answer.detail}. Give an absolute path, or one relative to the workspace's first folder`;
  return stopWith("failed", "failed", "error", message);
}

/** Whether two resolutions of the same resources lead to the same places. */
export function samePlaces(one: readonly ResolvedResource[], other: readonly ResolvedResource[]): boolean {
  return (
    one.length === other.length &&
    one.every((resource, index) => {
      const twin = other[index];
      return resource.kind !== "path" || (twin?.kind === "path" && twin.real === resource.real);
    })
  );
}
